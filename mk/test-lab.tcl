# test-lab.tcl -- the laboratory in headless Chromium: what the page computes has the hash that the
# program prints for the model that the page saves, at the defaults and for numbers drawn from a
# seed; nothing on its console, nothing wider than the page.  Run by `make check-live`, in the build folder.
source [file join [file dirname [file normalize [info script]]] browser.tcl]

set lab file://[string map {" " %20} [file normalize live/lab.html]]
close [file tempfile folder]
file delete $folder
file mkdir $folder

# The run that PROBLEM and VALUES {name number ...} begin, to its end.
proc ran {problem values} {
    set pairs [join [lmap {name value} $values {string cat %22 $name %22: $value}] ,]
    browser::visit about:blank
    browser::visit "$::lab#%5B%22$problem%22,%7B$pairs%7D%5D"
    for {set i 0} {$i < 60 && [browser::value {document.body.dataset.hash || ""}] eq ""} {incr i} {browser::pause 500}
    return [browser::value {document.body.dataset.hash || document.getElementById("state").textContent}]
}

# What the program says of the model that the page has.
proc native {} {
    set channel [open $::folder/model.json w]
    fconfigure $channel -encoding utf-8
    puts $channel [browser::value {lab.model()}]
    close $channel
    file delete -force $::folder/run
    regexp {hash of the last state ([0-9a-f]{16})} [exec $::env(TCLSH) bin/trundle run $::folder/model.json \
        -v -out $::folder/run 2>@1] - hash
    return $hash
}

# Numbers between two others, in hundredths, from a seed.
expr {srand(11)}
proc drawn {low high} {
    expr {round(100*($low + rand()*($high - $low)))/100.0}
}
browser::during {
    browser::width 1200
    foreach {problem count} {pour 60 slope 12 shot 0} {
        tap::is [ran $problem [expr {$count ? "count $count" : ""}]] [native] "$problem: the same hash"
    }
    tap::ok [browser::value {JSON.parse(lab.model()).contacts.every(c => c.xi > 0 && !("restitution" in c))}] \
        "the file has the damping rate, not what it was computed from"
    tap::ok [browser::until {!!document.body.dataset.frames}] "frames are drawn"
    # Energies of the last run, to eleven digits, of the size of the largest; the sentence about the hash is what the program prints.
    set channel [open $folder/run/energy.csv]
    set lines [split [string trim [read $channel]] \n]
    close $channel
    set ours [json::json2dict [browser::value {JSON.stringify(lab.energy())}]]
    set far 0
    set compared 0
    set columns [lmap name [split [lindex [lsearch -all -inline -not -glob $lines "#*"] 0] ,] {string trim $name}]
    set size [tcl::mathfunc::max 1e-300 {*}[lmap x [dict values $ours] {expr {abs($x)}}]]
    foreach name $columns there [split [lindex $lines end] ,] {
        if {![dict exists $ours $name]} continue
        incr compared
        set far [expr {max($far, abs([dict get $ours $name] - $there)/$size)}]
    }
    tap::ok [expr {$compared >= 6 && $far < 1e-11}] "the energies are equal to eleven digits, as the page says"
    tap::note "$compared energies, relative difference at most $far"
    tap::ok [browser::value {/eleven digits/.test(document.querySelector('.lead').textContent) && !/last line/.test(document.body.textContent)}] \
        "the page says which values are equal to how many digits"
    tap::ok [browser::value {JSON.parse(document.getElementById('curves').dataset.ticks).every((all) => all.length >= 2)}] "time and energy have axes with numbers"
    # At 360 pixels: what is refused or empty is marked in words, a change dims the answer at once, and the verdict stays in sight.
    browser::width 360
    set typed {(value) => { const box = document.querySelector('#controls input[name=mu][type=number]'); box.value = value; box.dispatchEvent(new Event('input'));
        return box.parentElement.querySelector('em').textContent; }}
    tap::is [browser::value "($typed)('')"] "empty; the run still has 0.2" "an empty field is marked in words"
    tap::is [browser::value "($typed)('7')"] "refused; expected from 0 to 1.5; the run still has 0.2" "and one that is refused"
    tap::is [browser::value "(() => { const said = ($typed)('0.3'); return \[said, document.body.matches('.stale'), document.getElementById('meter').hidden,
        document.getElementById('state').textContent].join(); })()"] ",true,false,Computing; what is shown is the previous run" "a change says Computing and dims the answer at once"
    tap::ok [browser::until {!document.body.matches('.stale') && !!document.body.dataset.hash}] "until the next answer is there"
    tap::ok [browser::value {(() => { document.getElementById('controls').scrollIntoView(); const box = document.getElementById('state').getBoundingClientRect();
        scrollTo(0, 0); return box.top >= 0 && box.bottom < innerHeight; })()}] "the state of the run stays in sight"
    browser::width 1200
    for {set k 0} {$k < 20} {incr k} {
        set problem [lindex {pour slope shot} [expr {$k % 3}]]
        set values [list mu [drawn 0 1.5] restitution [drawn 0.1 0.95] mu_r [drawn 0 0.4] young [drawn 2 60] tilt [drawn -40 40] \
            {*}[dict get {pour {count 23 ratio 2.3} slope {count 7 spin -31} shot {rows 3 spin 41 speed 1.7}} $problem] \
            lever %22[lindex {shares radius half inner} [expr {$k % 4}]]%22 rescale %22[lindex {yes no} [expr {$k/3 % 2}]]%22 \
            sliding %22[lindex {mindlin elongation} [expr {$k/2 % 2}]]%22]
        tap::is [ran $problem $values] [native] "$problem, draw $k: the same hash"
    }
    # A slow machine makes the way from record to record in parts; no bit knows of it, also where the last step is shorter.
    file mkdir $folder/slow
    foreach file [glob -directory live *] {
        file link -symbolic $folder/slow/[file tail $file] [file normalize $file]
    }
    file delete $folder/slow/live.js
    set channel [open live/live.js]
    set script [read $channel]
    close $channel
    set channel [open $folder/slow/live.js w]
    tap::is [regsub -all {Math\.ceil\(spent/8\)} $script 2 script] 1 "where the parts are counted"
    puts $channel $script
    close $channel
    set quick $lab
    set lab file://$folder/slow/lab.html
    set values {mu 0.57 restitution 0.25 mu_r 0.23 young 33.94 tilt 34 count 7 spin -31 lever %22shares%22 rescale %22no%22
        sliding %22mindlin%22}
    tap::is [ran slope $values] [native] "slope, in parts: the same hash"
    set lab $quick
    # 500 spheres that move: at 30 pictures a second one may cost 1/30 s of processor, the steps to the next and its
    # drawing together, so that half of a machine with two cores is enough.  How many there are by the clock is a note.
    browser::visit about:blank
    browser::visit "$lab#%5B%22pour%22,%7B%22count%22:500%7D%5D"
    browser::until {lab.counts().pictures > 5}
    # The least of three, of up to ten where all three are too long: what other work on the machine adds to the
    # processor's time is not the page's.
    set least Inf
    for {set k 0} {$k < 3 || ($k < 10 && $least >= 1/30.0)} {incr k} {
        set began [browser::processor]
        set since [clock milliseconds]
        set before [json::json2dict [browser::value {JSON.stringify(lab.counts())}]]
        browser::until "lab.counts().pictures > [dict get $before pictures] + 60"
        set after [json::json2dict [browser::value {JSON.stringify(lab.counts())}]]
        set cost [expr {[browser::processor] - $began}]
        set took [expr {([clock milliseconds] - $since)/1e3}]
        set drawn [expr {[dict get $after pictures] - [dict get $before pictures]}]
        set computed [expr {[dict get $after computed] - [dict get $before computed]}]
        set least [expr {min($least, $cost/$drawn)}]
        tap::note [format "%.1f ms of processor a picture; %.0f pictures a second by the clock" [expr {1e3*$cost/$drawn}] [expr {$drawn/$took}]]
    }
    tap::ok [expr {$drawn > 20 && $computed >= $drawn - 5}] "500 spheres: each picture is another state"
    tap::ok [expr {$least < 1/30.0}] "500 spheres: a picture costs less than 1/30 s of processor"
    foreach width {1500 800 360} {
        browser::width $width
        tap::is [browser::value $browser::wide] "" "nothing is wider than the page at $width pixels"
    }
    # Another problem begins as if it were the first: nothing of the one before stays, not even in the step.
    set fresh [ran slope {}]
    ran shot {}
    browser::value {(() => { delete document.body.dataset.hash; const s = document.getElementById('problem');
        s.value = 'slope'; s.dispatchEvent(new Event('change')); })()}
    browser::until {!!document.body.dataset.hash}
    tap::is [browser::value {document.body.dataset.hash}] $fresh "another problem, chosen by hand"

    # A number changed by hand begins another run.
    ran shot {}
    browser::value {(() => { delete document.body.dataset.hash; const i = document.querySelector('input[name=mu]');
        i.value = 0.9; i.dispatchEvent(new Event('input')); })()}
    tap::ok [browser::until {!!document.body.dataset.hash && JSON.parse(lab.model()).contacts[0].mu === 0.9}] "a number that is changed runs at once"
    tap::is $browser::errors {} "nothing on the console"
}
file delete -force $folder
tap::done
