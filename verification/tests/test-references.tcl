# trundle::reference: what the command reads, returns and refuses.  The numbers
# themselves are tested in their chapter; here one of each kind, to see that
# every option reaches its place.
package require tap
package require trundle

proc reference {name args} {
    trundle::reference $name {*}$args
}

# A list of keys of a dict.
proc pick {dict args} {
    lmap key $args {dict get $dict $key}
}

set slide [reference slide -radius 0.2 -mu 0.25 -gravity {0 -9.81 0} -normal {0 1 0} \
    -velocity {2.355 0 0} -spin {0 0 -127.03} -time 3]
tap::near [dict get $slide t_roll] [expr {2*23.051/(7*0.25*9.81)}] 1e-12 "slide: start of rolling"
tap::near [dict get $slide velocity] {8.941 0 0} 1e-12 "slide: velocity"
tap::near [dict get $slide spin] {0 0 -44.705} 1e-11 "slide: spin of rolling, v/R"
tap::is [dict get $slide rolling] 1 "slide: rolls"
set never [reference incline -radius 0.2 -mu_s 0.1 -mu_d 0.1 -gravity {9 -9.81 0} -normal {0 1 0} -velocity {1 0 0}]
tap::is [dict get $never t_roll] Inf "incline: never rolls"

set rigid [reference oblique-impact -radius 0.05 -mass 3 -velocity {1 -1 0} -normal {0 -1 0} -mu 0.05]
tap::near [dict get $rigid velocity] {0.9 1 0} 1e-14 "oblique-impact: rebound"
tap::near [dict get $rigid spin] {0 0 -5} 1e-12 "oblique-impact: spin"
set wall {-radius 0.05 -mass 3 -velocity {1 -1 0} -normal {0 -1 0} -mu 0.05 -young 1e8 -poisson 0.25}
set soft [reference soft-impact {*}$wall -young_j 1e8]
tap::near [dict get $soft velocity] {0.9 1 0} 1e-11 "soft-impact: the same rebound"
set hertz [reference hertz -mass 3 -speed 1 -k [dict get $soft k]]
tap::near [dict get $soft duration] [dict get $hertz duration] 1e-13 "soft-impact: duration of Hertz"
set stiff [reference stiffness -young 1e8 -poisson 0.25 -young_j 1e8 -radius 0.05]
set two [reference stiffness -young 1e8 -poisson 0.25 -young_j 1e8 -radius 0.05 -radius_j 0.15]
tap::near [expr {[dict get $two k]/[dict get $stiff k]}] [expr {sqrt(0.75)}] 1e-14 "stiffness: the root of R* over R"
tap::near [pick $soft k kt] [pick $stiff k kt] 1e-6 "soft-impact: stiffness of the same elastic constants"
tap::near [dict get [reference soft-impact {*}$wall -young_j 1e8 -kt 2e6] kt] 2e6 0 "soft-impact: -kt"
set damped [reference soft-impact {*}$wall -restitution 0.7]
tap::near [lindex [dict get $damped velocity] 1] 0.7 1e-10 "soft-impact: -restitution"
set forced [reference soft-impact {*}$wall -xi 0.1 -end force]
tap::near [lindex [dict get $forced velocity] 1] [dict get [reference restitution -xi 0.1 -end force] restitution] \
    1e-10 "soft-impact: -xi, -end force"

# Two bodies: the same as a mirror image of half the distance.
set pair {-radius 0.1 -mass 2 -velocity {0.3 0 1} -mass_j 2 -radius_j 0.1 -velocity_j {-0.3 0 -1} -normal {0 0 1}}
set pair [reference oblique-impact {*}$pair -mu 0.04 -restitution 0.9]
tap::near [dict get $pair velocity_j] [lmap x [dict get $pair velocity] {expr {-$x}}] 1e-14 "oblique-impact: two bodies"
tap::near [dict get $pair spin_j] [dict get $pair spin] 1e-12 "oblique-impact: both spins turn alike"

tap::near [dict get [reference damping-rate -restitution 0.5] xi] 0.196681 5e-7 "damping-rate"
tap::near [dict get [reference restitution -xi 0.19668148 -cap total] excess] 1.06704 5e-6 "restitution: excess"
tap::near [pick [reference slip-limits -k 2 -kt 3] first throughout] {0.6666666666666666 6.333333333333333} 1e-14 "slip-limits"

set start {-radius 0.2 -mass 1000 -young 1e10 -poisson 0.25 -mu 0.5 -speed 1.917 -gap 0.89}
set ring [reference three-spheres {*}$start]
tap::near [pick $ring t_spin_zero t_roll t_back] {0.62 0.69 1.39} 0.007 "three-spheres: printed times"
set late [reference three-spheres {*}$start -model integrated -time 1.0]
tap::near [dict get $late velocity] [dict get $late v_roll] 1e-14 "three-spheres: state at a time"

set swing [reference swing -inertia 2 -stiffness 8 -damping 0 -angle 1 -time 0.3]
tap::near [pick $swing angle rate] [list [expr {cos(0.6)}] [expr {-2*sin(0.6)}]] 1e-14 "swing"
set roll {-inertia 4.3e-4 -stiffness 0.0249 -damping 0 -full 0.0043 -rate 3.1 -time 9}
set roll [reference roll-to-swing {*}$roll -law epsd]
tap::ok [expr {[dict get $roll t_swing] > [dict get $roll t_full]}] "roll-to-swing: phases"
tap::is [dict get [reference slope-regime -tangent 0.5 -mu 0.3 -mu_r 0.1] regime] rolls "slope-regime"
tap::near [dict get [reference rolling-stop -speed 0.5 -mu_r 0.1] time] 0.713558 5e-7 "rolling-stop"
set curve {-amplitude 0.174 -decay 0.479 -frequency 7.565 -phase 0.716 -stiffness 0.02492 -damping 4.153e-4}
tap::near [dict get [reference swing-implied {*}$curve -radius 0.04] mass] 0.1807 5e-5 "swing-implied"
tap::near [dict get [reference epsd-swing -k_n 1e5 -mu_r 0.1 -radius 0.005 -mass 1.309e-3] omega] 1108.05 0.006 "epsd-swing"

# Each answer has all its names, and those that belong together agree.
set turning [reference three-spheres {*}$start -model integrated -time 1.25]
set free [reference soft-impact {*}$wall -young_j 2e8 -xi 0 -mu 0]
set rolls [reference slope-regime -tangent 0.5 -mu 0.3 -mu_r 0.1]
set stops [reference rolling-stop -speed 0.5 -mu_r 0.1]
set implied [reference swing-implied {*}$curve -radius 0.04]
set heavy [reference epsd-swing -k_n 1e5 -mu_r 0.1 -radius 0.005 -mass 1.309e-3 -eta_r 0.3]
foreach {answer names} {
    slide {position velocity spin slip turned t_stop t_roll rolling}
    rigid {velocity spin velocity_j spin_j normal_impulse friction_impulse sliding}
    free {velocity spin velocity_j spin_j moved moved_j duration overlap force slips_first changes k kt xi}
    stiff {k kt kt_printed} hertz {duration overlap force}
    ring {distance t_contact duration t_apart v_apart spin_apart t_spin_zero t_roll t_back v_roll spin_roll overlap force energy_ratio}
    swing {angle rate acceleration} roll {angle rate acceleration elastic moment t_full t_swing rest}
    rolls {regime acceleration spinning} stops {time way} heavy {stiffness damping inertia omega}
    implied {omega xi period angle rate inertia_k inertia_c ratio ratio_curve mass}
} {
    tap::is [dict keys [set $answer]] $names "the names of an answer: $answer"
}
tap::is [dict keys $turning] [concat [dict keys $ring] position velocity spin turned] "and of the state at a time"
tap::near [lmap name {position turned} {expr {([dict get $turning $name] - [dict get $late $name])/0.25}}] \
    [pick $late velocity spin] 1e-12 "three-spheres: way and turn of rolling"
tap::near [dict get $free force] [expr {[dict get $free k]*[dict get $free overlap]**1.5}] 1e-6 "soft-impact: Hertz's force"
tap::is [list [dict get $free xi] [dict get $damped xi]] [list 0.0 [dict get [reference damping-rate -restitution 0.7] xi]] "soft-impact: xi"
set slowest [lindex [dict get $damped velocity] 0]
tap::ok [expr {$slowest < [lindex [dict get $damped moved] 0]/[dict get $damped duration] && [lindex [dict get $damped moved] 0] < [dict get $damped duration]}] \
    "soft-impact: its way, at a speed between the first and the last"
tap::near [dict get $stops way] [expr {0.25*[dict get $stops time]}] 1e-15 "rolling-stop: way"
tap::is [dict get $rolls acceleration] [dict get $rolls spinning] "slope-regime: rolling, way and spin go together"
tap::near [dict get $implied period] [expr {2*acos(-1)/7.565}] 1e-14 "swing-implied: period"
tap::near [dict get $implied xi] [expr {0.479/[dict get $implied omega]}] 1e-15 "swing-implied: xi"
tap::near [dict get $implied ratio] [expr {0.02492/4.153e-4}] 1e-12 "swing-implied: ratio"
tap::near [dict get $heavy omega] [expr {sqrt([dict get $heavy stiffness]/[dict get $heavy inertia])}] 1e-11 "epsd-swing: omega"
tap::near [dict get $heavy damping] [expr {0.6*sqrt([dict get $heavy stiffness]*[dict get $heavy inertia])}] 1e-18 "epsd-swing: damping"

# Help, and what is refused.
tap::is [trundle::reference options hertz] {mass {unit kg help {effective mass}} k {unit N/m^1.5 help {Hertz stiffness}}\
    speed {unit m/s help {normal speed of approach}}} "options, units and help"
catch {trundle::reference nonsense} message
set known [list {*}[string map {, {}} [lindex [split $message :] end]]]
tap::is [trundle::reference names] [lrange $known 2 end] "the names are those that a mistake is told"
foreach name [trundle::reference names] {
    tap::ok [expr {[dict size [trundle::reference options $name]] > 1}] "options of $name"
}
tap::is [dict get [trundle::reference options soft-impact] law choices] {elongation incremental} "choices of an option"
tap::raises {reference nonsense} {*"nonsense" is not known*slide*} "an unknown name"
tap::raises {reference hertz -mas 1} {*"-mas" is not an option*-mass, -k, -speed} "a misspelt option"
tap::raises {reference hertz -mass} {*-mass has no value} "a missing value"
tap::raises {reference hertz -mass 1} {*-k is missing*N/m^1.5} "a missing option"
tap::raises {reference hertz -mass x -k 1 -speed 1} {*-mass is "x", expected a number} "no number"
tap::raises {reference hertz -mass NaN -k 1 -speed 1} {*-mass is "NaN"*} "a number that is none"
foreach vector {{0 1} {x 0 1} {0 1 x} {NaN 0 1} {0 1 NaN}} {
    tap::raises {reference slide -gravity $vector} "*-gravity is \"$vector\", expected a list of three numbers" "no vector: $vector"
}
foreach {name value expected} {poisson -1 "above -1 and up to 0.5" poisson_j 0.6 "above -1 and up to 0.5" young 0 positive} {
    tap::raises [list reference stiffness {*}[dict replace {-radius 0.1 -young 1e7 -poisson 0.3} -$name $value]] \
        "reference stiffness: -$name is $value, expected a*$expected*" "outside its range: $name"
}
tap::raises {reference soft-impact -law mindlin} {*-law is "mindlin", expected one of: elongation incremental} "no choice"
tap::raises {reference soft-impact {*}$wall -xi 0.1 -restitution 0.9} {*not both} "xi and restitution"
set thrown {-radius 0.2 -gravity {0 -9.81 0} -normal {0 1 0} -velocity {1 0 0}}
foreach {script pattern} {
    {slide {*}$thrown -mu_s 0.3} {*give -mu, or -mu_s and -mu_d}
    {soft-impact -radius 0.05 -mass 3 -velocity {1 -1 0} -normal {0 -1 0} -mu 0.05} {*-young and -poisson are needed}
    {soft-impact {*}$wall -restitution 0} {*-restitution is 0, expected 0 < e <= 1}
    {restitution -xi -0.1} {*-xi is -0.1, expected >= 0}
    {damping-rate -restitution 1.1} {*-restitution is 1.1, expected 0 < e <= 1}
    {slip-limits -k 0 -kt 3} {reference slip-limits: ?*}
    {swing -inertia 0 -stiffness 8 -damping 0 -angle 1 -time 0.3} {*inertia and stiffness are expected > 0*}
    {slope-regime -tangent -1 -mu 0.3 -mu_r 0.1} {reference slope-regime: ?*}
    {rolling-stop -speed -1 -mu_r 0.1} {reference rolling-stop: ?*}
    {swing-implied {*}$curve -radius 0} {reference swing-implied: ?*}
    {epsd-swing -k_n 0 -mu_r 0.1 -radius 0.005 -mass 1e-3} {reference epsd-swing: ?*}
} {
    tap::raises "reference $script" $pattern "refused: $script"
}
foreach {script code} {
    {reference hertz -mass -1 -k 1 -speed 1} {TRUNDLE EDOM}
    {reference slip-limits -k 0 -kt 3} {TRUNDLE EDOM}
    {reference slope-regime -tangent -1 -mu 0.3 -mu_r 0.1} {TRUNDLE EDOM}
    {reference rolling-stop -speed -1 -mu_r 0.1} {TRUNDLE EDOM}
    {reference swing-implied {*}$curve -radius 0} {TRUNDLE EDOM}
    {reference epsd-swing -k_n 0 -mu_r 0.1 -radius 0.005 -mass 1e-3} {TRUNDLE EDOM}
    {reference hertz -mass x} {TRUNDLE EINVAL}
    {reference nonsense} {TRUNDLE ENAME}
} {
    catch $script message options
    tap::is [dict get $options -errorcode] $code "errorCode of $script"
}
tap::done
