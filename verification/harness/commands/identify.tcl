# identify.tcl -- trundle identify: rolling stiffness and damping from a
# measured swing curve.  The fit is the library's; here it gets its numbers and
# its answer is shown.
package provide trundle::command::identify 1.0
package require trundle::cli
package require trundle::formats
package require trundle::figures
package require trundle::output
package require trundle::provenance

namespace eval trundle::command {
    # What is shown of the fit: name, unit, meaning.
    variable estimates {
        k_r          {{N m/rad}   {rolling stiffness}}
        c_r          {{N m s/rad} {rolling damping}}
        omega        {rad/s       {frequency without damping}}
        omega_damped {rad/s       {frequency of the curve}}
        xi           {-           {damping ratio}}
        decay        {1/s         {decay of the amplitude}}
        amplitude    {rad         {amplitude at the first sample}}
        phase        {rad         {phase at the first sample}}
        offset       {rad         {place of rest}}
        drift        {rad/s       {drift of the place of rest}}
    }
}

trundle::cli::declare identify {
    usage {SWING.csv -inertia I [-bootstrap N] [-plot FILE] [-json]
        SWING.csv -mass M -radius R -shape S ...}
    about {Fits a damped oscillation to a measured curve and prints the rolling stiffness K_r and the rolling damping c_r with
        intervals. The table has one line per sample: time in s and angle in rad, separated by commas, semicolons, tabs or
        blanks, with a decimal point or, where it is not the separator, a decimal comma; a line of names and one of units may
        precede them. The inertia is that about the line or point of contact, or follows from mass, radius and shape.
        Samples before the release, outliers and values that the sensor repeated are left out, and intervals are widened where
        residuals are correlated. No interval is given if the curve is not a damped oscillation. A warning reports each of these.}
    groups {
        body {inertia mass radius shape}
        table {column displacement degrees from until}
        result {drift level bootstrap seed plot json}
    }
    options {
        inertia   {I positive {} {inertia about the contact, kg m2}}
        mass      {M positive {} {mass, kg}}
        radius    {R positive {} {radius, m}}
        shape     {S {choice sphere cylinder hoop shell} {} {sphere, cylinder, hoop or shell}}
        column    {T,V text "" {columns of time and value, counted from 1 (default: the first two after an index)}}
        displacement {{} flag 0 {the values are displacements of the centre in m}}
        degrees   {{} flag 0 {the values are angles in degrees}}
        from      {T number {} {leave out the samples before T s}}
        until     {T number {} {leave out the samples after T s}}
        drift     {D {choice auto yes no} auto {fit a drift of the sensor (default: auto, where it is significant)}}
        level     {P {range 0.01 0.9999} 0.95 {level of the intervals (default: 0.95)}}
        bootstrap {N {integer 20} {} {also intervals from N resampled curves}}
        seed      {N {integer 0} 1 {seed of the resampling (default: 1)}}
        plot      {FILE text {} {draw curve, fit and residuals: .svg, .pdf or .png}}
        json      {{} flag 0 {print one JSON object}}
    }
    examples {
        {trundle identify swing.csv -inertia 4.336e-4}
        {K_r and c_r with 95 % intervals}
        {trundle identify swing.csv -mass 0.18 -radius 0.04 -shape cylinder -displacement}
        {the curve is a displacement; the inertia of a cylinder on its side}
        {trundle identify swing.csv -inertia 4.336e-4 -bootstrap 500 -plot swing.svg}
        {intervals by resampling, and a plot}
    }
}

proc trundle::command::identify {arguments} {
    set values [trundle::cli::parse identify $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help identify]
        return 0
    }
    trundle::cli::words identify $values 1 1 "the name of one table"
    set file [lindex [dict get $values words] 0]
    set format [plot-format [dict get $values plot]]
    if {$format ne ""} {
        dict set values plot [trundle::output::check-file identify plot [dict get $values plot] picture]
    }
    package require trundle
    set curve [window $file [read-curve $file $values] $values]
    set fit [trundle::identify {*}[fit-options $curve $values] -inspect yes]
    check-fit $file $curve $fit
    set warnings [fit-warnings $curve $fit $values]
    foreach warning $warnings {
        puts stderr "warning: $file: $warning"
    }
    if {$format ne ""} {
        plot-fit $curve $fit [dict get $values plot] $format
    }
    puts [expr {[dict get $values json] ? [fit-json $file $fit $warnings]
                                        : [fit-table $file $fit]}]
    return 0
}

# Numbers beyond all measure leave none.
proc trundle::command::check-fit {file curve fit} {
    variable estimates
    foreach name [dict keys $estimates] {
        foreach suffix [expr {[dict get $fit given] ? {{} _error _low _high} : {{}}}] {
            if {![trundle::value::finite [dict get $fit $name$suffix]]} {
                trundle::value::fail "$file: times up to [trundle::formats::short [lindex [dict get $curve time] end]] s\
                    give no finite $name, expected times and values of a measured swing"
            }
        }
    }
}

# The samples from -from to -until.
proc trundle::command::window {file curve values} {
    set from [dict get $values from]
    set until [dict get $values until]
    if {$from eq "" && $until eq ""} {
        return $curve
    }
    if {$from ne "" && $until ne "" && !($from < $until)} {
        trundle::value::fail "identify: -from is $from s, expected a time before -until, $until s"
    }
    set kept {time {} value {}}
    foreach t [dict get $curve time] value [dict get $curve value] {
        if {($from eq "" || $t >= $from) && ($until eq "" || $t <= $until)} {
            dict lappend kept time $t
            dict lappend kept value $value
        }
    }
    if {[llength [dict get $kept time]] < 8} {
        trundle::value::fail "$file: [llength [dict get $kept time]] samples lie between -from and -until, expected at\
            least 8; the table has [lindex [dict get $curve time] 0] s to [lindex [dict get $curve time] end] s"
    }
    return $kept
}

# One line for each thing that was wrong with the record.
proc trundle::command::fit-warnings {curve fit values} {
    set lines {}
    set first [dict get $fit before_release]
    if {$first > 0} {
        lappend lines "the first $first samples were left out: the swing begins at\
            [trundle::formats::short [lindex [dict get $curve time] $first]] s; -from T chooses another time"
    }
    if {[dict get $fit outliers] > 0} {
        lappend lines "[dict get $fit outliers] of [llength [dict get $curve time]] samples were left out, the first at\
            [trundle::formats::short [dict get $fit outlier]] s: far from the line between their neighbours"
    }
    if {[dict get $fit held] > 0} {
        lappend lines "[dict get $fit held] of [expr {[dict get $fit held] + [dict get $fit samples]}] samples were left out:\
            the sensor repeated its last value"
    }
    if {[dict get $values drift] eq "auto" && [dict get $fit drift] != 0} {
        lappend lines "a drift of [trundle::formats::short [dict get $fit drift] 3] rad/s was found and fitted; -drift no leaves it in"
    }
    if {[dict get $fit correlated]} {
        set lag [trundle::formats::short [dict get $fit correlation] 2]
        lappend lines [expr {[dict get $fit given]
            ? "the residuals are correlated ($lag between neighbours): intervals are those of\
                [trundle::formats::short [dict get $fit effective] 3] independent samples, not [dict get $fit samples]"
            : "no intervals are given: the residuals are correlated ($lag between neighbours), so the curve is no damped\
                swing with noise; try -drift yes, or choose a part by -from and -until"}]
    }
    return $lines
}

# The format of the plot from the name of its file.
proc trundle::command::plot-format {file} {
    set format [string range [file extension $file] 1 end]
    if {$file ne "" && $format ni {svg pdf png}} {
        trundle::value::fail "identify: -plot is \"$file\", expected a name that\
            ends in .svg, .pdf or .png"
    }
    return $format
}

# Times and values of the table, angles in rad or displacements in m.
proc trundle::command::read-curve {file values} {
    set columns [expr {[dict get $values column] eq "" ? "" : [list -columns [curve-columns [dict get $values column]]]}]
    set curve [trundle::swing_table [trundle::value::file-text "the table" $file] -name $file {*}$columns]
    if {[dict get $values degrees]} {
        if {[dict get $values displacement]} {
            trundle::value::fail "identify: -degrees and -displacement exclude\
                each other"
        }
        set factor [expr {acos(-1)/180}]
        dict set curve value \
            [lmap x [dict get $curve value] {expr {$x*$factor}}]
    }
    return $curve
}

# "1,3" -> 1 3
proc trundle::command::curve-columns {text} {
    set columns [lmap word [split $text ,] {trundle::value::whole [string trim $word]}]
    if {[llength $columns] == 2 && "" ni $columns && [lindex $columns 0] != [lindex $columns 1]
            && [tcl::mathfunc::min {*}$columns] >= 1 && [tcl::mathfunc::max {*}$columns] <= 1000000} {
        return $columns
    }
    trundle::value::fail "identify: -column is \"$text\", expected two different column numbers from 1, as 1,2"
}

# The words of the library's command; what was not given is left out.
proc trundle::command::fit-options {curve values} {
    set kind [expr {[dict get $values displacement] ? "-displacement" : "-angle"}]
    set words [list -time [dict get $curve time] $kind [dict get $curve value]]
    foreach name {inertia mass radius shape level bootstrap seed drift} {
        if {[dict get $values $name] ne ""} {
            lappend words -$name [dict get $values $name]
        }
    }
    return $words
}

proc trundle::command::fit-table {file fit} {
    variable estimates
    set percent "[trundle::formats::short [expr {100*[dict get $fit level]}]] %"
    set boot [expr {[dict get $fit resampled] > 0}]
    set rows [list [list {} value unit "standard error" "$percent from" to \
        {*}[expr {$boot ? {{bootstrap from} to} : {}}] {}]]
    dict for {name facts} $estimates {
        if {$name eq "drift" && [dict get $fit drift] == 0} {
            continue
        }
        lassign $facts unit meaning
        lappend rows [list $name {*}[estimate $fit $name $unit $boot] $meaning]
    }
    return "$file: [dict get $fit samples] samples, inertia [
        trundle::formats::short [dict get $fit inertia]] kg m2, residual [
        trundle::formats::short [dict get $fit residual] 3] rad\n\n[
        trundle::formats::align $rows]"
}

proc trundle::command::estimate {fit name unit boot} {
    set cells [list [trundle::formats::short [dict get $fit $name]] $unit]
    set suffixes {error low high}
    if {$boot} {
        lappend suffixes boot_low boot_high
    }
    foreach suffix $suffixes {
        if {![dict get $fit given]} {
            lappend cells -
            continue
        }
        set digits [expr {$suffix eq "error" ? 2 : 6}]
        lappend cells [trundle::formats::short \
            [dict get $fit ${name}_$suffix] $digits]
    }
    return $cells
}

# Everything but the curve itself.
proc trundle::command::fit-json {file fit warnings} {
    package require json::write
    json::write indented true
    json::write aligned false
    set pairs [list table [trundle::formats::json-text $file]]
    dict for {name value} $fit {
        if {$name ni {fitted residuals}} {
            lappend pairs $name [trundle::formats::json-value $value]
        }
    }
    lappend pairs warnings [json::write array {*}[lmap line $warnings {trundle::formats::json-text $line}]]
    return [json::write object {*}$pairs]
}

# The curve, the fit and what is left between them.
proc trundle::command::plot-fit {curve fit file format} {
    set columns $file.data[pid]
    try {
        trundle::output::write $columns [join [lmap \
            t [dict get $curve time] fitted [dict get $fit fitted] \
            residual [dict get $fit residuals] {
                list $t [expr {$fitted + $residual}] $fitted $residual
            }] \n]
        trundle::figures::draw [trundle::locate verification/harness/commands/identify.gp] $file \
            $format {14 11} [dict create columns $columns]
        trundle::provenance::into-picture $file $format [trundle::provenance::own "swing fitted"]
        trundle::output::sign $file $format
    } finally {
        file delete $columns
    }
}
