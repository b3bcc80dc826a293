# report-parts.tcl -- numbers and cells of the tables of the report.
package provide trundle::report::parts 1.0
package require trundle::formats

namespace eval trundle::report {
    namespace import ::trundle::formats::xml ::trundle::formats::short
}

# A table cell; the label is shown before it where the screen is narrow.
proc trundle::report::cell {label html} {
    return "<td data-label=\"[xml $label]\">$html</td>"
}

# Minus signs and powers of ten as in print, all digits as they stand without a count of them; the components of a vector one
# below the other where there is room for columns.
proc trundle::report::number {value digits} {
    set parts [lmap x $value {
        string map {- &minus;} [power-of-ten [xml [if {$digits eq ""} {set x} else {short $x $digits}]]]
    }]
    if {[llength $parts] < 2} {
        return [lindex $parts 0]
    }
    return "<span class=\"component\">[join $parts {</span> <span\
        class="component">}]</span>"
}

proc trundle::report::power-of-ten {text} {
    if {![regexp {^(.*)e([+-]?)0*(\d+)$} $text - mantissa sign exponent]} {
        return $text
    }
    set sign [string trimleft $sign +]
    return "$mantissa&middot;10<sup>$sign$exponent</sup>"
}
