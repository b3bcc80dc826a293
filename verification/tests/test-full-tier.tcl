# What only the full tier makes can begin: its checks, figures and tables ask for runs that their pages offer.  No run is
# made; each answers one for whatever it is asked, and what a body makes of that is not looked at.
package require trundle::testing
package require trundle
package require trundle::page
set trundle::root [pwd]
proc trundle::locate {path} {
    return [file join $::trundle::root $path]
}
set trundle::version 0
testing::start
set trundle::harness::data_directory [pwd]

proc trundle::harness::run-case {changes} {
    incr ::asked
    with-changes $changes
    return {steps 1 unsettled 0 evaluations 1 wall_s 1.0 beyond {}}
}
package require trundle::portable
package require trundle::bench
foreach command {harness::make-engine portable::everything bench::measure page::command} {
    proc trundle::$command {args} {
        incr ::asked
        throw begun "runs of its own"
    }
}
foreach name {value reference kept} {
    proc trundle::page::$name {result name} {return 1.0}
}
foreach name {run borrow grid numbers} {
    rename trundle::page::$name trundle::page::plain-$name
    proc trundle::page::$name {args} [string map [list NAME $name] {
        if {[catch {plain-NAME {*}$args} result]} {
            lappend ::refused $result
            throw refused $result
        }
        return $result
    }]
}

# What keeps a body from its runs, or nothing.
proc refused {kind page name} {
    trundle::harness::use $page
    set ::asked 0
    set ::refused {}
    set ::trundle::harness::comparisons {}
    set ::trundle::harness::settled [dict create name $name states "" codes {}]
    if {[catch {trundle::harness::call-body $kind-$name} said] && !$::asked} {
        lappend ::refused $said
    }
    return $::refused
}
# In a procedure: a page that is read may have variables of these names.
proc each-begins {} {
    foreach page [trundle::harness::names] {
        trundle::harness::use $page
        foreach {kind facts} [list check [trundle::harness::fact $page checks] exhibit [trundle::harness::fact $page exhibits]] {
            dict for {name one} $facts {
                if {[dict get $one tier] eq "full"} {
                    tap::is [refused $kind $page $name] {} "$page, $kind $name"
                }
            }
        }
    }
}
each-begins
testing::end
