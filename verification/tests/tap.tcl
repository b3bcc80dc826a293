# tap.tcl -- a small language for tests written in Tcl.  Each check prints one
# line of the Test Anything Protocol; its numbers follow as diagnostics.
#
#   tap::ok CONDITION NAME            tap::is GOT WANTED NAME
#   tap::matches GOT PATTERN NAME              (regular expression)
#   tap::near GOT WANTED TOLERANCE NAME        (absolute; numbers or vectors)
#   tap::raises SCRIPT PATTERN NAME   the script ends with an error (code 1), message matches (glob)
#   tap::done                         the plan; exit status 1 if a check failed
package provide tap 1.0
package require trundle::value

# What tests write and read, names of files too, is UTF-8 in any locale.
encoding system utf-8

namespace eval tap {
    variable count 0
    variable failed 0
}

proc tap::ok {condition name} {
    variable count
    variable failed
    incr count
    if {!$condition} {
        incr failed
        puts -nonewline "not "
    }
    puts "ok $count - $name"
    return [expr {bool($condition)}]
}

proc tap::note {text} {
    puts "# [string map {\n "\n# "} $text]"
}

proc tap::is {got wanted name} {
    if {![ok [expr {$got eq $wanted}] $name]} {
        note "got    $got\nwanted $wanted"
    }
}

proc tap::matches {got pattern name} {
    if {![ok [regexp $pattern $got] $name]} {
        note "got    $got\nwanted $pattern"
    }
}

proc tap::near {got wanted tolerance name} {
    set error [trundle::value::distance $got $wanted]
    ok [expr {$error <= $tolerance}] $name
    note "got $got, wanted $wanted, error [format %.3g $error],\
        tolerance $tolerance"
}

proc tap::raises {script pattern name} {
    set code [catch {uplevel 1 $script} message]
    if {![ok [expr {$code == 1 && [string match $pattern $message]}] $name]} {
        note [expr {$code == 1 ? "message: $message" : "no error, code $code: $message"}]
        note "wanted:  $pattern"
    }
}

proc tap::done {} {
    variable count
    variable failed
    puts "1..$count"
    exit [expr {$failed > 0}]
}
