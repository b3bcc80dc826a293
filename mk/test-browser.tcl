# test-browser.tcl -- every page of the web edition in headless Chromium, at three widths: no error
# on its console, nothing that was not loaded, no text wider than the page; search, previews, keys
# and links to copy do what they should.  Chromium is spoken to through its debugging pipe: JSON
# messages, each ended by a zero byte.  Without Chromium the test is skipped.
# Run by `make check-book`, in the build folder.
package require tap
package require json

if {![info exists env(CHROMIUM)] || $env(CHROMIUM) eq "" || ![file executable $env(CHROMIUM)]} {
    puts "1..0 # SKIP no Chromium"
    exit 0
}

namespace eval browser {
    variable number 0
    variable answers [dict create]
    variable rest ""
    variable errors {}
}

proc browser::start {profile} {
    variable pipe
    set pipe [open "|[list /bin/sh -c {exec 3<&0 4>&1; exec "$@" </dev/null >/dev/null 2>&1} sh $::env(CHROMIUM) \
        --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars \
        --user-data-dir=$profile --remote-debugging-pipe about:blank]" r+]
    chan configure $pipe -translation binary -blocking 0 -buffering none
    chan event $pipe readable browser::hear
}

proc browser::hear {} {
    variable pipe
    variable rest
    variable answers
    append rest [read $pipe]
    if {[eof $pipe]} {
        chan event $pipe readable {}
        dict set answers gone {}
        return
    }
    while {[set end [string first \0 $rest]] >= 0} {
        set message [json::json2dict [encoding convertfrom utf-8 [string range $rest 0 $end-1]]]
        set rest [string range $rest $end+1 end]
        if {[dict exists $message id]} {
            dict set answers [dict get $message id] $message
        } else {
            heard [dict get $message method] $message
        }
    }
}

# What the page says without being asked.
proc browser::heard {method message} {
    variable errors
    variable answers
    switch -- $method {
        Page.loadEventFired {dict set answers loaded 1}
        Runtime.exceptionThrown {
            lappend errors [dict get $message params exceptionDetails text]
        }
        Log.entryAdded {
            set entry [dict get $message params entry]
            if {[dict get $entry level] in {error warning}} { lappend errors [dict get $entry text] }
        }
        Runtime.consoleAPICalled {
            if {[dict get $message params type] in {error warning assert}} {
                lappend errors "console: [dict get $message params type]"
            }
        }
        Network.loadingFailed {lappend errors "not loaded: [dict get $message params errorText]"}
    }
}

# Waits as long as the browser lives and says something: a machine may be slow.
proc browser::await {key} {
    variable answers
    while {![dict exists $answers $key]} {
        if {[dict exists $answers gone]} { error "the browser has gone" }
        set timer [after 120000 {dict set browser::answers gone {}}]
        vwait browser::answers
        after cancel $timer
    }
    set answer [dict get $answers $key]
    dict unset answers $key
    return $answer
}

proc browser::quoted {text} {
    return \"[string map {\\ \\\\ \" \\\" \n \\n} $text]\"
}

# ask METHOD NAME JSON ...: the answer's result.
proc browser::ask {method args} {
    variable pipe
    variable number
    variable session
    incr number
    set params [join [lmap {name value} $args { string cat \" $name \": $value }] ,]
    set to [expr {[info exists session] ? ",\"sessionId\":[quoted $session]" : ""}]
    puts -nonewline $pipe [encoding convertto utf-8 "{\"id\":$number,\"method\":\"$method\",\"params\":{$params}$to}"]\0
    set answer [await $number]
    if {[dict exists $answer error]} { error "$method: [dict get $answer error message]" }
    return [dict get $answer result]
}

proc browser::attach {} {
    variable session
    set target [dict get [ask Target.createTarget url [quoted about:blank]] targetId]
    set session [dict get [ask Target.attachToTarget targetId [quoted $target] flatten true] sessionId]
    foreach domain {Page Runtime Log Network} { ask $domain.enable }
}

proc browser::visit {url} {
    variable answers
    dict unset answers loaded
    ask Page.navigate url [quoted $url]
    await loaded
}

proc browser::width {w} {
    ask Emulation.setDeviceMetricsOverride width $w height 900 deviceScaleFactor 1 mobile false
}

# The value of an expression on the page; a promise is waited for.
proc browser::value {expression} {
    set answer [ask Runtime.evaluate expression [quoted $expression] returnByValue true awaitPromise true]
    if {[dict exists $answer exceptionDetails]} {
        error "[dict get $answer exceptionDetails text]: $expression"
    }
    if {[dict exists $answer result value]} { return [dict get $answer result value] }
}

proc browser::pause {ms} {
    after $ms {set ::paused 1}
    vwait ::paused
}

# browser::until EXPRESSION: true as soon as it holds, false after ten seconds.
proc browser::until {expression} {
    for {set i 0} {$i < 100} {incr i} {
        if {[value $expression] in {1 true}} { return 1 }
        pause 100
    }
    return 0
}

# Elements that reach beyond the page and do not lie in one that scrolls.
set wide {(() => {
  const edge = document.documentElement.clientWidth;
  const scrolls = e => { for (; e && e !== document.body; e = e.parentElement)
    if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true; return false; };
  const found = [];
  if (document.documentElement.scrollWidth > edge + 1) found.push("page " + document.documentElement.scrollWidth);
  for (const e of document.querySelectorAll("main *")) {
    const r = e.getBoundingClientRect();
    if (r.width && r.right > edge + 1 && !scrolls(e.parentElement) && !scrolls(e)) {
      found.push(e.tagName + "." + e.className + " " + (e.textContent || "").slice(0, 40));
      if (found.length > 3) break;
    }
  }
  return found.join("; ");
})()}

set profile [file normalize browser-[pid]]
set base file://[string map {" " %20} [file normalize html]]
try {
    browser::start $profile
    browser::attach
    set wrong {}
    set broad {}
    set pages [lsort [glob -tails -directory html *.html]]
    foreach page $pages {
        set browser::errors {}
        browser::width 1500
        browser::visit $base/$page
        foreach width {1500 800 360} {
            browser::width $width
            set over [browser::value $wide]
            if {$over ne ""} { lappend broad "$page at $width: $over" }
        }
        # Pictures are loaded when they come near; here all of them are.
        browser::value {Promise.all([...document.images].map(i => { i.loading = "eager"; return i.decode().catch(() => {}); })).then(() => 1)}
        set bad [browser::value {[...document.images].filter(i => !i.naturalWidth).map(i => i.src).join(" ")}]
        if {$bad ne ""} { lappend wrong "$page: $bad" }
        if {[llength $browser::errors]} { lappend wrong "$page: [lsort -unique $browser::errors]" }
    }
    tap::is [join $wrong \n] "" "no page of [llength $pages] has an error on its console"
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
        {C-21} {*#C-21 *}
        {rolling resistance} {*rolling.html *}
        tr_rolling_epsd {*rolling.html#*}
    } {
        set got [searched $query]
        tap::ok [string match $wanted $got] "the search finds $query"
        tap::note [string range $got 0 120]
    }
    tap::ok [string match "*Nothing has*" [searched xyzzyqwv]] "and says so when it finds nothing"

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
    catch {unset browser::session; browser::ask Browser.close}
} finally {
    catch {close $browser::pipe}
    after 300
    catch {file delete -force $profile}
}
tap::done
