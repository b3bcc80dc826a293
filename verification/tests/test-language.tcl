# The words of scenarios: what is said of them, and what their values may be.
package require tap
package require trundle
package require trundle::language

set text [trundle::language::reference]
# In the order of the text: a word without options has a remark, one with options its table.
foreach {word said} {
    "gravity {X Y Z}"       {    acceleration of gravity in m/s2}
    "conventions VERSION"
        {    0.1: where nothing else is said, laws -lever radius -rescale no and meshes -flush yes, as in that version}
    "run until TIME ?record INTERVAL? ?-contacts yes?"
        {    times in s; without an interval a hundredth of the run; -contacts: each record has the contacts and what particles and walls bear}
    "spheres NAME -OPTION VALUE ..."
        {    -file      -    table with one line per sphere, in the scenario's folder or below; the name of a file}
} {
    set lines [split $text \n]
    tap::is [lindex $lines [lsearch -exact $lines $word]+1] $said "said of $word"
}
tap::is [lsearch -all -inline -regexp [split $text \n] {^\S+ NAME NAME}] \
    {{contact NAME NAME -OPTION VALUE ...} {loaded NAME NAME -OPTION VALUE ...}} "words that take two names"
set own [string range $text [string first "The words of EPSD are also" $text] [string first "\nrun until" $text]]
tap::is [lmap line [lrange [split [string trim $own] \n] 1 end] {concat {*}$line}] [list \
    {-coefficientRollingFriction -mu_r} {-coefficientRollingViscousDamping -eta_r} {-rollFrictionFactor -factor} \
    {-torsionTorque -torsion}] "words of EPSD"
# Each value of each convention is explained in half a line, and nothing else is.
set unsaid {}
foreach word {laws integrate} {
    foreach name [dict keys $trundle::language::options($word)] {
        set kind [lindex [trundle::language::option $word $name] 0]
        if {[lindex $kind 0] ne "choice" || $name eq "as"} continue
        foreach value [lrange $kind 1 end] {
            set about [trundle::language::value-text $name $value]
            if {$about eq "" || [string length $about] > 100} {
                lappend unsaid "$name $value: $about"
            }
        }
        foreach value [dict keys [trundle::value::get $trundle::language::value_texts $name]] {
            if {$value ni $kind} {
                lappend unsaid "$name $value is gone"
            }
        }
    }
}
foreach name [dict keys $trundle::language::value_texts] {
    if {![dict exists $trundle::language::options(laws) $name] && ![dict exists $trundle::language::options(integrate) $name]} {
        lappend unsaid "$name is gone"
    }
}
tap::is $unsaid {} "each value has half a line"
set meanings [trundle::language::meanings]
tap::is [lmap name {lever phi dt} {dict get $meanings $name}] \
    {{lever arm of the friction force} {weight of the new values in the trapezoidal rule} {time step}} "what conventions and numbers mean"
tap::is [dict keys $meanings mu*] {} "numbers of a contact are none of them"
tap::is [lmap {word name} {laws lever laws rescale integrate phi integrate method} {trundle::language::default $word $name}] \
    {shares yes 0.5 trapezoid} "what stands where nothing is given"

tap::is [lmap {part name value} {options torsion 1 options torsion no scheme accounts false options lever half scheme dt 1.5} {
    trundle::language::check-choice $part x $name $value
}] {yes no no half 1.5} "yes and no may be 1 and 0, nothing else is changed"
# A lattice gives numbers to its spheres, so none of these names is free, before or after it.
foreach {text message} {
    {sphere bed-2 -radius 1 -material m} {sphere bed-2: this name is already taken}
    {sphere bed -radius 1 -material m} {sphere bed: this name is already taken}
    {sphere bed-2x -radius 1 -material m} {}
    {sphere a-2 -radius 1 -material m; lattice a -count {1 1 1} -spacing 3 -radius 1 -material m} {lattice a: this name is already taken}
    {sphere a-2x -radius 1 -material m; lattice a -count {1 1 1} -spacing 3 -radius 1 -material m} {}
} {
    set code [catch {namespace eval trundle::language [list build "material m -young 1e7 -poisson 0.3 -density 1
        lattice bed -count {1 1 1} -spacing 3 -radius 1 -material m\n$text"]} said]
    tap::ok [expr {$message eq "" ? !$code : $code && $said eq $message}] "names: $text"
    tap::note $said
}
tap::raises {trundle::language::check-choice options laws: torsion 2} {laws: is "2", expected one of no, yes} "2 is neither"
tap::done
