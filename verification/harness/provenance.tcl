# provenance.tcl -- who has made a result, and with which conventions: for those who cite or repeat it.
package provide trundle::provenance 1.0
package require trundle::value
package require trundle::formats
package require trundle::output
package require json
package require json::write

namespace eval trundle::provenance {}

# The commit that was built; a tarball knows none.
proc trundle::provenance::commit {} {
    set file [trundle::locate commit.txt]
    return [expr {$file eq "" ? "unknown" : [string trim [trundle::output::text $file]]}]
}

# Names and JSON values of what is the same for all results of this program.
proc trundle::provenance::fields {} {
    return [list written_by [json::write string "Trundle $::trundle::version"] commit [json::write string [commit]] \
        cite [json::write string "The Trundle developers: Trundle, rolling and sliding in discrete-element models,\
            version $::trundle::version (CITATION.cff)"]]
}

# Names and JSON values of a dict of texts.
proc trundle::provenance::texts {dict} {
    return [concat {*}[lmap {name value} $dict {list $name [json::write string $value]}]]
}

# The fields of a JSON object that stands in the head of a trajectory.  Threads, path and hash are
# not in it: the bits of a trajectory do not depend on the first two, and the third has its place.
# ELSEWHERE: a dict that tells which other code has computed it, or empty.
proc trundle::provenance::origin {explain model {elsewhere ""}} {
    json::write indented false
    set options [lmap {name value} [dict get $model options] {string cat -$name " " $value}]
    lappend options {*}[lmap {name value} [dict get $model scheme] {string cat -$name " " $value}]
    set pairs [concat [fields] [texts $elsewhere] [list options [json::write string [join $options " "]]] \
        [trundle::formats::conventions-json $explain]]
    return [join [lmap {name value} $pairs {string cat \"$name\": $value}] ", "]
}

# One line that goes with what is made of a run: of its run.json, or of what its trajectory says.
proc trundle::provenance::line {file} {
    set facts {}
    set beside [file dirname $file]/run.json
    if {[file exists $beside]} {
        set facts [json::json2dict [trundle::output::text $beside]]
    } elseif {[set text [trundle::frames text $file /provenance]] ne ""} {
        set facts [json::json2dict $text]
    }
    set words {}
    foreach {key text} {computed_by {computed by %} differs {which differs in %} written_by % commit {commit %} hash {hash of the last state %} threads {% threads} path {path %}
            options % cite {cite: %}} {
        if {[trundle::value::get $facts $key] ne ""} {
            lappend words [string map [list % [dict get $facts $key]] $text]
        }
    }
    lappend words {*}[lmap {name value} [trundle::value::get $facts conventions] {string cat $name = $value}]
    return [join $words "; "]
}
