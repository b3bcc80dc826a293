# trundle init-ci: the workflows for the repository of a code of one's own.  They are YAML, and what they run
# runs here, with the local build in place of an installation, on a small project that is right, then wrong.
package require trundle::testing
namespace import testing::*
set own [file normalize [file join [file dirname [info script]] .. .. examples own-code.py]]
testing::start python3
file link -symbolic ../verification/pages/oblique-impact.tcl [file join [file dirname [file dirname $testing::program]] \
    verification/pages/oblique-impact.tcl]
file mkdir path project
testing::write path/trundle "#!/bin/sh\necho \"\$1\" >>$testing::folder/calls\nexec [info nameofexecutable] $testing::folder/bin/trundle \"\$@\""
file attributes path/trundle -permissions 0755
set env(PATH) [file normalize path]:$env(PATH)
cd project
file copy $own source.py

set result [trundle init-ci -code ./dem -build {cp source.py dem && chmod +x dem} -from https://example.org/it's.git]
tap::is [dict get $result status] 0 "two workflows and their script are written"
tap::is [lrange [split [dict get $result out] \n] 0 3] {.trundle/ci .trundle/.gitignore .github/workflows/trundle.yml .gitlab-ci.yml} "and told"
tap::ok [expr {![string match *TRUNDLE_SOURCE* [dict get $result out]]}] "with -from nothing is left to be set"
# What the file means to a server: the shell commands of its job, and where the results go.
proc yaml {program} {
    exec python3 -c "import sys, yaml\n$program"
}
if {[catch {yaml ""}]} {
    tap::ok 1 "the workflows are YAML # SKIP python3 has no yaml"
} else {
    tap::is [yaml "w = yaml.safe_load(open('.github/workflows/trundle.yml'))
j = w\['jobs'\]\['suite'\]
print(j\['env'\]\['TRUNDLE_SOURCE'\], \[s\['run'\] for s in j\['steps'\] if 'run' in s\]\[1:\])"] \
        "https://example.org/it's.git \['sh .trundle/ci install', 'sh .trundle/ci build', 'sh .trundle/ci suite'\]" "GitHub's is YAML"
    tap::is [yaml "w = yaml.safe_load(open('.gitlab-ci.yml'))\['trundle'\]
print(w\['script'\], w\['artifacts'\]\['reports'\]\['junit'\])"] \
        "\['sh .trundle/ci install', 'sh .trundle/ci build', 'sh .trundle/ci suite'\] trundle-report/junit.xml" "GitLab's, too"
    tap::is [yaml "w = yaml.safe_load(open('.github/workflows/trundle.yml'))
j = w\['jobs'\]\['suite'\]
print(sorted(w\[True\]), w\[True\]\['push'\]\['branches'\], j\['timeout-minutes'\], w\['concurrency'\]\['cancel-in-progress'\],
    \[s\['with'\]\['path'\] for s in j\['steps'\] if 'cache' in s.get('uses', '')\])
print(\[s\['if'\] for s in j\['steps'\] if s.get('id') == 'pages'\]\[0\], '-', w\['jobs'\]\['publish'\]\['if'\])
w = yaml.safe_load(open('.gitlab-ci.yml'))\['trundle'\]
print(w\['timeout'\], w\['cache'\]\['paths'\], len(w\['rules'\]))"] "\['pull_request', 'push', 'workflow_dispatch'\] \['main', 'master'\] 60 True \['.trundle/cache'\]
always() && github.ref_name == github.event.repository.default_branch && hashFiles('trundle-report/index.html') != '' -\
always() && needs.suite.outputs.published == 'success'
1h \['.trundle/cache'\] 2" "one run for each change, a limit of time, a cache, and only results that are there are published"
}
proc step {name} {
    set failed [catch {exec sh .trundle/ci $name 2>@1} text settings]
    return [list [expr {$failed ? [lindex [dict get $settings -errorcode] 2] : 0}] $text]
}
tap::is [step install] {0 {}} "nothing is installed where Trundle is"
# Where it is not: what is cloned is built and installed, and must run then.
set outer [list $env(PATH) $env(HOME)]
set env(HOME) [file normalize ..]/home
set env(PATH) $env(HOME)/bin:/usr/bin:/bin
if {[catch {exec which git}] || ![catch {exec which trundle}]} {
    tap::ok 1 "what is cloned is installed # SKIP there is no git, or a trundle in /usr/bin"
} else {
    file mkdir $env(HOME) source
    testing::write source/bootstrap "#!/bin/sh\nmkdir -p build && printf 'install:\\n\\tmkdir -p $env(HOME)/bin && cp ../stub $env(HOME)/bin/trundle\\n' >build/Makefile"
    testing::write source/stub "#!/bin/sh\ntest \"\$*\" = 'case -list'"
    file attributes source/bootstrap -permissions 0755
    file attributes source/stub -permissions 0755
    exec sh -c {cd source && git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm one}
    set env(TRUNDLE_SOURCE) file://[file normalize source]
    lassign [step install] status text
    tap::ok [expr {$status == 1 && [string match "*release v* of Trundle cannot be fetched from file:*" $text]}] \
        "a release that is not there"
    regexp {release='(v[^']*)'} [contents .trundle/ci] - release
    exec git -C source tag $release
    set env(TRUNDLE_SOURCE) file://[file normalize source]
    tap::is [lindex [step install] 0] 0 "what is cloned is installed"
    tap::ok [file executable $env(HOME)/bin/trundle] "and is there"
    file delete $env(HOME)/bin/trundle
    exec sh -c {cd source && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m two}
    file delete -force source
    tap::is [lindex [step install] 0] 0 "a second time it comes from the cache"
    file delete $env(HOME)/bin/trundle
    testing::write .trundle/cache/trundle/stub "#!/bin/sh\nexit 3"
    tap::ok [expr {[lindex [step install] 0] != 0}] "a trundle that does not run is no installation"
    file delete -force .trundle/cache
    unset env(TRUNDLE_SOURCE)
    file delete -force source
}
lassign $outer env(PATH) env(HOME)
tap::is [lindex [step build] 0] 0 "the code is built"
lassign [step suite] status text
tap::is $status 0 "the right code passes"
tap::is [regexp -all {verify} [contents $testing::folder/calls]] 1 "it is asked once, for all files"
tap::note $text
tap::ok [regexp {^(\d+) of \1 right} [lindex [split $text \n] end] - count] "all answers are right"
tap::is [list [regexp -all {<testcase} [contents trundle-report/junit.xml]] [regexp -all -line {^ok} [contents trundle-report/checks.tap]]] \
    [list $count $count] "JUnit and TAP have them all"
tap::is [exec python3 -c "import xml.dom.minidom as m
s = m.parse('trundle-report/junit.xml').documentElement
m.parse('trundle-report/badge.svg')
print(s.tagName, s.getAttribute('tests'), s.getAttribute('failures'), len(s.getElementsByTagName('testcase')))"] \
    "testsuites $count 0 $count" "JUnit and the badge are XML, and count alike"
foreach file {index.html badge.svg} {
    tap::ok [string match "*$count of $count right*" [contents trundle-report/$file]] "$file tells it"
}
testing::write source.py [string map {{ra, kt = R,} {ra, kt = R - overlap/2,}} [contents source.py]]
step build
lassign [step suite] status text
tap::is $status 1 "a wrong arm fails"
tap::ok [string match "*as with arm-half*" [contents trundle-report/index.html]] "the page says what it is like"
tap::ok [string match "*<li class=bad>not ok*" [contents trundle-report/index.html]] "and shows which answers are wrong"
tap::ok [string match "*#c33*" [contents trundle-report/badge.svg]] "the badge is red"
tap::ok [string match "*<failure*" [contents trundle-report/junit.xml]] "JUnit knows"
foreach {pattern arguments name} {
    {*init-ci: ".trundle/ci" already exists*} {init-ci} "a second time"
    {*init-ci: -out is "nowhere", expected a folder*} {init-ci -out nowhere} "no folder"
} {
    set result [trundle {*}$arguments]
    tap::ok [expr {[dict get $result status] == 2 && [string match $pattern [dict get $result err]]}] "refused: $name"
}
file mkdir other
set result [trundle init-ci -out other]
tap::is [lindex [split [string trim [dict get $result out]] \n] end-1] \
    "set the variable TRUNDLE_SOURCE of the repository on its server: from where Trundle is cloned (or -from)" "what is left to be set"
testing::end
