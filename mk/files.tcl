# files.tcl -- what the tools of the book share: whole files in UTF-8, text as HTML, and the share on a record of mutants.
namespace eval files {
    namespace export read-text read-lines write-text html share-noticed
}

proc files::read-text {file} {
    set channel [open $file]
    chan configure $channel -encoding utf-8
    try { read $channel } finally { close $channel }
}

proc files::read-lines {file} {
    split [string trimright [read-text $file] \n] \n
}

# Only when it would change, so that nothing is made anew from it; never half.
proc files::write-text {file text} {
    if {[file exists $file] && [read-text $file] eq $text} {
        return
    }
    set channel [open $file-t w]
    chan configure $channel -encoding utf-8
    try { puts -nonewline $channel $text } finally { close $channel }
    file rename -force $file-t $file
}

proc files::html {text} {
    string map {& &amp; < &lt; > &gt; \" &quot;} $text
}

# Noticed and drawn, of those mutants that a record (its lines) was written of first: tests that were written for
# survivors tell nothing of the mutants that nobody has drawn.
proc files::share-noticed {record} {
    lassign {0 0} noticed drawn
    foreach line $record {
        if {[regexp {^# drawn: .* (\d+) of (\d+) new ones noticed} $line - k n]} {
            incr noticed $k
            incr drawn $n
        }
    }
    return [list $noticed $drawn]
}
