# test-symbols.tcl -- each symbol of the table in the introduction has one meaning in volume I: a symbol has one row, is used
# in the chapters of its row, and in no other unless the row says so; each Greek letter of a chapter has a row; and no chapter
# calls it by the name of another row.  Errata are left out: they quote the letters of their sources.
package require tap
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file dirname [file normalize [info script]]]/files.tcl
namespace import files::*

set greek {alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho sigma
    tau upsilon phi varphi chi psi omega Gamma Theta Lambda Sigma Upsilon Phi Psi Omega}

# Prose of a chapter: no code, errata, listings, numbers of runs, nor tables of the introduction.
proc prose {text} {
    set lines {}
    set code 0
    foreach line [split $text \n] {
        if {[regexp {^<<.*>>=\s*$} $line]} {
            set code 1
        } elseif {[regexp {^@( |$)} $line]} {
            set code 0
            set line [string range $line 1 end]
        }
        if {!$code} { lappend lines $line }
    }
    set text [join $lines \n]
    foreach name {erratum verbatim longtable} {
        regsub -all "\\\\begin\\{$name\\}.*?\\\\end\\{$name\\}" $text {} text
    }
    regsub -all {\\ours\{[^{}]*\}\{[^{}]*\}} $text {} text
    if {[string match "*\\label{ch:introduction}*" $text]} {
        regsub -all {\\begin\{tabular\}.*?\\end\{tabular\}} $text {} text
    }
    return $text
}

# The mathematics of some prose, in one spelling: \vect x, a blank behind each word, no braces about one subscript.
proc mathematics {text} {
    set found {}
    foreach whole [regexp -all -inline {\\begin\{(?:equation|align|gather)\*?\}.*?\\end\{(?:equation|align|gather)\*?\}|\\\[.*?\\\]|\$[^$]*\$} $text] {
        regsub -all {\\(?:label|ref|srceq|srcitem|cite|text)(?:\[[^\[\]]*\])?(?:\{[^{}]*\})+} $whole {} whole
        lappend found [spelling $whole]
    }
    return [join $found \n]
}
proc spelling {formula} {
    regsub -all {\\boldsymbol\M\s*} $formula {\\vect} formula
    regsub -all {\\vect\s*\{([^{}]*)\}} $formula {\\vect \1} formula
    regsub -all {\\vect\s*} $formula {\\vect } formula
    return [regsub -all {\\vect \s*} $formula {\\vect@}]
}

# Greek letters of some mathematics: each occurrence as the longest symbol that has a row, or as the bare letter.
proc letters {formulas rows} {
    global greek
    set found [dict create]
    foreach {whole bold letter sub} [regexp -all -inline "(\\\\vect@)?\\\\([join $greek |])(?!\[A-Za-z\])(_(?:\\\\?\[A-Za-z\]+|\[0-9\]|\\{\[^{}\]*\\}))?" $formulas] {
        # Of _sx only _s is a subscript.
        regexp {^_[A-Za-z0-9]} $sub sub
        set name "$bold\\$letter"
        dict set found [expr {$sub ne "" && [dict exists $rows $name$sub] ? "$name$sub" : $name}] 1
    }
    return [dict keys $found]
}

# SYMBOL -> {meaning ... chapters ... everywhere ...} of the table; a symbol with two rows is an error.
proc table {text} {
    if {![regexp {\n% Read by mk/test-symbols.*?\\begin\{longtable\}.*?\n\\endfoot\n(.*?)\\end\{longtable\}} $text - body]} {
        error "the table of symbols is missing"
    }
    set rows [dict create]
    foreach line [split [string trim $body] \n] {
        if {![regexp {^\$([^$]+)\$ & (.+?) & (.+?) & (.+?)\\\\$} $line - symbol unit meaning chapters]} {
            error "not a row of a symbol: $line"
        }
        set symbol [spelling $symbol]
        if {[dict exists $rows $symbol]} { error "two rows of $symbol" }
        dict set rows $symbol [dict create meaning $meaning everywhere [string match "* ff." $chapters] \
            chapters [lmap {whole label} [regexp -all -inline {\\ref\{ch:([a-z]+)\}} $chapters] {set label}]]
    }
    return $rows
}

# Does a symbol stand in some mathematics, not as a part of a command?
proc stands {symbol formulas} {
    # A Greek letter must end where its name does; a Latin letter is looked for where no command is.
    if {[string index $symbol 0] eq "\\"} {
        set at 0
        while {[set at [string first $symbol $formulas $at]] >= 0} {
            incr at [string length $symbol]
            if {![string is alpha -strict [string index $symbol end]] || ![regexp {\A[A-Za-z]} [string range $formulas $at $at]] \
                    || [string match *_? $symbol]} {
                return 1
            }
        }
        return 0
    }
    return [expr {[string first $symbol [regsub -all {\\(?:vect@.|[A-Za-z]+)} $formulas { }]] >= 0}]
}

# The head of a meaning: "damping ratio of rolling, ..." is a damping ratio.
proc head {meaning} {
    return [regsub {( of | in | from | at |,|;| \(| by | where ).*} $meaning {}]
}

# What a chapter has against the table.
proc complaints {chapter text rows} {
    set found {}
    set prose [prose $text]
    set formulas [mathematics $prose]
    foreach symbol [letters $formulas $rows] {
        if {![dict exists $rows $symbol]} {
            lappend found "$symbol has no row"
        } elseif {![dict get $rows $symbol everywhere] && $chapter ni [dict get $rows $symbol chapters]} {
            lappend found "$symbol has a row of other chapters"
        }
    }
    dict for {symbol row} $rows {
        if {$chapter in [dict get $row chapters] && ![stands $symbol $formulas]} {
            lappend found "$symbol is not used"
        }
    }
    # "the viscosity $\zeta$": the head of one row before the symbol of another.
    regsub -all {\s+} $prose { } flat
    foreach head [lsort -unique [lmap row [dict values $rows] {head [dict get $row meaning]}]] {
        if {![regexp {^[A-Za-z' -]{5,}$} $head]} continue
        foreach {whole symbol} [regexp -all -inline [string cat {\m} $head { \$([^$]+)\$}] $flat] {
            set symbol [spelling $symbol]
            if {[dict exists $rows $symbol] && ![string match -nocase "*$head*" [dict get $rows $symbol meaning]]} {
                lappend found "$symbol is called $head"
            }
        }
    }
    return $found
}

# --- the checks find what is wrong -----------------------------------------------------------------------

set sample [table {
% Read by mk/test-symbols.tcl
\begin{longtable}{ll}
\endfoot
$\eta$ & Pa\,s & viscosity of the fluid & \ref{ch:fields}\\
$\zeta_r$ & -- & damping ratio of rolling & \ref{ch:rolling}, \ref{ch:contacts}\\
$\delta$ & m & overlap & \ref{ch:normal} ff.\\
$\vect\omega$ & rad/s & spin & \ref{ch:rotation} ff.\\
\end{longtable}
}]
tap::is [dict keys $sample] {{\eta} {\zeta_r} {\delta} {\vect@\omega}} "rows are found"
foreach {chapter text wanted name} {
    fields {The viscosity $\eta$.} {} "good text"
    normal {The overlap $\delta$.} {} "good text of another chapter"
    rolling {With $\zeta_r\sqrt{\delta}$ and $\eta$ it is $2\eta$.} {{\eta has a row of other chapters}} "a symbol of another chapter"
    fields {The $\eta$ and $\zeta$.} {{\zeta has no row}} "a symbol without a row"
    fields {There is no $\delta$.} {{\eta is not used}} "a row that is not used"
    fields {The overlap $\eta$.} {{\eta is called overlap}} "a symbol with the name of another"
    fields {The viscosity $\eta$ and $\omega$.} {{\omega has no row}} "bold and not bold are two symbols"
    fields "The \$\\eta\$.\n<<a: chunk>>=\n\$\\xi\$\n@\n\\begin{erratum}{A}{b}{(1)}\$\\xi\$\\end{erratum}" {} "neither code nor errata"
} {
    tap::is [complaints $chapter $text $sample] $wanted "found: $name"
}
tap::raises {table "\n% Read by mk/test-symbols\n\\begin{longtable}{l}\n\\endfoot\n\$a\$ & m & radius & \\ref{ch:b}\\\\\n\$a\$ & m & area & \\ref{ch:b}\\\\\n\\end{longtable}"} \
    "two rows of a" "found: a symbol with two meanings"

# --- the book --------------------------------------------------------------------------------------------

regexp {\nMECHANICS = \\\n(.*?)\n\n} [read-text $source/mk/lists.am] - chapters
set rows [table [read-text $source/lit/mechanics/introduction.nw]]
set labels {}
foreach chapter [string map {\\ {}} $chapters] {
    set text [read-text $source/lit/mechanics/$chapter.nw]
    regexp {\\label\{ch:([a-z]+)\}} $text - label
    lappend labels $label
    tap::is [complaints $label $text $rows] {} "$chapter: its symbols are those of the table"
}
dict for {symbol row} $rows {
    set strange [lmap label [dict get $row chapters] {if {$label in $labels} continue; set label}]
    if {$strange ne {} || [dict get $row chapters] eq {}} {
        tap::ok 0 "$symbol: chapters of volume I, not \"$strange\""
    }
}
tap::done
