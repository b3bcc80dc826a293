# test-browser.tcl -- every page of the web edition in headless Chromium, at three widths: no error
# on its console, nothing that was not loaded, no text wider than the page, each part that runs in the browser has
# run; search, previews, keys and links to copy do what they should.
# Run by `make check-book`, in the build folder; another web edition is named on the command line.
source [file join [file dirname [file normalize [info script]]] browser.tcl]

set edition [file normalize [lindex [concat $argv html] 0]]
set base file://[string map {" " %20} $edition]
browser::during {
    set wrong {}
    set broad {}
    set still {}
    set moved 0
    set pages [lsort [glob -tails -directory $edition *.html]]
    foreach page $pages {
        set browser::errors {}
        browser::width 1500
        browser::visit $base/$page
        incr moved [browser::value {document.querySelectorAll('.live').length}]
        if {![browser::until {[...document.querySelectorAll('.live')].every(e => e.dataset.hash && e.dataset.hash !== 'refused')}]} {
            lappend still $page
        }
        foreach width {1500 800 360} {
            browser::width $width
            set over [browser::value $browser::wide]
            if {$over ne ""} { lappend broad "$page at $width: $over" }
        }
        # Pictures are loaded when they come near; here all of them are.
        browser::value {Promise.all([...document.images].map(i => { i.loading = "eager"; return i.decode().catch(() => {}); })).then(() => 1)}
        set bad [browser::value {[...document.images].filter(i => !i.naturalWidth).map(i => i.src).join(" ")}]
        if {$bad ne ""} { lappend wrong "$page: $bad" }
        if {[llength $browser::errors]} { lappend wrong "$page: [lsort -unique $browser::errors]" }
    }
    tap::is [join $wrong \n] "" "no page of [llength $pages] has an error on its console"
    tap::is $still {} "$moved parts run in the browser, each has run"
    tap::is [join $broad \n] "" "no text is wider than the page, at 360, 800 and 1500 pixels"

    # ---- what the script does ------------------------------------------------------------
    browser::width 1200
    set browser::errors {}
    browser::visit $base/index.html
    proc searched {query} {
        browser::value "(() => { const i = document.querySelector('input\[type=search\]'); i.focus(); i.value = '$query';
            i.dispatchEvent(new Event('input')); })()"
        browser::until {!!document.querySelector('#found a, #found p')}
        return [browser::value {(document.querySelector('#found a') || {}).href + ' ' + (document.querySelector('#found') || {}).textContent}]
    }
    foreach {query wanted} {
        {campello2015 31} {*ledger.campello2015.31 *}
        {campello eq. 31} {*ledger.campello2015.31 *}
        {campelo eq 31} {*ledger.campello2015.31 *}
        {rolling friction} {*rolling.html *}
        {roling resistence} {*rolling.html *}
        Hertz {*normal.html*}
        Herz {*normal.html*}
        {C-21} {*#C-21 *}
        {rolling resistance} {*rolling.html *}
        tr_rolling_epsd {*rolling.html#*}
    } {
        set got [searched $query]
        tap::ok [string match $wanted $got] "the search finds $query"
        tap::note [string range $got 0 120]
    }
    # A tag of several equations is found by each of them: sliding.html has (30-36).
    foreach number {31 33 36} {
        tap::ok [browser::value "(() => { const i = document.querySelector('input\[type=search\]'); i.value = 'campello2015 $number';
            i.dispatchEvent(new Event('input')); return \[...document.querySelectorAll('#found a')\].some(a => /sliding\\.html#tag/.test(a.href)); })()"] \
            "campello2015 $number is found where a range has it"
    }
    tap::ok [string match "*Nothing has*" [searched xyzzyqwv]] "and says so when it finds nothing"

    # From a row of the ledger one click leads to code, errata and tests.
    browser::visit $base/ledger.html#ledger.campello2015.31
    tap::ok [browser::until {[...document.querySelectorAll('tr.named')].length === 1
        && document.querySelector('tr.named').querySelector('[id="ledger.campello2015.31"]') !== null}] "the row of the address is shown"
    tap::ok [browser::value {(() => { const r = document.querySelector('tr.named'), b = getComputedStyle(r.cells[0]).backgroundColor;
        return b !== getComputedStyle(r.nextElementSibling.cells[0]).backgroundColor; })()}] "in a colour of its own"
    tap::is [browser::value {(() => { const r = document.querySelector('tr.named');
        return ['a.to-chunk[href*="#"]', 'a.to-test[href*="#C-6"]', 'a.to-erratum[href*="#C-6"]'].filter(s => !r.querySelector(s)).join(' '); })()}] "" \
        "and leads to its chunk, its errata and its tests"
    browser::visit $base/rolling.html
    proc rested {selector} {
        browser::value "(() => { const e = document.querySelector('$selector');
            e.scrollIntoView({block: 'center'}); e.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})); })()"
        set there [browser::until {!!document.getElementById('glance')}]
        browser::value {(() => { const g = document.getElementById('glance'); if (g) g.dispatchEvent(new MouseEvent('mouseleave')); })()}
        return $there
    }
    tap::ok [rested {a.ref.equation[href^="rolling.html"]}] "a reference to an equation of the page shows it"
    tap::ok [rested {.chunk pre a.use}] "the name of a chunk shows the chunk"
    browser::visit $base/errata.html
    tap::ok [rested {td a.key, a.key}] "the key of an erratum shows the box of another page"

    browser::visit $base/rolling.html
    set next [browser::value {document.querySelector('.turn a[rel=next]').href}]
    browser::value {document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))}
    tap::ok [browser::until "location.href === '$next' && document.readyState === 'complete'"] "an arrow leads to the next page"

    browser::visit $base/rolling.html
    set bare [browser::value {[...document.querySelectorAll('h1, h2, h3')].filter(h => !h.querySelector('a.self[href]')).length
        + [...document.querySelectorAll('.chunk')].filter(c => !c.querySelector('.cname > a[href*="#"]')).length
        + [...document.querySelectorAll('.eq[id]')].filter(c => !c.querySelector('a.eqno[href*="#"]')).length
        + [...document.querySelectorAll('.erratum')].filter(c => !c.querySelector('a.self[href*="#"]')).length}]
    tap::is $bare 0 "each heading, chunk, equation and erratum has a link to copy"

    set light [browser::value {getComputedStyle(document.body).backgroundColor}]
    browser::ask Emulation.setEmulatedMedia features {[{"name":"prefers-color-scheme","value":"dark"}]}
    set dark [browser::value {getComputedStyle(document.body).backgroundColor}]
    tap::ok [expr {$light ne $dark}] "light and dark follow the system: $light, $dark"
    tap::is $browser::errors {} "none of it is an error on the console"

    # Without its script a page reads the same.
    browser::ask Emulation.setScriptExecutionDisabled value true
    browser::visit $base/rolling.html
    browser::ask Emulation.setScriptExecutionDisabled value false
    tap::ok [browser::value {document.querySelector('main').textContent.length > 5000
        && document.querySelector('.search').hidden}] "no script is needed to read"
    tap::ok [browser::value {[...document.querySelectorAll('figure img')].every(e => e.checkVisibility())}] \
        "without a script each figure is the printed one"
}
tap::done
