# A model as JSON: the same run from it as from the scenario, the same bits; the schema
# holds for what is written; what is wrong in a file gets one message.
package require trundle::testing
namespace import testing::*
testing::start

# Everything that a model can have, with numbers that no short decimal is.
set all {
    gravity {0.3 0 -9.72}
    material glass -young 6.1e7 -poisson 0.23 -density 2470 -xi 0.11
    material felt  -young 8.3e6 -poisson 0.31 -xi 0.07
    contact glass glass -mu_s 0.41 -mu_d 0.37 -restitution 0.62 -mu_r 0.05 -eta_r 0.2 -xi_t 0.1
    contact glass felt  -mu 0.44 -mu_r 0.11
    plane floor -point {0 0 -0.013} -normal {0.1 0.2 2} -material felt
    plane side  -point {0.71 0 0} -normal {-1 0 0} -material glass -rigid yes -velocity {-0.1 0 0}
    mesh ramp -file ramp.stl -scale 0.001 -material felt
    bucket tub -box {-0.3 -0.3 -0.1 0.7 0.6 0.5} -slope 0.03 -material glass -spin {0 0 0.3} -axis {0.2 0.1 0}
    sphere a -radius 0.0213 -material glass -position {0.1 0.0307 0.02} -velocity {0.3 0.1 0} -spin {3 -4 5} \
        -orientation {0.3 0.1 -0.7 0.2}
    sphere b -radius 0.0131 -material glass -mass 0.0391 -inertia_factor 0.37 -position {0.16 0 0.031} -spin {0 0 7}
    sphere probe -radius 0.0117 -material felt -mass 0.03 -position {0.2 0.1 0.03} -velocity {0.3 0.2 0.1} -spin {0 3 7} -fixed yes
    lattice l -origin {0.2 0.1 0.2} -count {2 3 2} -spacing 0.041 -radius {0.011 0.019} -jitter 0.0007 -seed 5 \
        -material glass
    inlet tap -box {0.2 0.2 0.3 0.4 0.4 0.4} -radius {0.011 0.013} -rate 100 -material glass -velocity {0 0 -1}
    outlet drain -point {0 0 -0.09} -normal {0 0 -1}
    fluid -viscosity 0.02 -gradient_x {0 0 0.3}
    laws -sliding elongation -rolling epsd -torsion yes
    integrate -method verlet -dt 1.7e-5
    run until 0.05 record 0.01
}
testing::write ramp.stl "solid ramp
facet normal 0 0 1
outer loop
vertex 0 0 1.1
vertex 250.3 0 1.3
vertex 0 250.7 1.7
endloop
endfacet
endsolid ramp"
scenario all.tcl $all
proc run {name file out} {
    set result [trundle run $file -out $out]
    if {![tap::ok [expr {[dict get $result status] == 0}] $name]} {
        tap::note [dict get $result err]
    }
}
set result [trundle export all.tcl -to json]
tap::is [dict get $result out] "all.json\n" "it is written" 
run "the scenario runs" all.tcl one
run "the model runs" all.json two
tap::is [contents two/trajectory.csv] [contents one/trajectory.csv] "and comes to the same bits"
file rename all.json kept.json
file mkdir read
file copy kept.json read/all.json
trundle export read/all.json -to json -out again.json
file rename kept.json all.json
tap::is [contents again.json] [contents all.json] "a model that was read writes the same text"

# The schema, by a library that knows nothing of ours.
testing::write schema.json [dict get [trundle export -schema] out]
testing::write judge.py {import json, sys, jsonschema
model = json.load(open(sys.argv[1]))
for path, value in zip(sys.argv[2::2], sys.argv[3::2]):
    *way, last = path.split('/')
    part = model
    for step in way:
        part = part[int(step) if step.isdigit() else step]
    part[last] = json.loads(value)
errors = list(jsonschema.Draft7Validator(json.load(open('schema.json'))).iter_errors(model))
print(len(errors))}
if {[catch {exec python3 -c "import jsonschema"}]} {
    tap::ok 1 "the schema # SKIP python3-jsonschema is not installed"
} else {
    tap::is [exec python3 judge.py all.json] 0 "the schema holds for the model"
    foreach {path value name} {
        materials/0/young -1            "a modulus below zero"
        particles/1/position {[0, 1]}   "a place with two numbers"
        laws/sliding {"glue"}           "a law that is not there"
        version 2                       "another version"
        contacts/0/mu_s {"0.3"}         "a number as a text"
        contacts/0/between {["glass"]}  "a contact of one"
    } {
        tap::is [exec python3 judge.py all.json $path $value] 1 "the schema refuses $name"
    }
}

# A file with triangles that are flat, repeated, or merged, and normals that are no unit vectors.
proc facet {normal a b c} {
    return "facet normal $normal\nouter loop\nvertex $a\nvertex $b\nvertex $c\nendloop\nendfacet\n"
}
testing::write odd.stl "solid odd\n[facet {0 0 7} {0 0 0} {1 0 0} {0 1 0}][facet {0 0 0} {1 0 0} {1 0 0} {0 1 0}][
    facet {1 2 3} {1 0 1e-7} {1 1 0} {0 1 0}][facet {0 0 1} {0 0 0} {0.5 0 1e-8} {1 0 0}][
    facet {nan nan nan} {1 0 0} {0 1 0} {0 0 0}]endsolid odd\n"
scenario odd.tcl {
    gravity {0 0 -9.72}
    material glass -young 6.1e7 -poisson 0.23 -density 2470
    contact glass glass -mu 0.41 -restitution 0.62
    plane side -point {0.9 0 0} -normal {-3 0.1 0} -material glass
    mesh odd -file odd.stl -material glass
    sphere a -radius 0.0213 -material glass -position {0.49 0.47 0.022} -velocity {0.3 0.1 0} -orientation {0.3 0 -7 2}
    integrate -method verlet -dt 1.7e-5
    run until 0.05 record 0.01
}
run "a scenario with an odd file" odd.tcl odd
tap::is [dict get [trundle export odd.tcl -to json] out] "odd.json\n" "it is written"
run "the model is read again" odd.json odd-again
tap::is [contents odd-again/trajectory.csv] [contents odd/trajectory.csv] "with the same bits"
run "the model in the run folder is read again" odd/model.json odd-more
tap::is [contents odd-more/trajectory.csv] [contents odd/trajectory.csv] "with the same bits"
tap::is [contents odd-again/model.json] [contents odd/model.json] "and writes the same text"

# What is wrong in a file.
foreach {change pattern name} {
    {"version": 1} "*version is \"7\", expected 1*" {"version": 7}
    {"mu_s":0.41} "*contact glass glass: there is no option \"-mus\"*" {"mus":0.41}
    {"young":61000000.0} "*material glass: -young is \"-3\", expected a positive number*" {"young":-3}
    {"material":"glass","radius":0.0213} "*sphere a: there is no material \"ice\"*" {"material":"ice","radius":0.0213}
    {"name":"a",} "*sphere: there is no \"name\"*" {}
    {"until":0.05} "*run has no \"until\"*" {"till":0.05}
    {"schema": "trundle-model"} "*schema is \"\", expected trundle-model*" {"scheme": "trundle-model"}
    {"version": 1,} "*expected a model as JSON, which this is not*" {"version": 1,,}
    {"planes":} "trundle: wrong.json: there is no part \"planeR\" of a model*did you mean planes?" {"planeR":}
    {"until":0.05} "*run has no \"stop\", expected one of until, record, forces" {"until":0.05,"stop":1}
    {"until":0.05} "trundle: wrong.json: expected a model as JSON, which this is not (line 6: found \"e,*, which is no JSON)" {"until":1e}
    {"radius":0.0213} "*which this is not (line *: found \"e,\"mass\"*" {"radius":"1"e}
    {"version": 1,} "*which this is not (line 3: found \"x,\", which is no JSON)" {"version": 1x,}
    {"mu_s":0.41} "trundle: wrong.json: \"mu_s\" is a key twice in one object, expected once" {"mu_s":0.41,"mu_d":0.2,"mu_s":0.1}
    {"version": 1,} "trundle: wrong.json: \"schema\" is a key twice in one object, expected once" {"version": 1, "schema" : "trundle-model",}
    {"sliding":"elongation"} "trundle: wrong.json: laws: sliding is \"\", expected a value*" {"sliding":""}
} {
    testing::write wrong.json [string map [list $change $name] [contents all.json]]
    testing::refused $pattern {run wrong.json -out x} [expr {$name eq "" ? "no name" : $name}]
}
# What a name has in it is never read as options; a bad one is refused as in a scenario.
foreach {from to pattern} {
    {"name":"a",} {"name":"a -inertia_factor 0.1",}
        "*the name of a sphere is \"a -inertia_factor 0.1\", expected a name of letters, digits, '.', '_' and '-'"
    {"name":"a",} {"name":"a b",} "*the name of a sphere is \"a b\", expected a name*"
    {"name":"a",} {"name":"",} "*the name of a sphere is \"\", expected a name*"
    {"between":["glass","glass"]} {"between":["glass","glass -mu 1"]} "*contact: a name in between is \"glass -mu 1\", expected a name*"
    {"between":["glass","glass"]} {"between":["glass"]} "*contact: between is \"glass\", expected two names"
    "\"planes\": \[" "\"planes\": \[\"x\"," "*plane: it is \"x\", expected an object"
} {
    testing::write wrong.json [string map [list $from $to] [contents all.json]]
    testing::refused $pattern {run wrong.json -out x} $to
}
testing::write wrong.json [string map [list {"between":["glass","glass"]} "\"between\":\"glass \x7b\""] [contents all.json]]
testing::refused "*contact: between is \"glass \x7b\", expected two names" {run wrong.json -out x} "no list of names"
testing::write notes.json {{"mine": 1}}
testing::refused "*-out is \"notes.json\", which exists and was not made by trundle*" {export all.tcl -to json -out notes.json} \
    "a file of somebody else"
tap::is [contents notes.json] "{\"mine\": 1}\n" "which stays"
# The limit of time holds for a model as data, too.
set bodies [lmap k [lrepeat 8000 x] {string cat "\{\"name\": \"s[incr body]\", \"radius\": 0.01, \"mass\": 1, \"material\": \"m\",\
    \"position\": \[$body, 0, 0\]\}"}]
testing::write large.json "\{\"schema\": \"trundle-model\", \"version\": 1, \"run\": \{\"until\": 1\}, \"materials\": \[\{\"name\": \"m\",
    \"young\": 1e7, \"poisson\": 0.3, \"density\": 1000\}\], \"particles\": \[[join $bodies ,\n]\]\}"
testing::refused "*large.json: the scenario did not end within 0.01 s*" {run large.json -limit 0.01} "a limit of time"
testing::end
