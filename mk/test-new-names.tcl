# test-new-names.tcl -- mk/new-names.sed renames the C names of version 0.2 in a program: each new name is one of the
# library, no old one is, and longer words that contain one stay.
package require tap
source [file join $env(srcdir) mk/files.tcl]
if {[catch {exec sed --version} said] || ![string match "*GNU sed*" $said]} {
    puts "1..0 # SKIP no GNU sed"
    exit
}
set script [file join $env(srcdir) mk/new-names.sed]
set names {}
foreach line [files::read-lines $script] {
    if {[regexp {^s/\\b(\w+)\\b/(\w+)/g$} $line - old new]} {
        dict set names $old $new
    }
}
tap::ok [expr {[dict size $names] > 40}] "[dict size $names] names"
set text ""
foreach file [concat [glob src/trundle/*.h] [glob $env(srcdir)/src/trundle/*.h] [glob src/*.c] [glob $env(srcdir)/src/*.c]] {
    append text [files::read-text $file] \n
}
tap::is [lmap old [dict keys $names] {
    if {![regexp "\\m$old\\M" $text]} continue
    set old
}] {} "no old name is in the headers and sources"
tap::is [lmap new [dict values $names] {
    if {[regexp "\\m$new\\M" $text]} continue
    set new
}] {} "each new name is"
set program "[join [dict keys $names] { x;}] my_tr_look tr_touchstone"
tap::is [exec sed -f $script << $program] "[join [dict values $names] { x;}] my_tr_look tr_touchstone" "a program of 0.2"
tap::is [exec sed -f $script << [exec sed -f $script << $program]] [exec sed -f $script << $program] "twice is as once"
set members {contact.memory c->kind.mu_s c->own.root m->touch.n m.turned p.turn_i event.kind tr_x.memory_size}
tap::is [exec sed -f $script << $members] {contact.history c->pair.mu_s c->size.root m->geometry.n m.rotated p.rotation_i event.kind tr_x.memory_size} "members"
tap::done
