# Numbers of a frame in few bytes (src/packed-tcl.h), unpacked here by Tcl's own words.
package require tap
package require trundle

proc doubles {list} {
    return [binary format q* $list]
}
# The words of so many planes of bytes, low ones first.
proc words {bytes planes} {
    binary scan $bytes cu* all
    set n [expr {[llength $all]/$planes}]
    for {set i 0} {$i < $n} {incr i} {
        set word 0
        for {set k [expr {$planes - 1}]} {$k >= 0} {incr k -1} {
            set word [expr {256*$word + [lindex $all [expr {$k*$n + $i}]]}]
        }
        lappend words $word
    }
    return $words
}
expr {srand(4711)}

# --- digits ---
set numbers {0 1 -1 9.99995 9.99994999 0.1234549 -0.00123455001 1.5e-32 9e-33 -3.21987e31 9.99999e31 1e32 NaN Inf 65535 12345.5 1e-300}
for {set k 0} {$k < 500} {incr k} {
    lappend numbers [expr {(rand() - 0.5)*10**(20*rand() - 10)}]
}
set bytes [binary format q* [lmap x $numbers {expr {$x eq "NaN" || $x eq "Inf" ? 0.0 : $x}}]]
foreach {name bits} {NaN 7ff8000000000000 Inf 7ff0000000000000} {
    set at [expr {8*[lsearch $numbers $name]}]
    set bytes [string replace $bytes $at $at+7 [string reverse [binary decode hex $bits]]]
}
set wrong {}
foreach x $numbers word [words [trundle::packed digits $bytes] 3] {
    set m [expr {$word & 0x1ffff}]
    set got [expr {$m == 0x1ffff ? "none" : "[expr {$word & 0x20000 ? "-" : ""}]${m}e[expr {($word >> 18) - 36}]"}]
    set want [expr {$x in {NaN Inf} || abs($x) >= 9.99995e31 ? "none" : abs($x) < 1e-32 ? 0.0 : [format %.4e $x] + 0.0}]
    if {$got eq "none" ? $want ne "none" : $want eq "none" || $got + 0.0 != $want} {
        lappend wrong [list $x $got $want]
    }
}
tap::is $wrong {} "[llength $numbers] numbers come back in five digits, rounded as format does"

# --- steps ---
set low {-0.3 12.25 -7e-5}
set points {}
for {set k 0} {$k < 600} {incr k} {
    lappend points [expr {[lindex $low [expr {$k % 3}]] + 1.67e-2*rand()}]
}
set steps [trundle::packed steps [doubles $points] $low 1e-9]
set n 200
set worst 0
# Planes of x, y, z one after the other.
set words [words $steps 3]
foreach {x y z} $points i [lsearch -all $words *] {
    if {$i >= $n || $x eq ""} break
    foreach c {0 1 2} value [list $x $y $z] {
        set got [expr {round([lindex $low $c]*1e9)*1e-9 + [lindex $words [expr {$c*$n + $i}]]*1e-9}]
        set worst [expr {max($worst, abs($got - $value))}]
    }
}
tap::near $worst 0 0.501e-9 "points come back to half a step (roundings of 12 m: 2e-15)"
set nan [string reverse [binary decode hex 7ff8000000000000]]
tap::is [lrange [words [trundle::packed steps [doubles {1 2 3}]$nan$nan$nan {0 0 0} 1] 3] 0 end] {1 16777215 2 16777215 3 16777215} "a point that is not there"
foreach {point text} {{-2 0 0} {*-2 steps above LOW*} {0 0 1.7e7} {*1.7e+07 steps*expected 0 to 16711679*}} {
    tap::ok [expr {[catch {trundle::packed steps [doubles $point] {0 0 0} 1} message] && [string match $text $message]}] "refused: $message"
}

# --- turns ---
set worst 0
for {set k 0} {$k < 400} {incr k} {
    set q [lmap c {w x y z} {expr {rand() - 0.5}}]
    # Some with one, two, three that are zero or alike.
    if {$k % 4 == 1} { lset q [expr {$k/4 % 4}] 0.0 }
    if {$k % 4 == 2} { set q [lreplace {0.0 0.0 0.0 0.0} [expr {$k/4 % 4}] [expr {$k/4 % 4}] [expr {$k % 8 == 2 ? -1.0 : 1.0}]] }
    if {$k % 4 == 3} { lset q 0 [lindex $q 3]; lset q 1 [lindex $q 3] }
    set size [expr {sqrt([tcl::mathop::+ {*}[lmap c $q {expr {$c*$c}}]])}]
    set q [lmap c $q {expr {$c/$size}}]
    set word [words [trundle::packed turns [doubles $q]] 4]
    set others [lmap shift {20 10 0} {expr {((($word >> $shift) & 1023)/511.0 - 1)/sqrt(2)}}]
    set rest [expr {sqrt(1 - [tcl::mathop::+ {*}[lmap c $others {expr {$c*$c}}]])}]
    set got [linsert $others [expr {$word >> 30}] $rest]
    set angle [expr {2*acos(min(1.0, abs([tcl::mathop::+ {*}[lmap a $q b $got {expr {$a*$b}}]])))}]
    set worst [expr {max($worst, $angle)}]
    if {$k % 4 == 2 && $angle > 1e-7} { set worst 9 }
}
# Half a step of 1/(511 sqrt 2) in each of three, and what that makes of the fourth, which is half at least: the error of the
# quaternion is at most sqrt(3 + 3*3) half steps, and the angle is twice that.
tap::ok [expr {$worst < 2*sqrt(12.0)/(2*511*sqrt(2)) && $worst > 1e-4}] "turns come back to $worst rad"
tap::is [words [trundle::packed turns $nan$nan$nan$nan] 4] [expr {511 << 20 | 511 << 10 | 511}] "no orientation: none turned"

# What is no unit is cut off: 511 (1 + 1.9 sqrt 2) and 511 (1 - 1.7 sqrt 2) lie outside of 0 to 1022, and
# 511 (1 + 0.3 sqrt 2) is 727.8.
tap::is [words [trundle::packed turns [doubles {2 1.9 -1.7 0.3}]] 4] [expr {1022 << 20 | 728}] \
    "too long a quaternion is cut off"

# --- shares ---
set vectors {0 0 0 3 4 0 -6 0 8 0 0 -10.05 0 20 0}
binary scan [trundle::packed shares [doubles $vectors] 3 10.0] cu* got
tap::is $got {0 127 255 255 255} "lengths as shares of 10: 0, 5, 10, and more"
binary scan [trundle::packed shares [doubles {-1 0.5 2}] 1 2] cu* got
tap::is $got {127 63 255} "of one number each"
tap::raises {trundle::packed shares [doubles 1] 0 1} {packed: WIDTH is "0", expected a whole number > 0} \
    "a width of nothing"
tap::done
