# provenance.tcl -- who has made a result, and with which conventions: for those who cite or repeat it.
package provide trundle::provenance 1.0
package require trundle::value
package require trundle::formats
package require trundle::output
package require trundle::checksum
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
        cite [json::write string [citation]]]
}

proc trundle::provenance::citation {} {
    return "The Trundle developers: Trundle, rolling and sliding in discrete-element models,\
        version $::trundle::version (CITATION.cff)"
}

# Names and JSON values of a dict of texts.
proc trundle::provenance::texts {dict} {
    return [concat {*}[lmap {name value} $dict {list $name [json::write string $value]}]]
}

# The same in a line, for what is made of no run: WHAT was done.
proc trundle::provenance::own {what} {
    return "$what by Trundle $::trundle::version; commit [commit]; cite: [citation]"
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
    if {[llength [trundle::value::get $model meshes]]} {
        package require trundle::meshes
        lappend pairs meshes [trundle::meshes::json $model]
    }
    return [join [lmap {name value} $pairs {string cat \"$name\": $value}] ", "]
}

# What goes with all that is made of a run, in one line: of its run.json, or of what its trajectory says.
proc trundle::provenance::line {file} {
    return [join [facts $file] "; "]
}

# The same for a file of text that has comments, a fact a line: WHAT is made of the trajectories FILES.
proc trundle::provenance::comment {what files {mark #}} {
    set lines [list "made by trundle: $what" "by Trundle $::trundle::version, commit [commit]"]
    foreach file $files {
        if {[llength $files] > 1} {
            lappend lines "run [file normalize $file]"
        }
        lappend lines {*}[facts $file]
    }
    return [join [lmap line $lines {string cat [expr {$mark eq "" ? "" : "$mark "}] [string map {\n " "} $line]}] \n]\n
}

# The facts of one run, each a text.
proc trundle::provenance::facts {file} {
    set facts {}
    set beside [file dirname $file]/run.json
    if {[file exists $beside]} {
        set facts [dict remove [trundle::checksum::read [file dirname $file]] sealed]
    } elseif {[set text [trundle::frames text $file /provenance]] ne ""
            && ([catch {trundle::value::from-json $text} facts] || ![trundle::checksum::texts? $facts]
                || ![trundle::checksum::texts? [trundle::value::get $facts conventions]])} {
        trundle::value::fail "$file is damaged: its provenance cannot be read as JSON"
    }
    set words {}
    foreach {key text} {computed_by {computed by %} differs {which differs in %} written_by % commit {commit %} hash {hash of the last state %} threads {% threads} path {path %}
            options % cite {cite: %}} {
        if {[trundle::value::get $facts $key] ne ""} {
            lappend words [string map [list % [dict get $facts $key]] $text]
        }
    }
    lappend words {*}[lmap {name value} [trundle::value::get $facts conventions] {string cat $name = $value}]
    return $words
}

# A comment before what is in a file already.
proc trundle::provenance::begin {file comment} {
    try {
        trundle::output::naming $file {
            set to [open $file.head wb]
            try {
                puts -nonewline $to [encoding convertto utf-8 $comment]
                set from [open $file rb]
                try {
                    chan copy $from $to
                } finally {
                    close $from
                }
            } finally {
                close $to
            }
            file rename -force $file.head $file
        }
    } finally {
        file delete $file.head
    }
}

# Into a picture, where each format has a place for it; a program that shows it shows it as before.  A film has it from
# its encoder.
proc trundle::provenance::into-picture {file format line} {
    if {$format ni {png svg pdf}} {
        return
    }
    trundle::output::naming $file {
        set channel [open $file r+b]
        try {
            set bytes [read $channel]
            set bytes [into-$format $bytes [encoding convertto utf-8 $line]]
            seek $channel 0
            puts -nonewline $channel $bytes
        } finally {
            close $channel
        }
    }
}

# An iTXt chunk before the last one, IEND, which has twelve bytes.
proc trundle::provenance::into-png {bytes line} {
    set data "iTXtComment\0\0\0\0\0$line"
    set at [string last "\0\0\0\0IEND" $bytes]
    set chunk [binary format Ia*I [expr {[string length $data] - 4}] $data [zlib crc32 $data]]
    return [string range $bytes 0 $at-1]$chunk[string range $bytes $at end]
}

# A comment behind the picture; two dashes would end it.
proc trundle::provenance::into-svg {bytes line} {
    return "[string trimright $bytes]\n<!-- [string map {-- {- -}} $line] -->\n"
}

# The words of a PDF file: an object more, a table that names it, and a trailer that names the table and the one before.
proc trundle::provenance::into-pdf {bytes line} {
    if {![regexp {.*startxref\s+(\d+)\s+%%EOF\s*$} $bytes - before]
            || ![regexp {trailer\s*<<(.*)>>\s*startxref} $bytes - trailer]
            || ![regexp {/Size\s+(\d+)} $trailer - size] || ![regexp {/Root\s+\d+\s+\d+\s+R} $trailer root]} {
        return "$bytes%\n% $line\n"
    }
    set text [string map {\\ \\\\ ( \\( ) \\)} $line]
    set object "$size 0 obj\n<< /Creator (Trundle) /Keywords ($text) >>\nendobj\n"
    set bytes [string trimright $bytes]\n
    set at [string length $bytes]
    return "$bytes${object}xref\n$size 1\n[format %010d $at] 00000 n \ntrailer\n<< /Size [expr {$size + 1}] $root\
        /Info $size 0 R /Prev $before >>\nstartxref\n[expr {$at + [string length $object]}]\n%%EOF\n"
}
