# mutate.tcl -- what one might have written by mistake: small changes of our own C and Tcl,
# one at a time.  A mutant is a dict:
#
#   file   where a person would edit it: the chapter (from #line), or the file itself
#   line   its line there; text: the line, without the spaces around it
#   kind   arithmetic, relation, logic, constant, sign, statement, condition, arguments, name
#   old    what is replaced (white space squeezed), new: by what
#   edits  list of {LINE TEXT FIRST LAST NEW}: columns FIRST ... LAST of line LINE of `file`,
#          which reads TEXT, become NEW
#
# What cannot change anything that a test could see is not made: memory that is not freed (the leak
# checks of .ci/sanitize see it), room that is larger than it need be, the two arguments of a
# sum, a file that is not closed, < for <= where both branches are the same at the limit or at a tolerance like 1e-9,
# another number where only zero or not is asked, what is asked of a computer without memory.
package require Tcl 8.6
source [file join [file dirname [info script]] files.tcl]

namespace eval mutate {
    variable pairs {i j x y y z min max static dynamic committed current old new before after
        first second first last from to lower upper low high left right begin end normal
        tangential now was pairs walls above below velocity spin force torque mass inertia
        sin cos floor ceil row column}
    variable keywords {if else for while do switch case default return sizeof goto break continue
        const static inline struct enum union typedef unsigned int double char void long size_t}
    # Calls whose two arguments may change places.
    variable symmetric {tr_add tr_dot fmin fmax hypot}
    # Calls that get room, and those that only give it back or help the processor.
    variable room {malloc calloc realloc aligned_alloc ckalloc}
    variable silent {^(free|ckfree|\w+_free|fclose|H5\w?close|__builtin_prefetch|Tcl_DecrRefCount|Tcl_DictObjDone)$}
    variable lexeme {(?:^|\n)[ \t]*#(?:[^\n\\]|\\.|\\\n)*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'|0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?[uUlL]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFuUlL]*|[A-Za-z_]\w*|<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|[^\s]}
    variable other {+ - - + * / / * % / += -= -= += *= /= /= *= < <= <= < > >= >= > == != != == && || || &&}
}

# ---- places -----------------------------------------------------------------------------

# The lines of a tangled file as {FILE LINE} of the place that they come from.
proc mutate::origins {file text} {
    set at [list $file 1]
    lmap line [split $text \n] {
        if {[regexp {^#line (\d+) "([^"]+)"} $line - number name]} {
            set at [list $name $number]
            list "" 0
        } else {
            set here $at
            lset at 1 [expr {[lindex $at 1] + 1}]
            set here
        }
    }
}

# Offsets FIRST ... LAST of a text become NEW: the mutant, or nothing when the place is cut by
# a #line.  `state` holds text, starts (the offsets of lines) and origins.
proc mutate::mutant {state kind first last new} {
    dict with state {}
    set a [line-of $starts $first]
    set b [line-of $starts $last]
    lassign [lindex $origins $a] file number
    set edits {}
    for {set k $a} {$k <= $b} {incr k} {
        if {[lindex $origins $k] ne [list $file [expr {$number + $k - $a}]]} {
            return {}
        }
        set begin [lindex $starts $k]
        set line [string range $text $begin [lindex $starts $k+1]-2]
        set from [expr {$k == $a ? $first - $begin : 0}]
        set to [expr {$k == $b ? $last - $begin : [string length $line] - 1}]
        lappend edits [list [expr {$number + $k - $a}] $line $from $to [expr {$k == $a ? $new : ""}]]
    }
    return [dict create file $file line $number text [string trim [lindex $edits 0 1]] kind $kind \
        old [regsub -all {\s+} [string range $text $first $last] { }] \
        new [regsub -all {\s+} $new { }] edits $edits]
}

proc mutate::line-of {starts offset} {
    expr {[lsearch -integer -bisect $starts $offset]}
}

proc mutate::state {file text} {
    set starts 0
    foreach place [regexp -all -inline -indices {\n} $text] {
        lappend starts [expr {[lindex $place 0] + 1}]
    }
    lappend starts [expr {[string length $text] + 1}]
    return [dict create text $text starts $starts origins [origins $file $text]]
}

# The text of a tangled file with the edits of a mutant, wherever its lines stand in it.
proc mutate::apply {mutant file text} {
    set edits [dict create]
    foreach edit [dict get $mutant edits] {
        dict set edits [list [dict get $mutant file] [lindex $edit 0]] $edit
    }
    return [join [lmap line [split $text \n] origin [origins $file $text] {
        if {[dict exists $edits $origin] && [lindex [dict get $edits $origin] 1] eq $line} {
            lassign [dict get $edits $origin] - - from to new
            string replace $line $from $to $new
        } else {
            set line
        }
    }] \n]
}

# ---- C --------------------------------------------------------------------------------------

# Tokens inside of functions: lists of {TEXT FIRST LAST}, one a function.
proc mutate::functions {text} {
    variable lexeme
    set functions {}
    set depth 0
    set inside 0
    set before ""
    foreach place [regexp -all -inline -indices $lexeme $text] {
        lassign $place first last
        set token [string range $text $first $last]
        if {[string match "/\\**" $token] || [string match "#*" [string trimleft $token]]} continue
        if {$token eq "\{" && $before eq "\"C\""} continue    ;# extern "C" in a header holds functions
        if {$token eq "\{"} {
            if {$depth == 0} {
                set inside [expr {$before eq ")"}]
                set tokens {}
            }
            incr depth
        }
        if {$inside} {
            lappend tokens [list $token $first $last]
        }
        if {$token eq "\}" && $depth > 0 && [incr depth -1] == 0 && $inside} {
            lappend functions $tokens
            set inside 0
        }
        set before $token
    }
    return $functions
}

# An operand could end (begin) with this token.
proc mutate::ends {token} {
    variable keywords
    expr {[regexp {^(?:[\w.]+|[\])])$} $token] && $token ni $keywords}
}
proc mutate::begins {token} {
    regexp {^(?:[\w.]+|[(&!*-])$} $token
}

# Another number.
proc mutate::number {token} {
    if {[regexp {^0[xX]([0-9a-fA-F]+)$} $token - digits]} {
        return [format 0x%llx [expr {"0x$digits" + 1}]]
    }
    if {![regexp {^([\d.eE+-]+)([fFuUlL]*)$} $token - value suffix]} {
        return 1
    }
    if {[string is entier $value]} {
        return [expr {$value + 1}]$suffix
    }
    set value [expr {$value == 0 ? 1.0 : 2*$value}]
    return $value$suffix
}

# Of `a < b ? a : b`, or `a > 0 ? a*c : 0`, the comparison at these offsets: both branches meet where a is b.
proc mutate::meet {text first last} {
    if {![regexp {([\w.]+(?:->[\w.]+|\[\w+\])*) $} [string range $text $first-60 $first-1] - a]
            || ![regexp {^ ([-\w.]+(?:->[\w.]+|\[\w+\])*) \? ([-\w.*/]+(?:->[\w.]+|\[\w+\])*(?:\*[\w.]+)*) : ([-\w.]+(?:->[\w.]+|\[\w+\])*)[;,\)\}]} \
                [string range $text $last+1 $last+120] - b yes no]} {
        return 0
    }
    set zero [expr {[string is double $b] && $b == 0}]
    return [expr {[lsort [list $a $b]] eq [lsort [list $yes $no]]
        || ($zero && [lsort [list $yes $no]] eq [lsort [list $a -$a]])
        || ($zero && [string is double $no] && $no == 0 && $a in [split $yes *] && ![string match */* $yes])}]
}

# Of `if (a < b) b = a`, or `if {$a < $b} {set b $a}`, the comparison: the same.  Or one with a number like 1e-9, which no
# other number is to the last bit.
proc mutate::no-matter {text first last} {
    set before [string range $text $first-60 $first-1]
    set after [string range $text $last+1 $last+120]
    return [expr {[regexp {^\s*[\d.]+e-\d+\M} $after] || [regexp {(?:^|[^\w.])[\d.]+e-\d+\s*$} $before]
        || ([regexp {\mif [\(\{](\$?[\w.]+(?:->[\w.]+|\[\w+\])*) $} $before - a]
            && [regexp {^ (\$?[\w.]+(?:->[\w.]+|\[\w+\])*)[\)\}]\s*(?:\{set )?([\w.]+(?:->[\w.]+|\[\w+\])*) (?:= )?([^\s;\}]+)[;\}]} $after - b to from]
            && [lsort [list $a $b]] in [list [lsort [list $to $from]] [lsort [list \$$to $from]]])}]
}

# Yes or no, as an int function gives it back: `bad`, a comparison, the answer of another function of the file.
proc mutate::truth {value} {
    expr {$value in {bad 0 1} || ([regexp {&&|\|\||[<>=!]=|[^-<]<[^<]|[^->]>[^>]|^!} $value] && ![regexp {\) [-+] \(|\?} $value])
        || [regexp {^(?!tr_|gsl_|memcmp|strcmp)\w+ ?\((?:[^()]|\([^()]*\))*\)$} $value]}
}

# The name with one of its parts replaced by its counterpart, if the text knows that name.
proc mutate::names {token known} {
    variable pairs
    set found {}
    set parts [split $token _]
    foreach {one two} $pairs {
        foreach {a b} [list $one $two $two $one] {
            set at [lsearch -exact $parts $a]
            if {$at >= 0} {
                set name [join [lreplace $parts $at $at $b] _]
                if {[dict exists $known $name]} {
                    lappend found $name
                }
            }
        }
    }
    return [lsort -unique $found]
}

# The place of the bracket that closes the one at k.
proc mutate::closing {tokens k} {
    set depth 0
    for {set n $k} {$n < [llength $tokens]} {incr n} {
        switch -- [lindex $tokens $n 0] {
            ( - [ - \{ {incr depth}
            ) - ] - \} {if {[incr depth -1] == 0} {return $n}}
        }
    }
    return -1
}

# Does the function whose body begins at this offset give an int back?
proc mutate::gives-int {text at} {
    regexp {(?:^|\n)(?:static )?(?:inline )?int\n\w+ ?\([^\{\};]*$} [string range $text $at-600 $at-1]
}

# Does -1 stand here for the length of a text that Tcl counts?  So does any number below zero.
proc mutate::is-counted {text first} {
    regexp {Tcl_(?:NewString|SetString|AppendTo)Obj\([^;]*, -$} [string range $text $first-200 $first-1]
}

# What a function gives back, place by place.
proc mutate::returned {text tokens} {
    set values {}
    for {set k 0} {$k < [llength $tokens]} {incr k} {
        if {[lindex $tokens $k 0] eq "return"} {
            set end $k
            while {[lindex $tokens $end 0] ne ";"} {incr end}
            lappend values [string range $text [lindex $tokens $k+1 1] [lindex $tokens $end 1]-1]
        }
    }
    return $values
}

# All mutants of a C file.
proc mutate::c {file text} {
    variable other
    variable keywords
    variable room
    variable silent
    set state [state $file $text]
    set known [dict create]
    foreach name [regexp -all -inline {[A-Za-z_]\w*} $text] {
        dict set known $name 1
    }
    set all {}
    foreach tokens [functions $text] {
        set yes-no [expr {[gives-int $text [lindex $tokens 0 1]] && "0" ni [lmap value [returned $text $tokens] {truth $value}]}]
        set spared -1          ;# up to here it is asked which of several is not there: without memory
        set control {}         ;# places of the brackets that close `if (...)` and its like
        set begin 1            ;# a statement may begin here
        set declares 0
        set round 0            ;# inside of round brackets
        set inside -1          ;# up to here a call gets room: only less of it is a mistake that shows
        for {set k 1} {$k < [llength $tokens] - 1} {incr k} {
            lassign [lindex $tokens $k] token first last
            set before [lindex $tokens $k-1 0]
            set after [lindex $tokens $k+1 0]
            set tight [expr {[lindex $tokens $k-1 2] + 1 == $first}]
            if {$begin} {
                set declares [expr {$token in {const static} || ([regexp {^\w} $token] && [regexp {^[\w*]} $after]
                    && $token ni {return goto case else}) || $token in {int double size_t}}]
            }
            set binary [expr {[ends $before] && [begins $after] && ($token ne "*" || $tight)}]
            if {$token in $room && $after eq "("} {
                set inside [closing $tokens [expr {$k + 1}]]
            } elseif {$k < $inside && !($binary && $token in {* +})} {
                # nothing
            } elseif {$k < $spared && $token ne "!"} {
                # nothing
            } elseif {[dict exists $other $token] && $binary} {
                set kind [expr {$token in {&& ||} ? "logic" : [regexp {^[<>=!]} $token] ? "relation" : "arithmetic"}]
                if {$token ni {< <= > >=} || !([meet $text $first $last] || [no-matter $text $first $last])} {
                    lappend all [mutant $state $kind $first $last [dict get $other $token]]
                }
            } elseif {[regexp {^[\d.]*\d} $token]
                    && !($declares && $before eq "\[" && $after eq "\]")
                    && !(${yes-no} && $token eq "1" && $before eq "return")
                    && !($token eq "1" && $after eq ")" && [is-counted $text $first])} {
                lappend all [mutant $state constant $first $last [number $token]]
            } elseif {$token eq "-" && ![ends $before]} {
                lappend all [mutant $state sign $first $last ""]
            } elseif {$token eq "!"} {
                lappend all [mutant $state logic $first $last ""]
            } elseif {$token eq "return" && [regexp {^[a-z(]} $after]} {
                set end $k
                while {[lindex $tokens $end 0] ne ";"} {incr end}
                set value [string range $text [lindex $tokens $k+1 1] [lindex $tokens $end 1]-1]
                if {!${yes-no}} {
                    lappend all [mutant $state sign [lindex $tokens $k+1 1] [expr {[lindex $tokens $end 1] - 1}] "-($value)"]
                }
            } elseif {$token in {if while for switch} && $after eq "("} {
                set end [closing $tokens [expr {$k + 1}]]
                lappend control $end
                if {$token eq "if"} {
                    set from [expr {[lindex $tokens $k+1 2] + 1}]
                    set to [expr {[lindex $tokens $end 1] - 1}]
                    lappend all [mutant $state condition $from $to "!([string range $text $from $to])"]
                    if {[regexp {^\)\s*return[^;]*(?:TR_ENOMEM|no memory)} [string range $text $to+1 $to+200]]
                            && [regexp {^![^ (]+(?: \|\| ![^ (]+)+$} [string range $text $from $to]]} {
                        set spared $end
                    }
                }
            } elseif {[regexp {^[A-Za-z_]} $token] && $token ni $keywords} {
                foreach name [names $token $known] {
                    lappend all [mutant $state name $first $last $name]
                }
                if {$after eq "("} {
                    lappend all {*}[arguments $state $tokens [expr {$k + 1}]]
                }
            }
            if {$begin && ![regexp $silent $token] && ($token in {break continue} || ($token eq "(" && $after eq "void")
                    || ($token eq "*" && $after ne "(")
                    || ([regexp {^[A-Za-z_]} $token] && $token ni $keywords
                        && [regexp {^(?:\(|=|\.|->|\[|\+\+|--|[-+*/|&]=)$} $after]))} {
                set end $k
                while {[lindex $tokens $end 0] ni {; \}}} {
                    set end [expr {[lindex $tokens $end 0] in {( [ \{} ? [closing $tokens $end] : $end} + 1]
                }
                if {[lindex $tokens $end 0] eq ";"} {
                    lappend all [mutant $state statement $first [expr {[lindex $tokens $end 1] - 1}] ""]
                }
            }
            incr round [expr {($token eq "(") - ($token eq ")")}]
            set begin [expr {$round == 0 && ($token in {; \{ \} else} || $k in $control || ($token eq ":" && $declares == 0 && $before ni {? )}))}]
        }
    }
    # What only a computer without memory does.
    set all [lmap mutant $all {
        if {[dict size $mutant] && [regexp {TR_ENOMEM|no memory} [dict get $mutant text]]} continue
        set mutant
    }]
    return [lsearch -all -inline -not -exact $all {}]
}

# Neighbours among the arguments of a call change places.
proc mutate::arguments {state tokens open} {
    variable symmetric
    set text [dict get $state text]
    set close [closing $tokens $open]
    set call [lindex $tokens $open-1 0]
    if {$call in $symmetric} {
        return {}
    }
    set cuts [list $open]
    for {set k [expr {$open + 1}]} {$k < $close} {incr k} {
        switch -- [lindex $tokens $k 0] {
            ( - [ - \{ {set k [closing $tokens $k]}
            , {lappend cuts $k}
        }
    }
    lappend cuts $close
    set all {}
    for {set n 0} {$n + 2 < [llength $cuts]} {incr n} {
        lassign [lrange $cuts $n $n+2] a b c
        set first [lindex $tokens $a+1 1]
        set last [lindex $tokens $c-1 2]
        set one [string range $text $first [lindex $tokens $b-1 2]]
        set two [string range $text [lindex $tokens $b+1 1] $last]
        if {$call eq "TR_SWAP" && $n == 1} break
        if {$call in {strcmp memcmp} && $n == 0 && [lindex $tokens $close+1 0] in {== !=}} continue
        if {$one ne $two && [string index $one 0] ne "\"" && [string index $two 0] ne "\""} {
            lappend all [mutant $state arguments $first $last "$two, $one"]
        }
    }
    return $all
}

# ---- Tcl ------------------------------------------------------------------------------------

# The offset of the brace that closes the one at `open`.
proc mutate::brace {text open} {
    set depth 0
    foreach place [regexp -all -inline -indices -start $open {\\.|[\{\}]} $text] {
        switch -- [string range $text {*}$place] {
            \{ {incr depth}
            \} {if {[incr depth -1] == 0} {return [lindex $place 0]}}
        }
    }
    return -1
}

# All mutants of a Tcl file: in its expressions, in indices of lists, and commands that are one
# line of a procedure.
proc mutate::tcl {file text} {
    set state [state $file $text]
    set other {< <= <= < > >= >= > == != != == eq ne ne eq in ni ni in && || || && + - - + * / / * min max max min}
    set all {}
    foreach place [regexp -all -inline -indices {(?:\mexpr|\mif|\melseif|\mwhile) \{} $text] {
        set open [lindex $place 1]
        set end [brace $text $open]
        if {[string match "#*" [string trimleft [string range $text [string last \n $text $open]+1 $open]]]} continue
        set tokens [regexp -all -inline -indices -start [expr {$open + 1}] \
            {"(?:[^"\\]|\\.)*"|\$[\w:]+|[\w.]+|&&|\|\||[<>=!]=|[^\s]} [string range $text 0 $end-1]]
        set before ""
        foreach token $tokens {
            lassign $token first last
            set word [string range $text $first $last]
            set spaced [expr {[string index $text $first-1] eq " " && [string index $text $last+1] eq " "}]
            # Not the name in {regexp $pattern $text - name}.
            if {$word eq "-" && [regexp {^ [A-Za-z_]\w*[^\w(:]} [string range $text $last+1 $last+40]]} continue
            if {[dict exists $other $word] && ($spaced || $word in {min max})} {
                if {$word in {< <= > >=} && [no-matter $text $first $last]} continue
                set kind [expr {$word in {&& ||} ? "logic" : $word in {+ - * /} ? "arithmetic" : $word in {min max} ? "name" : "relation"}]
                lappend all [mutant $state $kind $first $last [dict get $other $word]]
            } elseif {[regexp {^(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?$} $word] && [string index $text $first-1] in {" " ( \{ / * - ,}} {
                lappend all [mutant $state constant $first $last [number $word]]
            } elseif {$word eq "!"} {
                lappend all [mutant $state logic $first $last ""]
            } elseif {$word eq "-" && [string index $text $first+1] ne " " && $before in {"" ( * / , ? :}} {
                lappend all [mutant $state sign $first $last ""]
            }
            set before $word
        }
    }
    foreach place [regexp -all -inline -indices {\mlindex \$[\w:]+ (?:\d+|end)\M} $text] {
        set last [lindex $place 1]
        set first [expr {[string last " " $text $last] + 1}]
        set word [string range $text $first $last]
        lappend all [mutant $state constant $first $last [expr {$word eq "end" ? "end-1" : $word + 1}]]
    }
    set goes 0
    set offset 0
    foreach line [split $text \n] {
        if {!$goes && [regexp {^ {4,}(set|lappend|append|incr|dict|lset|unset|puts|return|continue|break|file|fconfigure|chan) } "$line " - word]
            && [info complete $line] && ![string match {*\\} $line]} {
            set first [expr {$offset + [string length $line] - [string length [string trimleft $line]]}]
            lappend all [mutant $state statement $first [expr {$offset + [string length $line] - 1}] ""]
        }
        set goes [string match {*\\} $line]
        incr offset [expr {[string length $line] + 1}]
    }
    return [lsearch -all -inline -not -exact $all {}]
}

# ---- names ------------------------------------------------------------------------------------

# What a mutant is called: by its text, not by its line, so that the name stays when other lines
# come or go; `which` tells equal ones of a file apart, in the order of their places: "2 of 3", or nothing.
proc mutate::id {mutant which} {
    return [list [dict get $mutant file] [dict get $mutant text] [dict get $mutant old] [dict get $mutant new] $which]
}

# By file, line, column.
proc mutate::sooner {a b} {
    foreach {one two} [list [dict get $a file] [dict get $b file] [dict get $a line] [dict get $b line] \
            [lindex [dict get $a edits] 0 2] [lindex [dict get $b edits] 0 2]] {
        if {$one ne $two} {
            return [expr {$one > $two ? 1 : -1}]
        }
    }
    return 0
}

# All mutants of these files (list of {NAME PATH}), each once, though its lines may stand in
# several files; `files` of a mutant tells which.
proc mutate::all {files} {
    set found [dict create]
    foreach file $files {
        lassign $file name path
        set text [files::read-text $path]
        foreach mutant [[expr {[file extension $name] eq ".tcl" ? "tcl" : "c"}] $name $text] {
            set place [list [dict get $mutant file] [dict get $mutant edits]]
            if {![dict exists $found $place]} {
                dict set found $place $mutant
            }
            if {![dict exists $found $place files] || $name ni [dict get $found $place files]} {
                dict set found $place files [concat [expr {[dict exists $found $place files]
                    ? [dict get $found $place files] : {}}] [list $name]]
            }
        }
    }
    set mutants [lsort -command sooner [dict values $found]]
    foreach mutant $mutants {
        dict incr count [id $mutant ""]
    }
    return [lmap mutant $mutants {
        set id [id $mutant ""]
        dict incr seen $id
        dict set mutant id [id $mutant [expr {[dict get $count $id] > 1 ? "[dict get $seen $id] of [dict get $count $id]" : ""}]]
    }]
}
