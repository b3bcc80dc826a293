# gcov.tcl -- how often lines and branches of our C were executed, from what gcov writes as JSON.
namespace eval gcov {}

# Adds what gcov says of objects, by their notes (.gcno) in this folder or another, to counts of lines {FILE LINE} and of
# branches {FILE LINE N}.  `name`, a command, turns the path of a source into its name in the book, or "" for
# sources that do not count.
proc gcov::add {notes name linesName branchesName} {
    upvar 1 $linesName lines $branchesName branches
    foreach document [split [exec gcov -b -j -t {*}$notes 2>/dev/null] \n] {
        add-document $document $name lines branches
    }
}

# What several objects or functions have in common is added up.  Lines stand before the name of their file.
proc gcov::add-document {json name linesName branchesName} {
    upvar 1 $linesName lines $branchesName branches
    set rows {}
    foreach {- taken count line path} [regexp -all -inline \
            {"branches": \[([^\]]*)\], "count": (\d+), "line_number": (\d+)|"file": "([^"]*)"} $json] {
        if {$path eq ""} {
            lappend rows $line $count $taken
            continue
        }
        set file [{*}$name $path]
        foreach {line count taken} [expr {$file eq "" ? {} : $rows}] {
            dict incr lines [list $file $line] $count
            set n 0
            foreach {- times} [regexp -all -inline {"count": (\d+)} $taken] {
                dict incr branches [list $file $line $n] $times
                incr n
            }
        }
        set rows {}
    }
}
