# test-live.tcl -- the engine compiled for a browser ends a run with the hash that the program
# prints, for models with other laws, schemes and walls; node stands in for the browser.  Where `make live`
# has not been run, or node is missing, the test is skipped.
package require tap
package require json

if {![file exists live/trundle.wasm] || [auto_execok node] eq ""} {
    puts "1..0 # SKIP `make live` has not been run, or there is no node"
    exit 0
}
set source [file normalize $env(srcdir)]
close [file tempfile folder]
file delete $folder
file mkdir $folder
proc write {file text} {
    set channel [open $file w]
    puts $channel $text
    close $channel
}
write $folder/run.js {
    const { liveEngine } = require(process.argv[2] + "/live/live.js"), fs = require("fs");
    const engine = liveEngine(fs.readFileSync("live/trundle.wasm"));
    const model = JSON.parse(fs.readFileSync(process.argv[3]));
    try {
      engine.load(model);
      for (const t of engine.times(model)) engine.advance(t);
      console.log(engine.hash(), engine.steps(), process.argv[4] ? JSON.stringify(engine.energy()) : "");
    } catch (error) { console.log("refused:", error.message); }
}
proc browser {file args} {
    string trim [exec node $::folder/run.js $::source $file {*}$args]
}
proc native {file} {
    file delete -force $::folder/run
    set said [exec $::env(TCLSH) bin/trundle run $file -v -out $::folder/run 2>@1]
    regexp {hash of the last state ([0-9a-f]{16})} $said - hash
    regexp {: (\d+) steps} $said - steps
    return "$hash $steps"
}

# Spheres of two materials, unequal, turned, with spin, between planes of which one moves; ugly numbers.
set head {
    gravity  {0.31 -0.17 -9.71}
    material a -young 1.3e7 -poisson 0.31 -density 1730
    material b -young 0.7e7 -poisson 0.24 -density 2310
    contact  a a -mu 0.43 -restitution 0.61 -mu_r 0.07 -eta_r 0.21
    contact  a b -mu_s 0.37 -mu_d 0.22 -xi 0.13 -xi_t 0.3 -mu_r 0.03 -k_r 0.01
    plane    floor -point {0.01 0 0} -normal {0.1 0.05 1} -material b
    plane    wall  -point {0.31 0 0} -normal {-1 0.1 0.07} -material a -velocity {-0.2 0 0} -rigid yes
    sphere   one -radius 0.031 -material a -position {0.02 0.01 0.051} -velocity {0.9 0.13 -0.4} -spin {3 -17 5}
    sphere   two -radius 0.017 -material b -position {0.12 0.017 0.047} -velocity {-0.4 0.03 0} -spin {1 2 3} \
        -orientation {0.8 0.1 -0.5 0.3}
    sphere   three -radius 0.023 -material a -position {0.2 -0.01 0.09}
    run until 0.21 record 0.013
}
foreach {name laws} {
    "the defaults of a scenario" {integrate -method verlet -dt 1.1e-5}
    "velocity Verlet, EPSD" {integrate -method verlet -dt 1.1e-5; laws -sliding mindlin -rolling epsd}
    "the trapezoid, iterated" {integrate -method trapezoid -phi 0.6 -dt 2.3e-5 -tolerance 1e-9; laws -sliding elongation}
    "twisting, another lever" {integrate -method verlet -dt 1.1e-5; laws -sliding mindlin -torsion yes -lever half}
    "a step that adapts itself" {integrate -method trapezoid -adaptive corrected -dt 1e-5 -dt_limit 1e-4}
} {
    write $folder/model.tcl "$laws\n$head"
    exec $env(TCLSH) bin/trundle export $folder/model.tcl -to json -out $folder/model.json
    tap::is [browser $folder/model.json] [native $folder/model.json] "hash and steps: $name"
}

# The accounts of energy have the names that the program gives them.
set channel [open $folder/run/energy.csv]
set lines [split [string trim [read $channel]] \n]
close $channel
regexp {\{.*\}} [browser $folder/model.json energy] energy
set mine [json::json2dict $energy]
set names [lmap cell [split [lindex $lines 0] ,] {regsub {[/ (].*} $cell ""}]
set compared 0
foreach name $names value [split [lindex $lines end] ,] {
    if {[dict exists $mine $name] && $value != 0} {
        tap::near [expr {[dict get $mine $name]/$value}] 1 1e-9 "the account $name"
        incr compared
    }
}
tap::ok [expr {$compared >= 6}] "accounts are compared"

# How fast: 500 spheres that fall into a box, in particle-steps for each second of processor.
write $folder/many.tcl {
    gravity  {0 0 -9.81}
    material a -young 1e7 -poisson 0.3 -density 2500
    contact  a a -mu 0.4 -restitution 0.5 -mu_r 0.05
    plane    floor -point {0 0 0} -normal {0 0 1} -material a
    foreach {name x y} {left -1 0 right 1 0 front 0 -1 back 0 1} {
        plane $name -point [list [expr {-0.07*$x}] [expr {-0.07*$y}] 0] -normal [list $x $y 0] -material a
    }
    lattice s -count {10 10 5} -spacing 0.0135 -radius {0.005 0.006} -material a -origin {-0.061 -0.061 0.007} -jitter 0.0005
    integrate -method verlet -dt 5e-5
    run until 0.8 record 0.1
}
proc processor {args} {
    exec bash -c {TIMEFORMAT=%U; time "$0" "$@" >/dev/null 2>&1} {*}$args 2>@1
}
exec $env(TCLSH) bin/trundle export $folder/many.tcl -to json -out $folder/many.json
tap::is [browser $folder/many.json] [native $folder/many.json] "hash and steps: 500 spheres"
foreach {who command} [list "in node" [list node $folder/run.js $source $folder/many.json] \
        "here, one thread" [list env OMP_NUM_THREADS=1 $env(TCLSH) bin/trundle run $folder/many.json -out $folder/many-run]] {
    tap::note "[format %.2g [expr {500*16000/[processor {*}$command]}]] particle-steps a second, $who"
}

# What a page cannot do is told, not left out.
foreach {name from to want} {
    "a law that is not there"  {"sliding":"elongation"} {"sliding":"glue"} {refused:*glue*}
    "a number out of range"    {"radius":0.031} {"radius":-1} {refused:*radius*-1*}
    "no such material"         {"material":"b"} {"material":"c"} {refused:*material*}
    "a wall of triangles"      {"meshes": \[\]} {"meshes": [{"name":"m"}]} {refused: meshes*}
    "another schema"           {"version": 1} {"version": 2} {refused:*version 1*}
} {
    set channel [open $folder/model.json]
    set text [read $channel]
    close $channel
    if {![regsub $from $text $to changed]} {
        regsub [regsub -all {[][{}]} $from {\\&}] $text [string map {& \\&} $to] changed
    }
    write $folder/bad.json $changed
    tap::ok [string match $want [browser $folder/bad.json]] "refused: $name"
}
# Each page that runs in a browser: Tcl and the page's own words in the module, at what it opens with.  What has no
# engine has no hash; the names of its observables are there all the same.
write $folder/page.js {
    const { livePage } = require(process.argv[2] + "/live/live.js"), fs = require("fs");
    const [, wasm, tcl] = fs.readFileSync("live/trundle-wasm.js", "utf8").match(/WASM = "(.*)";\n.*TCL = "(.*)";/);
    const read = (text) => require("zlib").gunzipSync(Buffer.from(text, "base64"));
    for (const name of process.argv.slice(3)) {
      try {
        const page = livePage(read(wasm), read(tcl).toString(), () => {}), { opens } = page.facts(name);
        const { hash, observables } = page.run(name, opens).case;
        console.log([name, [hash, ...Object.keys(observables)], ...Object.entries(opens).map((pair) => pair.join("="))].join("\t"));
      } catch (error) { console.log([name, error.message.split("\n")[0]].join("\t")); }
    }
}
set pages [lmap file [lsort [glob live/*.html]] {file rootname [file tail $file]}]
foreach line [split [exec node $folder/page.js $source {*}[lsearch -all -inline -not $pages lab]] \n] {
    set opens [lassign [split $line \t] page answer]
    set case [json::json2dict [exec -ignorestderr $env(TCLSH) bin/trundle case $page -json \
        {*}[concat {*}[lmap one $opens {list -set $one}]]]]
    set hash [string map {null ""} [dict get $case hash]]
    tap::is $answer [join [list $hash {*}[dict keys [dict get $case observables]]] ,] "$page answers as the command does"
}
set size [string length [exec gzip -9c live/trundle-wasm.js | base64 -w0]]
tap::ok [expr {$size*3/4 < 1e6}] "the module is less than 1 MB compressed"
tap::note "[expr {$size*3/4}] bytes"
file delete -force $folder
tap::done
