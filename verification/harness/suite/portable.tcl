# portable.tcl -- other codes are asked what the pages call portable, and each answer gets one word:
#   pass         all that was asked agrees with the page's references
#   differs      it does not, but it does with the references in the code's own conventions, those that
#                its adapter declares, or with Trundle's rows in them where no reference knows them; the
#                one that is enough is named
#   fail         it does neither: nothing that is declared explains it
#   unsupported  the code, or what is known of it, cannot say the problem, nothing can be compared, or it is not installed
#   crashed      it ended early, or what it wrote is no answer; its files are kept
#   late         it did not end in time
# An answer has the form of a check, so that every format of `verify` can show it.
package provide trundle::portable 1.0
package require trundle::page
package require trundle::foreign

namespace eval trundle::portable {
    namespace import ::trundle::value::get
    variable ending ""   ;# a normal_end with the dampers that a model has, while a declared one is looked at
}

# portable::variants PAGE ?TIER? -> the names of its variants, in the quick tier but for those of the full one.
proc trundle::portable::variants {page {tier full}} {
    trundle::harness::use $page
    return [lmap variant [dict keys [dict get [trundle::harness::fact $page portable] variants]] {
        if {$tier eq "quick" && [tier-of $page $variant] eq "full"} continue
        set variant
    }]
}

proc trundle::portable::tier-of {page variant} {
    return [expr {$variant in [dict get [trundle::harness::fact $page portable] full] ? "full" : "quick"}]
}

# portable::ask PAGE VARIANT CODE DIALECT -> the answer; with DIALECT the references follow the code from the start.
proc trundle::portable::ask {page variant code dialect} {
    if {[trundle::foreign::deck? $code]} {
        package require trundle::engine::$code
    }
    set manner [manner $page [expr {$dialect ? $code : ""}] $variant]
    set answer [judge $page $variant $code $manner]
    if {[dict get $answer status] eq "fail" && $code ne "trundle"} {
        set answer [weighed $answer $page $variant $code $dialect $manner]
    }
    if {[dict get $answer status] eq "fail"} {
        set answer [diagnosed $answer $page $variant $code $manner]
    }
    dict set answer title "[trundle::harness::fact $page title], $variant, by [trundle::foreign::name $code][expr {
        $dialect ? " in its own conventions" : ""}]"
    return [dict set answer code $code]
}

# An answer that does not agree with the page's references: the conventions of the code may explain it, or where these know
# nothing of its conventions, Trundle is compared in them.  What can be compared with nothing is no failure, and no success.
proc trundle::portable::weighed {answer page variant code dialect manner} {
    if {[right? $answer]} {
        return [dict merge $answer {status weak message "agrees, where a rival would, too"}]
    }
    if {!$dialect} {
        set reason [explained $answer $page $variant $code]
        if {$reason ne ""} {
            return [dict merge $answer [dict create status differs message $reason]]
        }
    } else {
        set beside [beside $answer $page $variant $code {*}$manner]
        if {[all-pass? $beside]} {
            return [dict merge $answer [dict create status differs comparisons $beside \
                message "as Trundle does in these conventions, which the reference does not know"]]
        }
        if {![compared? $answer]} {
            dict set answer comparisons $beside
        }
    }
    if {![compared? $answer]} {
        return [dict merge $answer [dict create status unsupported \
            message "nothing to compare with: no reference of the page knows [expr {$dialect ? "these conventions" : "this problem"}]"]]
    }
    return $answer
}

# Has anything been compared?
proc trundle::portable::compared? {answer} {
    return [expr {[llength [lsearch -all -not -exact [lmap one [dict get $answer comparisons] {get $one pass}] ""]] > 0}]
}

# A wrong answer with the known mistakes that give the same, {WORD NOTE} ..., as `mistakes`.
proc trundle::portable::diagnosed {answer page variant code manner} {
    package require trundle::mistakes
    lassign $manner changes habits
    try {
        trundle::harness::computed-by [list engine $code habits $habits] {
            set result [beside-references [trundle::harness::borrow-case $page $changes] $answer]
            dict set answer mistakes [trundle::mistakes::explain $page $changes $result]
        }
        dict set answer message [trundle::mistakes::told [dict get $answer mistakes]]
    } on error {} {
        dict set answer message ""
    }
    return $answer
}

# The result of a case with the references of an answer, where it has none of its own.
proc trundle::portable::beside-references {result answer} {
    foreach one [dict get $answer comparisons] {
        set name [dict get $one text]
        if {![dict exists $one want] || [get [get [dict get $result observables] $name] pass ""] ne ""} continue
        dict set result observables $name [dict merge [dict get $result observables $name] \
            [dict create reference [dict get $one want] rivals {}] [dict filter $one key tolerance pass error]]
    }
    return $result
}

# {PARAMETERS HABITS} of a variant, in its own conventions or those of a code.  A convention in which variants differ
# stays where the code calls it the same.
proc trundle::portable::manner {page code variant} {
    trundle::harness::use $page
    set facts [trundle::harness::fact $page parameters]
    set changes [dict get [trundle::harness::fact $page portable] variants $variant]
    lassign [trundle::harness::manner $page $code $changes] parameters habits
    if {$code ne "" && $code ne "trundle"} {
        set changes [dict filter $changes script {name value} {
            expr {![dict exists $parameters $name] || ![dict exists $facts $name word]
                || [trundle::foreign::is-same? $code $name $value]}
        }]
    }
    return [list [dict merge $parameters $changes] $habits]
}

# An answer beside Trundle with these parameters, whose rows are read in the same way: comparisons with the tolerances
# of the answer's references, or, where it has none, of those in the page's conventions; empty where nothing can be
# compared.  What habits change, which no option of ours knows, is added as the references tell it in these parameters,
# or in the nearest that they have an answer for.
proc trundle::portable::beside {answer page variant code parameters {habits {}}} {
    variable ending
    set altered [expr {$ending eq "" ? {} : [list trundle::portable::with-end $ending]}]
    set ours [trundle::harness::computed-by [list altered $altered] {
        dict get [judge $page $variant trundle [list $parameters {}]] values
    }]
    set plain [lindex [manner $page "" $variant] 0]
    set from $answer
    if {![dict size [told-of $answer tolerance]]} {
        set from [judge $page $variant trundle [list $plain {}]]
    }
    set tolerances [told-of $from tolerance]
    set reasons [told-of $from reason]
    if {[llength $habits]} {
        foreach base [bases $parameters $plain] {
            set with [told-of [judge $page $variant $code [list $base $habits]] want]
            if {[dict size $with] >= [dict size $tolerances]} break
        }
        set without [told-of [judge $page $variant $code [list $base {}]] want]
    }
    set comparisons {}
    dict for {text tolerance} $tolerances {
        if {![dict exists $ours $text] || ![dict exists $answer values $text]
                || ([llength $habits] && (![dict exists $with $text] || ![dict exists $without $text]))} {
            return {}
        }
        set want [dict get $ours $text]
        if {[llength $habits]} {
            set want [lmap x $want a [dict get $with $text] b [dict get $without $text] {expr {$x + $a - $b}}]
        }
        set got [dict get $answer values $text]
        set error [trundle::value::distance $got $want]
        lappend comparisons [dict create text $text got $got want $want error $error measure error \
            tolerance $tolerance pass [expr {$error <= $tolerance}] rivals {} rival "" discrimination "" weak 0 \
            why "" named "" fault "" reason [dict get $reasons $text]]
    }
    return $comparisons
}

# These parameters, all of them with one taken from the page, and the page's.
proc trundle::portable::bases {parameters plain} {
    set bases [list $parameters]
    dict for {name value} $parameters {
        if {[get $plain $name] ne $value} {
            lappend bases [dict merge [dict remove $parameters $name] [dict filter $plain key $name]]
        }
    }
    return [lappend bases $plain]
}

proc trundle::portable::twin? {args} {
    return [all-pass? [beside {*}$args]]
}

proc trundle::portable::all-pass? {comparisons} {
    foreach one $comparisons {
        if {![dict get $one pass]} {
            return 0
        }
    }
    return [llength $comparisons]
}

# Of what was compared with a reference: text -> the tolerance, say, or what was wanted.
proc trundle::portable::told-of {answer key} {
    set found {}
    foreach one [dict get $answer comparisons] {
        if {[dict exists $one want]} {
            dict set found [dict get $one text] [get $one $key]
        }
    }
    return $found
}

# The declared convention that explains an answer which is not the page's: one alone, if that is enough, else several
# of which none can be left out; empty if all together do not.  The code does as it always does: only what it is
# compared with changes.
proc trundle::portable::explained {answer page variant code} {
    lassign [manner $page $code $variant] dialect habits
    lassign [manner $page "" $variant] plain
    set declared [lmap text $trundle::foreign::differs {lindex $text 0}]
    set changed [dict filter $dialect script {name value} {
        expr {$name in $declared && [get $plain $name] ne $value}
    }]
    # An arm is what explains most.
    set all [dict merge [dict filter $changed key lever] $habits $changed]
    dict for {name value} $all {
        if {[enough? $answer $page $variant $code $plain [dict create $name $value] $habits]} {
            return "$name $value"
        }
    }
    if {[enough? $answer $page $variant $code $plain $all $habits]} {
        dict for {name value} [dict merge $changed $habits] {
            if {[enough? $answer $page $variant $code $plain [dict remove $all $name] $habits]} {
                dict unset all $name
            }
        }
        return [told $all]
    }
}

# Is an answer explained by some conventions, of which some are habits?  The reference is asked, or Trundle.  A code that
# ends contacts otherwise than it was asked to does so with the damper that it was given, which is not the one that has the page's
# restitution at the other end.
proc trundle::portable::enough? {answer page variant code plain conventions habits} {
    variable ending
    set parameters [dict merge $plain [dict remove $conventions {*}[dict keys $habits]]]
    set habits [dict filter $conventions script {name -} {dict exists $habits $name}]
    if {[right? [judge $page $variant $code [list $parameters $habits]]]
            || [twin? $answer $page $variant $code $parameters $habits]} {
        return 1
    }
    if {![dict exists $conventions normal_end]} {
        return 0
    }
    set ending [dict get $conventions normal_end]
    try {
        return [twin? $answer $page $variant $code [dict merge [dict remove $parameters normal_end] [dict filter $plain key normal_end]] \
            $habits]
    } finally {
        set ending ""
    }
}

proc trundle::portable::with-end {end model} {
    set model [trundle::harness::with-dampers $model]
    dict set model options normal_end $end
    return $model
}

proc trundle::portable::told {conventions} {
    return [join [lmap {name value} $conventions {string cat "$name $value"}] ", "]
}

# Does all agree that has a reference?  In the conventions of a code, one without a dashpot, say, a rival may agree, too.
proc trundle::portable::right? {answer} {
    set count 0
    foreach one [dict get $answer comparisons] {
        if {![dict exists $one want]} continue
        if {[get $one error] eq "" || [dict get $one error] > [dict get $one tolerance]} {
            return 0
        }
        incr count
    }
    return [expr {$count && [dict get $answer status] in {pass weak fail}}]
}

# The case in one variant by a code, what its references say, and the values, of which some may have none.
proc trundle::portable::judge {page variant code manner} {
    lassign $manner changes habits
    set facts [trundle::harness::fact $page portable]
    set trundle::harness::comparisons {}
    set trundle::foreign::spent 0.0
    set message ""
    set values {}
    trundle::harness::computed-by [list engine $code habits $habits] {
        try {
            has-answer $page $changes
            set result [trundle::harness::borrow-case $page $changes]
            trundle::harness::use $page
            set asked [dict filter [dict get $result observables] script {name -} {
                expr {$name in [dict get $facts observables]}
            }]
            set values [dict map {name observable} $asked {dict get $observable value}]
            trundle::harness::compare-some $asked
            set status [trundle::harness::verdict]
        } on error {message settings} {
            trundle::debug [dict get $settings -errorinfo]
            lassign [trundle::foreign::why-not $message $settings] status message
        }
    }
    return [dict create benchmark $page name [trundle::foreign::name $code]/$variant tier [tier-of $page $variant] tags {} title $variant \
        status $status message $message comparisons $trundle::harness::comparisons values $values \
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

# --- all answers of a code -------------------------------------------------------------

# Lines about all answers of each code: how many agree, and how many of the wrong ones each mistake explains.
proc trundle::portable::summary {answers} {
    set lines {}
    dict for {code members} [by-code $answers] {
        set name [trundle::foreign::name $code]
        set counts [counts $members]
        if {[dict get $counts compared]} {
            lappend lines "$name: [dict get $counts text]"
        } else {
            lappend lines "$name: nothing was compared: [none-applies $members]"
        }
        foreach one [explanations $members] {
            dict with one {
                lappend lines "$name: $word ($note) explains $explains of $of wrong answers"
            }
        }
    }
    return $lines
}

proc trundle::portable::by-code {answers} {
    set found {}
    foreach answer $answers {
        if {[dict exists $answer code]} {
            dict lappend found [dict get $answer code] $answer
        }
    }
    return $found
}

# Has each code been compared with something?
proc trundle::portable::all-compared? {answers} {
    dict for {code members} [by-code $answers] {
        if {![dict get [counts $members] compared]} {
            return 0
        }
    }
    return 1
}

# How many answers there are of each kind: compared, and a text.
proc trundle::portable::counts {answers} {
    set count {}
    foreach answer $answers {
        dict incr count [dict get $answer status]
    }
    set parts [lmap {status words} {
        pass "agree" weak "agree where a wrong code would, too" differs "differ as declared" fail "are wrong"
        error "ended in an error" crashed "crashed" late "took too long"
    } {
        if {![dict exists $count $status]} continue
        string cat "[dict get $count $status] $words"
    }]
    set apart [get $count unsupported 0]
    return [dict create compared [expr {[llength $answers] - $apart}] \
        text "[join $parts {, }][expr {$apart ? "; $apart do not apply and are not counted" : ""}]"]
}

# Why none of the problems applies to a code: the reason that is told most.
proc trundle::portable::none-applies {answers} {
    set reasons {}
    foreach answer $answers {
        dict incr reasons [dict get $answer message]
    }
    lassign [lsort -stride 2 -index 1 -integer -decreasing $reasons] reason count
    return "none of [llength $answers] problems applies; $count: $reason"
}

# The mistakes that explain most wrong answers of a code: word, note, explains, of; those that explain less than half as
# many as the best, and single answers beside many, are left out.
proc trundle::portable::explanations {answers} {
    set wrong 0
    set found {}
    foreach answer $answers {
        if {[dict get $answer status] ne "fail"} continue
        incr wrong
        foreach mistake [lsort -unique [get $answer mistakes]] {
            dict incr found $mistake
        }
    }
    set sorted [lsort -stride 2 -index 1 -integer -decreasing $found]
    return [lmap {mistake count} $sorted {
        if {2*$count < [lindex $sorted 1]} break
        dict create word [lindex $mistake 0] note [lindex $mistake 1] explains $count of $wrong
    }]
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
