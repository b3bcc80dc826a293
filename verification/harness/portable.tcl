# portable.tcl -- other codes are asked what the pages call portable, and each answer gets one word:
#   pass         all that was asked agrees with the page's references
#   differs      it does not, but it does with the references in the code's own conventions, those that
#                its adapter declares, or with Trundle's rows in them where no reference knows them; the
#                one that is enough is named
#   fail         it does neither: nothing that is declared explains it
#   unsupported  the code, or what is known of it, cannot say the problem, or it is not installed
#   crashed      it ended early, or what it wrote is no answer; its files are kept
#   late         it did not end in time
# An answer has the form of a check, so that every format of `verify` can show it.
package provide trundle::portable 1.0
package require trundle::harness
package require trundle::foreign

namespace eval trundle::portable {
    namespace import ::trundle::value::get
    variable told {CRASHED crashed BABBLES crashed LATE late MISSING unsupported}
}

# portable::variants PAGE -> the names of its variants.
proc trundle::portable::variants {page} {
    trundle::harness::use $page
    return [dict keys [dict get [trundle::harness::fact $page portable] variants]]
}

# portable::ask PAGE VARIANT CODE DIALECT -> the answer; with DIALECT the references follow the code from the start.
proc trundle::portable::ask {page variant code dialect} {
    if {[trundle::foreign::deck? $code]} {
        package require trundle::engine::$code
    }
    set manner [manner $page [expr {$dialect ? $code : ""}]]
    set answer [judge $page $variant $code $manner]
    if {[dict get $answer status] eq "fail" && [trundle::foreign::deck? $code]} {
        if {$dialect && [twin? $answer $page $variant [lindex $manner 0]]} {
            dict set answer status differs
            dict set answer message "as Trundle does in these conventions, which the reference does not know"
        } elseif {!$dialect && [set reason [explained $answer $page $variant $code]] ne ""} {
            dict set answer status differs
            dict set answer message $reason
        }
    }
    if {[dict get $answer status] eq "fail"} {
        dict set answer message [looks-like $page $variant $code [expr {$dialect ? [manner $page $code] : [manner $page ""]}]]
    }
    dict set answer title "[trundle::harness::fact $page title], $variant, by [trundle::foreign::name $code][expr {
        $dialect ? " in its own conventions" : ""}]"
    return $answer
}

# What a wrong answer looks like: the known mistakes that give the same.
proc trundle::portable::looks-like {page variant code manner} {
    package require trundle::mistakes
    lassign $manner parameters trundle::harness::habits
    set changes [dict merge $parameters [dict get [trundle::harness::fact $page portable] variants $variant]]
    set trundle::harness::engine $code
    try {
        return [trundle::mistakes::told $page $changes [trundle::harness::borrow-case $page $changes]]
    } on error {} {
        return ""
    } finally {
        set trundle::harness::engine ""
        set trundle::harness::habits {}
    }
}

# {PARAMETERS HABITS} of the printed conventions, or those of a code.
proc trundle::portable::manner {page code} {
    set parameters [trundle::harness::manner $page $code]
    return [list $parameters $trundle::harness::habits]
}

# Does Trundle with these parameters, whose rows are read in the same way, give the answer within its tolerances?
proc trundle::portable::twin? {answer page variant parameters} {
    set ours {}
    foreach one [dict get [judge $page $variant trundle [list $parameters {}]] comparisons] {
        if {[dict exists $one want]} {
            dict set ours [dict get $one text] [dict get $one got]
        }
    }
    foreach one [dict get $answer comparisons] {
        if {![dict exists $one want]} continue
        if {![dict exists $ours [dict get $one text]] || [trundle::value::distance [dict get $one got] \
                [dict get $ours [dict get $one text]]] > [dict get $one tolerance]} {
            return 0
        }
    }
    return [dict size $ours]
}

# The declared convention that explains an answer which is not the page's: one alone, if that is enough, else
# all together; empty if they do not.  The code does as it always does: only what it is compared with changes.
proc trundle::portable::explained {answer page variant code} {
    lassign [manner $page $code] dialect habits
    lassign [manner $page ""] plain
    set declared [lmap text $trundle::foreign::differs {lindex $text 0}]
    set changed [dict filter $dialect script {name value} {
        expr {$name in $declared && [get $plain $name] ne $value}
    }]
    foreach {name value} $habits {
        if {[right? [judge $page $variant $code [list $plain [list $name $value]]]]} {
            return "$name $value"
        }
    }
    foreach name [lsort -command {apply {{a b} {expr {($b eq "lever") - ($a eq "lever")}}}} [dict keys $changed]] {
        set value [dict get $changed $name]
        if {[twin? $answer $page $variant [dict merge $plain [list $name $value]]]} {
            return "$name $value"
        }
    }
    if {[twin? $answer $page $variant [dict merge $plain $changed]]} {
        return [told [needed $answer $page $variant $plain $changed]]
    }
    if {[right? [judge $page $variant $code [list $dialect $habits]]]} {
        return [told [concat $habits $changed]]
    }
}

proc trundle::portable::told {conventions} {
    return [join [lmap {name value} $conventions {string cat "$name $value"}] ", "]
}

# Of several conventions that explain an answer together those without which they do not.
proc trundle::portable::needed {answer page variant plain changed} {
    foreach name [dict keys $changed] {
        if {[twin? $answer $page $variant [dict merge $plain [dict remove $changed $name]]]} {
            dict unset changed $name
        }
    }
    return $changed
}

proc trundle::portable::right? {answer} {
    expr {[dict get $answer status] in {pass weak}}
}

# The case in one variant by a code, and what its references say.
proc trundle::portable::judge {page variant code manner} {
    lassign $manner parameters trundle::harness::habits
    set facts [trundle::harness::fact $page portable]
    set changes [dict merge $parameters [dict get $facts variants $variant]]
    set trundle::harness::comparisons {}
    set trundle::foreign::spent 0.0
    set trundle::harness::engine $code
    set message ""
    try {
        has-answer $page $changes
        set result [trundle::harness::borrow-case $page $changes]
        trundle::harness::use $page
        trundle::harness::compare-some [dict filter [dict get $result observables] script {name -} {
            expr {$name in [dict get $facts observables]}
        }]
        set status [trundle::harness::verdict]
    } on error {message settings} {
        trundle::debug [dict get $settings -errorinfo]
        lassign [why-not $message $settings] status message
    } finally {
        set trundle::harness::engine ""
        set trundle::harness::habits {}
    }
    return [dict create benchmark $page name [trundle::foreign::name $code]/$variant tier quick tags {} title $variant \
        status $status message $message comparisons $trundle::harness::comparisons \
        seconds $trundle::foreign::spent]
}

# A page may know the answer for some values of a convention only.
proc trundle::portable::has-answer {page changes} {
    set parameters [trundle::harness::fact $page parameters]
    dict for {name value} $changes {
        set values [lassign [get [get $parameters $name] kind] kind]
        if {$kind eq "choice" && $value ni $values} {
            return -code error -errorcode {TRUNDLE UNSUPPORTED} "$page has no answer for $name $value, but for [join $values {, }]"
        }
    }
}

# {WORD MESSAGE}: what came of a question that ended in an error.
proc trundle::portable::why-not {message settings} {
    variable told
    set code [dict get $settings -errorcode]
    switch -- [lindex $code 1] {
        FOREIGN {return [list [dict get $told [lindex $code 2]] $message]}
        UNSUPPORTED {return [list unsupported $message]}
        EDIVERGED {return [list fail $message]}
    }
    return [list [expr {[regsub {^export: } $message {} message] ? "unsupported" : "error"}] $message]
}

# The name of a code as a word for files and scripts.
proc trundle::portable::word-of {code} {
    return [regsub -all {[^\w.-]} [trundle::foreign::name $code] _]
}

# The largest error in an answer, in tolerances, and of what; empty when there is none.
proc trundle::portable::worst {answer} {
    set worst {}
    foreach one [dict get $answer comparisons] {
        if {[get $one tolerance 0] > 0 && [get $one error] ne ""} {
            lappend worst [list [expr {[dict get $one error]/[dict get $one tolerance]}] [dict get $one text]]
        }
    }
    return [lindex [lsort -real -decreasing -index 0 $worst] 0]
}

# What a worker does: the settings of the run, then one question.
proc trundle::portable::job {settings args} {
    take $settings
    return [ask {*}$args]
}

proc trundle::portable::take {settings} {
    dict for {name value} $settings {
        set trundle::foreign::$name $value
    }
}

# portable::settings -> those settings, as they are here.
proc trundle::portable::settings {} {
    return [dict create limit $trundle::foreign::limit ranks $trundle::foreign::ranks \
        programs $trundle::foreign::programs named $trundle::foreign::named]
}

# --- many questions ---------------------------------------------------------------------

# portable::everything CODES VARIANTS -> for each portable page, variant that matches, and code, a dict of page, variant,
# code, and the answers strict and own (in the code's conventions); several at a time.
proc trundle::portable::everything {codes which} {
    return [asked [questions [trundle::harness::portables] $which] $codes list]
}

# {PAGE VARIANT} ... of the variants that match.
proc trundle::portable::questions {pages which} {
    return [concat {*}[lmap page $pages {
        lmap variant [lsearch -all -inline [variants $page] $which] {list $page $variant}
    }]]
}

# The answers of codes to questions; REPORT is called with each job and its answer.
proc trundle::portable::asked {questions codes report {count ""}} {
    package require trundle::pool
    set jobs {}
    foreach question $questions {
        foreach code $codes {
            lappend jobs [list both [settings] {*}$question $code]
        }
    }
    return [lmap job $jobs answer [trundle::pool::map $jobs [expr {$count eq "" ? [trundle::pool::processors] : $count}] $report] {
        lassign $job - - page variant code
        if {[lindex $answer 0] ne "ok"} {
            error [lindex $answer 1]
        }
        dict merge [dict create page $page variant $variant code $code] [lindex $answer 1]
    }]
}

# What a worker does for it.
proc trundle::portable::both {settings page variant code} {
    take $settings
    set strict [ask $page $variant $code 0]
    if {$code eq "trundle" || [dict get $strict status] in {crashed late error}
            || ([trundle::foreign::deck? $code] && [dict get $strict status] eq "unsupported")} {
        return [dict create strict $strict own $strict]
    }
    return [dict create strict $strict own [ask $page $variant $code 1]]
}
