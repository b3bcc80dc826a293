# value.tcl -- what a value may be.  Scenarios, parameters of benchmarks and
# options of commands are all checked here, so that a bad value gets the same
# message everywhere: the object, the value, what was expected.
package provide trundle::value 1.0

namespace eval trundle::value {
    namespace export check fail one-of finite distance get
    variable letters 100000000  ;# of a text that a user names: some million rows
    # Decimal notation only: Tcl itself would read 010 as eight, and take 0x10, "Inf" and "NaN" for
    # numbers. The digits are 0 to 9: \d takes those of every script, which `scan` cannot read.
    variable number {[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?}
    # What a text in JSON consists of. The reader of tcllib passes over what is none of it.
    variable json {^(?:[ \t\n\r]+|[{}:\[\],]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)*}
}

# Bad input of any kind: the command line turns it into exit status 2.  The message is one
# line, also when it quotes a value of several.
proc trundle::value::fail {message} {
    throw {TRUNDLE INPUT} [regsub -all {\s*\n\s*} $message { }]
}

# value::one-of WORD KNOWN ?PREFIX? -> the end of a message about a word that is not known: the
# known ones, and the one that is meant, when one is near.
proc trundle::value::one-of {word known {prefix ""}} {
    if {![llength $known]} {
        return ", and there is none to choose from"
    }
    set text ", expected one of [join [lmap one $known {string cat $prefix $one}] {, }]"
    set near [nearest $word $known]
    return [expr {$near eq "" ? $text : "$text; did you mean $prefix$near?"}]
}

# The known word with the fewest slips to WORD, or "" when that are more than one in three letters.
proc trundle::value::nearest {word known} {
    set best ""
    set least [expr {max(1, [string length $word]/3) + 1}]
    foreach one $known {
        set slips [slips [string tolower $word] [string tolower $one]]
        if {$slips < $least && $slips < [string length $one]} {
            set best $one
            set least $slips
        }
    }
    return $best
}

# How many letters were left out, put in, changed, or changed places with their neighbour.
proc trundle::value::slips {a b} {
    if {abs([string length $a] - [string length $b]) > 8} {
        return 99
    }
    set last [lmap x [split .$b {}] {expr {[incr column] - 1}}]
    foreach x [split $a {}] {
        incr i
        set row [list $i]
        set j 0
        foreach y [split $b {}] {
            incr j
            set cost [expr {min([lindex $last $j] + 1, [lindex $row $j-1] + 1,
                [lindex $last $j-1] + ($x ne $y))}]
            if {$x eq [string index $b $j-2] && $y eq [string index $a $i-2]} {
                set cost [expr {min($cost, [lindex $before $j-2] + 1)}]
            }
            lappend row $cost
        }
        set before $last
        set last $row
    }
    return [lindex $last end]
}

# value::check KIND OBJECT VALUE -> the value in its plain form, or an error.
# KIND is the name of a proc below, perhaps with arguments: {range 0 1}.
proc trundle::value::check {kind object value} {
    set arguments [lassign $kind name]
    try {
        return [accept::$name {*}$arguments $value]
    } trap {TRUNDLE REFUSED} {part} {
        # Of a long list the part that is wrong is enough.
        lassign [expr {$part eq "refused" ? [list "" $value] : $part}] place value
        if {[string length $value] > 200} {
            set value "[string range $value 0 190] ..."
        }
        set meant [expr {$name eq "choice" ? [nearest $value $arguments] : ""}]
        fail "$object$place is \"$value\", expected [expected $kind][expr {
            $meant eq "" ? "" : "; did you mean $meant?"}]"
    }
}

proc trundle::value::expected {kind} {
    set arguments [lassign $kind name]
    switch -- $name {
        number      {return "a finite number"}
        positive    {return "a positive number"}
        nonnegative {return "a number that is zero or positive"}
        vector      {return "three finite numbers"}
        direction   {return "three finite numbers that are not all zero"}
        quaternion  {return "four finite numbers that are not all zero"}
        boolean     {return "yes or no (1 or 0)"}
        text        {return "a text"}
        name        {return "a name of letters, digits, '.', '_' and '-'"}
        choice      {return "one of [join $arguments {, }]"}
        range       {return "a number from [join $arguments { to }]"}
        above       {return "a number above [join $arguments { and up to }]"}
        integer     {return [expected-integer $arguments]}
        counts      {return "three whole numbers, 1 or more"}
        lengths     {return "one positive number or three"}
        shifts      {return "one number that is zero or positive, or three"}
        ends        {return "two different numbers, the smaller first"}
        size        {return "a positive number, or two, the smaller first"}
        box         {return "six numbers, the lower corner first"}
        triangles   {return "triangles, each of three corners of three numbers"}
        sides       {return "some of left, right, front, back, bottom, top"}
        cut         {return "an axis and a place, as {z 0.1}"}
        sight       {return "one of xz, yz, xy, oblique, or a direction of sight and what is up, as {{0 1 0} {0 0 1}}"}
        file        {return "the name of a file"}
    }
    error "no such kind of value: $kind"
}

proc trundle::value::expected-integer {range} {
    switch -- [llength $range] {
        0 {return "a whole number"}
        1 {return "a whole number, $range or more"}
    }
    return "a whole number from [join $range { to }]"
}

# A number that is neither infinite nor "not a number".
proc trundle::value::finite {value} {
    expr {[string is double -strict $value] && $value == $value
          && abs($value) <= 1.7976931348623157e308}
}

# Such a number in decimal notation, as a table of a user has it.
proc trundle::value::decimal {text} {
    variable number
    expr {[regexp ^$number\$ $text] && [finite $text]}
}

# A whole number in decimal notation, or "" when the text is none; 010 is ten.
proc trundle::value::whole {text} {
    return [expr {[regexp {^[+-]?[0-9]{1,15}$} $text] ? [scan $text %lld] : ""}]
}

# value::open-file WHAT FILE -> a channel of a file that a user names, `the table` FILE in messages.
# A pipe or a device might never end.
proc trundle::value::open-file {what file} {
    regular $what $file
    try {
        set channel [open $file]
    } on error {message} {
        unreadable $what $file $message
    }
    chan configure $channel -encoding utf-8
    return $channel
}

# A file that is there is a regular one.
proc trundle::value::regular {what file} {
    if {[file exists $file] && ![file isfile $file]} {
        unreadable $what $file [expr {[file isdirectory $file] ? "it is a folder" : "it is not a regular file"}]
    }
}

# The last part of Tcl's message says why; what stands before it names a channel.
proc trundle::value::unreadable {what file message} {
    fail "$what \"$file\" cannot be read: [string trim [lindex [split $message :] end]]"
}

# value::reading WHAT FILE SCRIPT -> what the script makes of what is in a file.  What it stumbles over there is the file's fault:
# numbers and lists that were expected in it and are none.
proc trundle::value::reading {what file script} {
    try {
        return [uplevel 1 $script]
    } on error {message settings} {
        if {[lindex [dict get $settings -errorcode] 0] in {TRUNDLE POSIX}} {
            return -options $settings $message
        }
        if {[llength [info procs ::trundle::debug]]} {
            trundle::debug [dict get $settings -errorinfo]
        }
        fail "$what \"$file\" cannot be read, it may be damaged: [lindex [split $message \n] 0]"
    }
}

proc trundle::value::file-text {what file} {
    return [contents $what $file [open-file $what $file]]
}

# What is in its channel, but for the mark with which some editors begin a text.
proc trundle::value::contents {what file channel} {
    variable letters
    try {
        set text [read $channel [expr {$letters + 1}]]
    } on error {message} {
        unreadable $what $file $message
    } finally {
        close $channel
    }
    if {[string length $text] > $letters} {
        fail "$what \"$file\" is too large, expected a text of [expr {$letters/1000000}] MB at most"
    }
    return [string trimleft $text \ufeff]
}

# value::from-json TEXT -> the one value that a text in JSON holds, as dicts and lists; an error that names the line of what
# is no JSON.
proc trundle::value::from-json {text} {
    variable json
    package require json
    set text [string trimleft $text \ufeff]
    regexp -indices $json $text all
    set end [expr {[lindex $all 1] + 1}]
    if {$end < [string length $text]} {
        set line [expr {[regexp -all \n [string range $text 0 $end-1]] + 1}]
        regexp {^\S{0,20}} [string range $text $end end] rest
        fail "line $line: found \"$rest\", which is no JSON"
    }
    set values [json::many-json2dict $text]
    if {[llength $values] != 1} {
        fail "found [llength $values] values in JSON, expected one"
    }
    set twice [key-twice $text]
    if {$twice ne ""} {
        fail "$twice is a key twice in one object, expected once"
    }
    return [lindex $values 0]
}

# The first key that an object of a text in JSON has twice, of which the parser keeps the last; or nothing.
proc trundle::value::key-twice {text} {
    set outer {}
    set keys {}
    foreach token [regexp -all -inline {"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}]} $text] {
        switch -glob -- $token {
            \{ {
                lappend outer $keys
                set keys {}
            }
            \} {
                set keys [lindex $outer end]
                set outer [lrange $outer 0 end-1]
            }
            *: {
                set key [string trimright $token ": \t\r\n"]
                if {[dict exists $keys $key]} {
                    return $key
                }
                dict set keys $key 1
            }
        }
    }
    return ""
}

# The value of a key, or a default; `dict getdef` came only with Tcl 8.7.
proc trundle::value::get {values key {default ""}} {
    if {[dict exists $values $key]} {
        return [dict get $values $key]
    }
    return $default
}

# What a user has named, or where that is nothing, what there is else.  (An expression would make a number of 0x10 and
# 1e3, and nothing of nan.)
proc trundle::value::or {text else} {
    if {$text eq ""} {
        return $else
    }
    return $text
}

# The length of the difference of two vectors; a number is a vector of one.
proc trundle::value::distance {a b} {
    if {[llength $a] != [llength $b]} {
        fail "a value of [llength $a] numbers is compared with one of\
            [llength $b]"
    }
    set sum 0.0
    foreach x $a y $b {
        set sum [expr {hypot($sum, $x - $y)}]
    }
    return $sum
}

namespace eval trundle::value::accept {}

proc trundle::value::accept::refuse-unless {condition} {
    if {!$condition} {
        throw {TRUNDLE REFUSED} refused
    }
}

proc trundle::value::accept::number {value} {
    set value [string trim $value]
    refuse-unless [regexp ^$::trundle::value::number\$ $value]
    scan $value %f number
    refuse-unless [expr {abs($number) <= 1.7976931348623157e308}]
    # Always a floating-point number: 1/3 of the whole number 1 would be 0.
    return $number
}

proc trundle::value::accept::positive {value} {
    set value [number $value]
    refuse-unless [expr {$value > 0}]
    return $value
}

proc trundle::value::accept::nonnegative {value} {
    set value [number $value]
    refuse-unless [expr {$value >= 0}]
    return $value
}

proc trundle::value::accept::range {least most value} {
    set value [number $value]
    refuse-unless [expr {$value >= $least && $value <= $most}]
    return $value
}

proc trundle::value::accept::above {least most value} {
    set value [number $value]
    refuse-unless [expr {$value > $least && $value <= $most}]
    return $value
}

proc trundle::value::accept::integer {args} {
    set number [trundle::value::whole [string trim [lindex $args end]]]
    refuse-unless [expr {$number ne ""}]
    if {[llength $args] > 1} {
        refuse-unless [expr {$number >= [lindex $args 0]}]
    }
    if {[llength $args] > 2} {
        refuse-unless [expr {$number <= [lindex $args 1]}]
    }
    return $number
}

proc trundle::value::accept::numbers {count value} {
    refuse-unless [expr {[string is list $value] && [llength $value] == $count}]
    return [lmap x $value {number $x}]
}

proc trundle::value::accept::vector {value} {
    return [numbers 3 $value]
}

proc trundle::value::accept::each {kind counts value} {
    refuse-unless [expr {[string is list $value] && [llength $value] in $counts}]
    return [lmap x $value {{*}$kind $x}]
}

proc trundle::value::accept::counts {value} {
    return [each {integer 1} 3 $value]
}

proc trundle::value::accept::lengths {value} {
    return [each positive {1 3} $value]
}

proc trundle::value::accept::shifts {value} {
    return [each nonnegative {1 3} $value]
}

proc trundle::value::accept::size {value} {
    set value [each positive {1 2} $value]
    refuse-unless [expr {[lindex $value 0] <= [lindex $value end]}]
    return $value
}

proc trundle::value::accept::ends {value} {
    set value [numbers 2 $value]
    refuse-unless [expr {[lindex $value 0] < [lindex $value 1]}]
    return $value
}

proc trundle::value::accept::box {value} {
    set value [numbers 6 $value]
    foreach low [lrange $value 0 2] high [lrange $value 3 5] {
        refuse-unless [expr {$low <= $high}]
    }
    return $value
}

proc trundle::value::accept::triangles {value} {
    refuse-unless [expr {[string is list $value] && [llength $value] > 0}]
    set number -1
    return [lmap triangle $value {
        incr number
        try {
            refuse-unless [expr {[string is list $triangle] && [llength $triangle] == 3}]
            lmap corner $triangle {vector $corner}
        } trap {TRUNDLE REFUSED} {} {
            throw {TRUNDLE REFUSED} [list ", triangle $number," $triangle]
        }
    }]
}

# A plane across an axis.
proc trundle::value::accept::cut {value} {
    refuse-unless [expr {[string is list $value] && [llength $value] == 2 && [lindex $value 0] in {x y z}}]
    return [list [lindex $value 0] [number [lindex $value 1]]]
}

# How one looks at a picture (snapshots.tcl).
proc trundle::value::accept::sight {value} {
    if {$value in {xz yz xy oblique}} {
        return $value
    }
    return [each direction 2 $value]
}

proc trundle::value::accept::sides {value} {
    refuse-unless [string is list $value]
    foreach side $value {
        refuse-unless [expr {$side in {left right front back bottom top}}]
    }
    return [lsort -unique $value]
}

# Any name that is one line and not empty.
proc trundle::value::accept::file {value} {
    refuse-unless [regexp {^[^\n\r]+$} $value]
    return $value
}

proc trundle::value::accept::direction {value} {
    set value [numbers 3 $value]
    refuse-unless [expr {[tcl::mathop::+ {*}[lmap x $value {expr {abs($x)}}]] > 0}]
    return $value
}

proc trundle::value::accept::quaternion {value} {
    set value [numbers 4 $value]
    refuse-unless [expr {[tcl::mathop::+ {*}[lmap x $value {expr {abs($x)}}]] > 0}]
    return $value
}

proc trundle::value::accept::boolean {value} {
    refuse-unless [string is boolean -strict $value]
    return [expr {bool($value)}]
}

proc trundle::value::accept::choice {args} {
    set value [lindex $args end]
    refuse-unless [expr {$value in [lrange $args 0 end-1]}]
    return $value
}

proc trundle::value::accept::name {value} {
    refuse-unless [regexp {^[A-Za-z0-9_.-]+$} $value]
    return $value
}

proc trundle::value::accept::text {value} {
    return $value
}
