# test-cache.tcl -- a value that several processes want is made once.
package require trundle::testing
package require trundle::cache
namespace import testing::*

testing::start
file mkdir runs
set trundle::cache::folder [file normalize runs]
set trundle::cache::worth 0

# Four processes at a time; each says what it got, and who makes the value adds a line to a file.
testing::write maker.tcl [string map [list @ [list $auto_path] RUNS [file normalize runs]] {
    set auto_path @
    package require trundle::cache
    set trundle::cache::folder RUNS
    set trundle::cache::worth 0
    proc made {} {
        set channel [open made a]
        puts $channel made
        close $channel
        after 400
        return [list a {value of} "several\nlines" \u00b5]
    }
    proc asked {key} {
        return [trundle::cache::value $key {made}]
    }
    chan configure stdout -encoding utf-8
    puts -nonewline [asked "slope \u00fc"]
}]
set channels [lmap k {1 2 3 4} {open |[list [info nameofexecutable] maker.tcl]}]
set got [lmap channel $channels {
    chan configure $channel -encoding utf-8
    set text [read $channel]
    close $channel
    set text
}]
tap::is $got [lrepeat 4 [list a {value of} "several\nlines" \u00b5]] "four processes have the value"
tap::is [contents made] "made\n" "one has made it"

proc value {key script} {
    return [trundle::cache::value $key $script]
}
set many 0
tap::is [list [value other {incr ::many}] [value other {incr ::many}] $many] {1 1 1} "here, too, it is read again"
tap::is [value another {incr ::many}] 2 "another key, another value"
# Letters that the system has not are kept all the same.
encoding system iso8859-1
set greek 0
tap::is [lmap k {1 2} {value "angle \u03b8" {list [incr ::greek] "in \u03bc"}}] [list "1 {in \u03bc}" "1 {in \u03bc}"] "a value with a letter of Greek"
encoding system utf-8

# What two keys share by chance is not taken for the other's.
set file [lindex [glob runs/*] 0]
set mine [lindex [contents $file] 0]
testing::write $file [list [string reverse $mine] wrong]
tap::is [value $mine {list right}] right "a file of another key does not count"

# A process that is gone makes nothing more; one that fails leaves the place to others.
set gone [exec sh -c {echo $$}]
testing::write runs/[zlib crc32 left].busy $gone
tap::is [value left {list taken}] taken "the place of a process that is gone is taken"
tap::is [catch {value wrong {error "no value"}} message] 1 "an error is the asker's"
tap::is $message "no value" "with its message"
tap::is [value wrong {list right}] right "and the next makes it"
set trundle::cache::worth 10
tap::is [list [value quick {incr ::many}] [value quick {incr ::many}]] {3 4} "what is quick is not kept"
set trundle::cache::folder ""
set trundle::cache::worth 0
tap::is [list [value other {incr ::many}] [value other {incr ::many}]] {5 6} "without a folder nothing is"
tap::is [glob -nocomplain runs/*.busy runs/*.part] {} "nothing is left lying about"
testing::end
