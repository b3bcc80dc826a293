# browser.tcl -- Chromium without a window, spoken to through its debugging pipe: JSON messages, each
# ended by a zero byte.  A test that sources this file is skipped where there is no Chromium.
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

# WebGL needs software that draws, where there is no screen: another FLAG than the usual one.
proc browser::start {profile {flag --disable-gpu}} {
    variable pipe
    set pipe [open "|[list /bin/sh -c {exec 3<&0 4>&1; exec "$@" </dev/null >/dev/null 2>&1} sh $::env(CHROMIUM) \
        --headless --no-sandbox {*}$flag --no-first-run --disable-background-networking \
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

# The page has heard of its new width, and has drawn itself, when this returns.
proc browser::width {w} {
    ask Emulation.setDeviceMetricsOverride width $w height 900 deviceScaleFactor 1 mobile false
    value {new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(0))))}
}

# Seconds of processor that all threads of the page have taken: on a busy machine, too, what the page costs.
proc browser::processor {} {
    ask Performance.enable
    foreach metric [dict get [ask Performance.getMetrics] metrics] {
        if {[dict get $metric name] eq "ProcessTime"} {
            return [dict get $metric value]
        }
    }
}

# The value of an expression on the page; a promise is waited for.
proc browser::value {expression} {
    set answer [ask Runtime.evaluate expression [quoted $expression] returnByValue true awaitPromise true]
    if {[dict exists $answer exceptionDetails]} {
        error "[dict get $answer exceptionDetails text]: $expression"
    }
    if {[dict exists $answer result value]} { return [dict get $answer result value] }
}

# The window as a picture.
proc browser::picture {file} {
    set channel [open $file wb]
    puts -nonewline $channel [binary decode base64 [dict get [ask Page.captureScreenshot] data]]
    close $channel
}

proc browser::pause {ms} {
    after $ms {set ::paused 1}
    vwait ::paused
}

# browser::until EXPRESSION: true as soon as it holds, false after a minute.
proc browser::until {expression} {
    for {set i 0} {$i < 600} {incr i} {
        # A page that gives way to another one answers with an error.
        try {
            if {[value $expression] in {1 true}} { return 1 }
        } trap {} {message options} {
            if {![string match "*navigated or closed*" $message]} { return -options $options $message }
        }
        pause 100
    }
    return 0
}

# browser::during SCRIPT ?FLAG?: the script, beside a browser with an empty page; whatever happens, neither the browser
# nor its folder is left.
proc browser::during {script {flag --disable-gpu}} {
    variable pipe
    variable session
    set profile [file normalize browser-[pid]]
    try {
        start $profile $flag
        attach
        uplevel 1 $script
        catch {unset session; ask Browser.close}
    } finally {
        # When it has ended, its helpers may go on writing for a moment.
        catch {chan configure $pipe -blocking 1}
        catch {close $pipe}
        for {set i 0} {$i < 100 && [catch {file delete -force $profile}]} {incr i} {
            after 100
        }
    }
}

# Elements that reach beyond the page and do not lie in one that scrolls.
set browser::wide {(() => {
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
