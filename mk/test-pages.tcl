# test-pages.tcl -- the benchmark pages and the figures that run in a browser, in headless Chromium: at their beginning and for
# numbers drawn from a seed each gives what `trundle case -json` gives, observables, curves, hash and refusals; it costs little,
# nothing stands on the console, nothing is wider than the page.  Run by `make check-live`, in the build folder;
# names of some on the command line run these alone.
source [file join [file dirname [file normalize [info script]]] browser.tcl]

expr {srand(13)}

proc text {json} {
    return [browser::value "document.querySelector('.live').dataset.$json || ''"]
}

# CHANGES as an object of JavaScript.
proc object {changes} {
    return "{[join [dict values [dict map {name value} $changes {string cat \" $name \":\" $value \"}]] ,]}"
}

# The run of the page with CHANGES, laid over what is printed; an error as {refused MESSAGE}.
proc ran {changes} {
    return [answer "document.querySelector('.live').live.set([object $changes])"]
}

# Milliseconds of processor that `trundle case` takes for them, start included.  That is 20 to 60 on a machine of today,
# so a page that costs less than twice as much answers within 0.2 s.  It runs the same Tcl and C through WebAssembly,
# and draws, but does not start anew: from 1.1 to 1.5 times.  A list that `expr` takes for a number costs 2.2 times.
proc command {page changes} {
    set words [concat {*}[lmap {name value} $changes {list -set $name=$value}]]
    lassign [exec bash -c {TIMEFORMAT="%U %S"; time for k in 1 2 3 4 5 6 7 8 9 10; do "$@" >/dev/null 2>&1; done} \
        - $::env(TCLSH) bin/trundle case $page -json {*}$words 2>@1] user system
    return [expr {100*($user + $system)}]
}

# What the page answers when a script has changed something.
proc answer {script} {
    browser::value "delete document.querySelector('.live').dataset.hash; $script; 0"
    for {set i 0} {$i < 600 && [text hash] eq ""} {incr i} {browser::pause 100}
    if {[text hash] eq "refused"} {
        return [list refused [text refusal]]
    }
    return [json::json2dict [text case]]
}

proc native {page changes} {
    set words [concat {*}[lmap {name value} $changes {list -set $name=$value}]]
    try {
        return [json::json2dict [exec $::env(TCLSH) bin/trundle case $page -json {*}$words 2>@1]]
    } trap CHILDSTATUS {output settings} {
        if {[lindex [dict get $settings -errorcode] 2] == 1} {
            return [json::json2dict [string range $output 0 [string last \} $output]]]
        }
        return [list refused [lindex [split [regsub {^trundle: } $output ""] \n] 0]]
    }
}

# Is every observable the same, to eleven digits as the page says?  Another C library's sine may differ in its last bits.
proc same {ours theirs} {
    if {[dict exists $theirs refused] || [dict exists $ours refused]} {
        return [expr {$ours eq $theirs ? "" : "$ours, but $theirs"}]
    }
    set names [dict keys [dict get $theirs observables]]
    if {$names ne [dict keys [dict get $ours observables]]} {
        return "observables [dict keys [dict get $ours observables]], there $names"
    }
    foreach {name here} [dict get $ours observables] {
        set there [dict get $theirs observables $name]
        foreach key {value reference} {
            foreach a [dict get $here $key] b [dict get $there $key] {
                if {$a ne $b && !(abs($a - $b) <= 1e-11*max(1, abs($b)))} {
                    return "$name: $key $a, there $b"
                }
            }
        }
        if {[dict get $here pass] ne [dict get $there pass]} {
            return "$name: [dict get $here pass], there [dict get $there pass]"
        }
    }
    if {[curves $ours] ne [curves $theirs]} {
        return [other-curve [curves $ours] [curves $theirs]]
    }
    return [expr {[dict get $ours hash] eq [dict get $theirs hash] ? "" : "hash [dict get $ours hash], there [dict get $theirs hash]"}]
}

# All numbers of all curves, those that are equal written alike: every bit counts.
proc curves {case} {
    if {![dict exists $case graphs]} {return {}}
    return [concat {*}[lmap graph [dict get $case graphs] {
        concat {*}[lmap curve [dict get $graph curves] {
            concat [list [dict get $curve name]] \
                [lmap x [concat [dict get $curve x] [dict get $curve y]] {expr {$x eq "null" ? $x : double($x)}}]
        }]
    }]]
}

proc other-curve {ours theirs} {
    set name ""
    foreach a $ours b $theirs {
        if {![string is double -strict $a]} {set name $a}
        if {$a ne $b} {return "curve $name: $a, there $b"}
    }
}

# The first slider, by the keyboard alone.
proc moved-by-key {} {
    set before [browser::value {(() => { const first = document.querySelector('.live form input[type=range]'); first.focus(); return first.value; })()}]
    foreach type {rawKeyDown keyUp} {
        browser::ask Input.dispatchKeyEvent type [browser::quoted $type] key [browser::quoted ArrowLeft] \
            code [browser::quoted ArrowLeft] windowsVirtualKeyCode 37
    }
    return [browser::until "!!document.querySelector('.live').dataset.hash
        && document.querySelector('.live form input\[type=range]').value !== '$before'"]
}

# A changed number: near the one that is there, within what the page takes.
proc drawn {parameter begins} {
    set kind [dict get $parameter kind]
    switch -- [lindex $kind 0] {
        choice {return [lindex $kind 1+[expr {int(rand()*([llength $kind] - 1))}]]}
        boolean {return [expr {rand() < 0.5 ? "yes" : "no"}]}
        integer {return [expr {$begins + int(3*rand())}]}
        range {
            lassign $kind - low high
            return [format %.4g [expr {$begins + (rand() < 0.5 ? $low - $begins : $high - $begins)*0.6*rand()}]]
        }
    }
    return [lmap x $begins {format %.4g [expr {$x*(0.6 + 0.8*rand())}]}]
}

# What a reader is told, at 360 pixels: the verdict is in sight wherever the page is; a change dims the answer before it, at once, and
# all fields are read again; an empty field and a refused one are marked in words.
proc told-to-reader {page facts} {
    set status {document.querySelector('.live [role=status]')}
    set figure [dict get $facts figure]
    set at {document.querySelector('.live form label input[type=number]')}
    tap::is [browser::value "(() => { const box = $status.getBoundingClientRect(), form = document.querySelector('.live form'); form.scrollIntoView();
        const there = $status.getBoundingClientRect(); scrollTo(0, 0); return there.top >= 0 && there.bottom < innerHeight ? 'seen' : 'out of sight'; })()"] \
        seen "$page: the verdict stays in sight"
    if {!$figure} {
        tap::ok [regexp {\d+ of \d+ numbers agree} [browser::value "$status.textContent"]] "$page: the verdict counts what agrees"
        tap::ok [browser::value {(() => { const all = document.querySelector('.live .shown'), edge = document.documentElement.clientWidth;
            return all.scrollWidth <= all.clientWidth + 1 && [...all.querySelectorAll('tbody td:last-child')].every((one) => one.getBoundingClientRect().right <= edge); })()}] \
            "$page: the verdict of each number is within the screen of a phone"
        tap::ok [browser::value {document.querySelectorAll('.live .key li').length > 0}] "$page: a key says what is drawn"
        tap::ok [browser::value {/equal in all bits/.test(document.querySelector('.live .told').textContent) && /eleven digits/.test(document.querySelector('.live .told').textContent)}] \
            "$page: it says which values are equal to how many digits"
        tap::ok [browser::value {document.querySelector('.live').live.units().length > 0 && document.querySelector('.live').live.units().every(Boolean)}] \
            "$page: each axis has its unit"
    }
    # Typed into, before any answer can have come.
    set type "(value) => { const box = $at; if (!box) return ''; box.focus(); box.value = value; box.dispatchEvent(new Event('input')); }"
    tap::is [browser::value "(() => { ($type)($at ? String($at.parentElement.querySelector('\[type=range]').step === '1' ? Number($at.value) + 1 : Number($at.value)*0.97) : ''); return !$at || (document.querySelector('.live').matches('.stale')
        && !document.querySelector('.live progress').hidden && /^Computing/.test($status.textContent)) ? 'dimmed' : 'as if new: ' + $status.textContent; })()"] \
        dimmed "$page: a change says Computing and dims the answer at once"
    browser::until {!!document.querySelector('.live').dataset.hash}
    tap::ok [browser::value {!document.querySelector('.live').matches('.stale') && document.querySelector('.live progress').hidden}] "$page: the answer is not dimmed"
    browser::value "($type)('')"
    tap::ok [browser::value "!$at || /^empty; the run still has/.test($at.parentElement.querySelector('em').textContent)"] "$page: an empty field is marked in words"
    # An alias and what it stands for show the same number.
    foreach alias [dict get $facts aliases] {
        if {[dict get $alias name] ni [dict get $facts vary]} continue
        set shown [browser::value "(() => { const named = (name) => document.querySelector(`.live form input\[type=number]\[name=\"\${name}\"]`);
            const box = named('[dict get $alias name]'); box.focus(); box.value = '0.123'; box.dispatchEvent(new Event('input'));
            return \['[join [dict get $alias of] {','}]'].map((name) => named(name) ? named(name).value : '0.123').join(); })()"]
        tap::is $shown [join [lmap one [dict get $alias of] {string cat 0.123}] ,] "$page: [dict get $alias name] is read again where it stands for [join [dict get $alias of] { and }]"
        browser::until {!!document.querySelector('.live').dataset.hash}
    }
    if {[lsearch [lmap one [dict get $facts parameters] {dict get $one name}] dt] >= 0 && !$figure} {
        answer "document.querySelector('.live').live.set({dt: '-1'})"
        tap::is [browser::value {JSON.stringify([...document.querySelectorAll('.live form [aria-invalid]')].map((one) => one.name))}] \
            {["dt","dt"]} "$page: a refused field is marked"
        tap::ok [browser::value {/^refused; expected/.test(document.querySelector('.live form input[name=dt]').parentElement.querySelector('em').textContent)
            && document.querySelector('.live').matches('.stale')}] "$page: in words, and the answer before it is dimmed"
    }
    browser::width 1200
}

browser::during {
    browser::width 1200
    foreach file [lsort [glob live/*.html]] {
        set page [file rootname [file tail $file]]
        if {$page eq "lab" || ([llength $argv] && $page ni $argv)} continue
        browser::visit file://[string map {" " %20} [file normalize $file]]
        tap::ok [browser::until {!!document.querySelector('.live').dataset.hash}] "$page: it has run by itself"
        set facts [json::json2dict [browser::value {JSON.stringify(document.querySelector('.live').live.facts)}]]
        # A promise of an answer, asked for in the page itself: whoever looks from outside takes processor, too.
        browser::value {window.answered = changes => new Promise(done => {
            delete document.querySelector('.live').dataset.hash;
            document.querySelector('.live').live.set(changes);
            const look = () => document.querySelector('.live').dataset.hash ? done(0) : setTimeout(look, 5);
            look();
        }); 0}
        set opens [dict get $facts opens]
        tap::is [same [ran $opens] [native $page $opens]] "" "$page: at its beginning"
        set missed [lmap {name one} [dict get [json::json2dict [text case]] observables] {
            expr {[dict get $one pass] eq "false" ? $name : [continue]}
        }]
        tap::is $missed {} "$page: all observables agree at its beginning"
        foreach warm {1 0} {
            set began [browser::processor]
            set took {}
            for {set k 0} {$k < 10} {incr k} {
                browser::value "answered([object $opens])"
                lappend took [text took]
            }
        }
        set ours [expr {100*([browser::processor] - $began)}]
        set theirs [command $page $opens]
        tap::ok [expr {$ours < 2*$theirs}] "$page: its beginning costs less than twice what the command costs"
        tap::note [format "$page: %.0f ms of processor; the command: %.0f ms; [lindex [lsort -integer $took] 0] ms by the clock" \
            $ours $theirs]
        set names [dict get $facts vary]
        set parameters {}
        foreach one [dict get $facts parameters] {
            dict set parameters [dict get $one name] $one
        }
        foreach one [dict get $facts aliases] {
            dict set parameters [dict get $one name] [dict get $parameters [lindex [dict get $one of] 0]]
        }
        set place {[...document.querySelectorAll('.live button')].find((b) => b.textContent.startsWith('back')).click()}
        tap::is [same [answer $place] [native $page $opens]] "" "$page: its button goes back"
        for {set k 0} {$k < 20} {incr k} {
            set changes $opens
            for {set j 0} {$j < 1 + $k % 3} {incr j} {
                set name [lindex $names [expr {int(rand()*[llength $names])}]]
                set plain $name
                foreach one [dict get $facts aliases] {
                    if {[dict get $one name] eq $name} {set plain [dict get $one of]}
                }
                set value [drawn [dict get $parameters $name] [dict get $parameters $name value]]
                foreach one $plain {dict set changes $one $value}
            }
            tap::is [same [ran $changes] [native $page $changes]] "" "$page, draw $k: $changes"
        }
        foreach code [expr {[dict get $facts figure] ? {} : [dict keys [dict get $facts dialects]]}] {
            ran $opens
            set ours [answer "document.querySelector('.live').live.say('$code')"]
            set changes [json::json2dict [text changes]]
            tap::ok [expr {[dict size $changes] > [dict size $opens]}] "$page: what $code would say is another thing"
            tap::is [same $ours [native $page $changes]] "" "$page: as $code"
        }
        ran $opens
        tap::is [browser::value {JSON.stringify(document.querySelector('.live').live.ticks().filter((all) => new Set(all).size < all.length))}] \
            "\[\]" "$page: no number stands twice on an axis"
        tap::ok [moved-by-key] "$page: an arrow key moves the first number"
        foreach width {1500 800 360} {
            browser::width $width
            tap::is [browser::value $browser::wide] "" "$page: nothing is wider than the page at $width pixels"
        }
        told-to-reader $page $facts
    }
    tap::is $browser::errors {} "nothing on the console"
}
tap::done
