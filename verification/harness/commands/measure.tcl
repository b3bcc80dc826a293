# measure.tcl -- trundle measure: numbers of an experiment from a run that is there.
package provide trundle::command::measure 1.0
package require trundle::cli
package require trundle::formats
package require trundle::language
package require trundle::measured
package require trundle::output
package require trundle::checksum

trundle::cli::declare measure {
    usage {RUN KIND [-OPTION VALUE ...]}
    about {Prints a measure of each frame of the run in the folder RUN as comma-separated values. The definitions are those of
        `measure` in a scenario, which writes them to measures.csv while it runs (`trundle help language`); chapter
        Measures of the book derives them.}
    groups {
        where {box point normal about axis}
        which {of share quantile}
    }
    options {
        of       {NAME text {} {energy: motion or a column of energy.csv; force, torque, place, speed: a wall or a sphere}}
        share    {{} flag 0 {energy as a multiple of the weight times the mean radius}}
        box      {BOX box {} {two corners, six numbers}}
        point    {VECTOR vector {} {flow: a point of the plane}}
        normal   {VECTOR direction {} {flow: the positive direction}}
        about    {VECTOR vector {} {a point of the axis; for repose and height at the floor}}
        axis     {VECTOR direction {} {direction of the axis}}
        quantile {SHARE {range 0 1} {} {height: share of the spheres that are not higher (default: 1)}}
    }
    examples {
        {trundle measure heap-run repose -about '0 0 0' -axis '0 0 1'}
        {angle of repose of each frame, from the moments and along the face}
        {trundle measure drum-run slope -about '0 0 0' -axis '0 -1 0'}
        {slope of the bed}
        {trundle measure silo-run flow -point '0 0 0' -normal '0 0 -1'}
        {mass flow out of the opening, kg/s}
    }
}

proc trundle::command::measure {arguments} {
    set values [trundle::cli::parse measure $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help measure]
        return 0
    }
    trundle::cli::words measure $values 2 2 "the folder of a run and the kind of measure"
    package require trundle
    lassign [dict get $values words] folder kind
    if {![file isfile $folder/model.dict]} {
        trundle::value::fail "measure: \"$folder\" is not the folder of a run, expected one that `trundle run` has written"
    }
    trundle::checksum::check measure $folder ""
    trundle::language::begin
    trundle::language::measure value $kind {*}[concat {*}[lmap option [dict get $values given] {
        list -$option [dict get $values $option]
    }]]
    set model [trundle::value::reading "measure: the model" $folder/model.dict {
        dict merge [trundle::output::text $folder/model.dict]
    }]
    set request [dict create model $model measures $trundle::language::measures \
        forces [trundle::frames has_contacts $folder/trajectory.h5]]
    trundle::measures::check-request $request
    set rows [trundle::measured::table $folder $model [dict get $request measures]]
    lset rows 0 [lmap column [lindex $rows 0] {regsub {^value\M} $column $kind}]
    puts [join [lmap row $rows {join $row ,}] \n]
    return 0
}
