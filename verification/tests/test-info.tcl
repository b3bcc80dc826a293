# trundle info: what a folder tells of its run, and when it is damaged.
package require trundle::testing
package require json
package require trundle::checksum
namespace import testing::*
testing::start

scenario two.tcl {
    gravity {0 0 -9.81}
    material m -young 1e7 -poisson 0.3 -density 1200
    contact m m -mu 0.3 -restitution 0.6
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    sphere a -radius 0.02 -material m -position {0 0 0.05} -velocity {0.3 0.1 0} -spin {3 -4 5}
    sphere b -radius 0.03 -material m -position {0.06 0 0.031} -spin {0 0 7}
    integrate -method verlet -dt 1e-5
    run until 0.05 record 0.01 -contacts yes
}
set said [dict get [trundle run two.tcl -out two -v] out]
set result [trundle info two]
tap::is [dict get $result status] 0 "a run that has ended"
set out [dict get $result out]
foreach {pattern name} {
    {^bodies +2 single spheres, 1 plane$} bodies
    {^frames +6$} frames
    {^times +0.0 to 0.05 s$} times
    {^contacts +recorded$} contacts
    {^ended +yes$} "that it has ended"
    {^whole +yes$} "that it is whole"
    {^intact +yes$} "that it is intact"
    {^written by +Trundle } "who wrote it"
    {^laws +.*-dt 1e-5} laws
} {
    tap::ok [regexp -line $pattern $out] "it tells $name"
}
regexp {hash of the last state ([0-9a-f]{16})} $said - hash
tap::ok [regexp -line "^hash +$hash$" $out] "and the hash that the run has told"
set facts [json::json2dict [dict get [trundle info two -json] out]]
tap::is [list [dict get $facts frames] [dict get $facts hash]] [list 6 $hash] "the same as JSON"
# The head of the trajectory: the model comes to the same bits, and who has made it stands there.
package require trundle
tap::is [contents two/model.json] "[trundle::frames text two/trajectory.h5 /model.json]\n" "the model in the file and beside it"
trundle run two/model.json -out again
tap::is [dict get [json::json2dict [contents again/run.json]] hash] $hash "the model, run again, comes to the same hash"
tap::is [trundle::frames text two/trajectory.h5 /hash] $hash "the hash of the last state stands in the file"
set origin [json::json2dict [trundle::frames text two/trajectory.h5 /provenance]]
set beside [json::json2dict [contents two/run.json]]
foreach key {written_by commit cite conventions} {
    tap::is [dict get $origin $key] [dict get $beside $key] "provenance in the file and beside it: $key"
}
tap::ok [regexp {^-lever .* -method verlet -dt 1e-5$} [dict get $origin options]] "with the options that were given"
tap::is [split [trundle::frames text two/trajectory.h5 /names] \n] {a b} "the names of the particles"
scenario come.tcl {
    gravity {0 0 -9.81}
    material m -young 1e7 -poisson 0.3 -density 1200
    contact m m -mu 0.3 -restitution 0.6
    sphere a -radius 0.02 -material m -position {0 0 0.5}
    inlet feed -box {1 1 1 1.2 1.2 1.2} -rate 100 -radius 0.01 -material m -seed 1
    integrate -method verlet -dt 1e-5
    run until 0.05 record 0.01
}
trundle run come.tcl -out come
set names [split [trundle::frames text come/trajectory.h5 /names] \n]
tap::is [list [lrange $names 0 2] [llength $names]] \
    [list {a feed-1 feed-2} [lindex [trundle::frames shape come/trajectory.h5 /particles/radius] 0]] "and of those that came"
trundle convert come -to vtk
tap::ok [regexp {<!-- Trundle [^>]*hash of the last state [0-9a-f]{16}; 1 threads; path .*lever=shares} [contents come-vtk/frames.pvd]] \
    "what is made of a run says where it comes from"
# All that is made of a run tells it, in the file or in one beside it: each format has its own place.
trundle convert two -to csv
trundle convert two -to dump
scenario shut.tcl "[contents two.tcl]\nmesh post -triangles {{{0.2 0 0} {0.2 0.05 0} {0.2 0 0.1}}} -material m"
trundle run shut.tcl -out shut
foreach {run to} {shut vtk two html two svg two mp4 two webm} {
    trundle {*}[expr {$to eq "vtk" ? "convert" : "film"}] $run -to $to
}
# What is missing in a text that should tell who has made the results in FOLDER.
proc untold {text folder} {
    set beside [json::json2dict [contents $folder/run.json]]
    set wanted [list [dict get $beside written_by] "commit [dict get $beside commit]" "hash of the last state [dict get $beside hash]" \
        "[dict get $beside threads] threads" "path [dict get $beside path]" "cite: [dict get $beside cite]" lever=shares dt=1e-5]
    return [lmap fact $wanted {expr {[string first $fact $text] < 0 ? $fact : [continue]}}]
}
foreach {file run} {shut-vtk/frames.pvd shut shut-vtk/contacts.pvd shut shut-vtk/walls.pvd shut shut-vtk/frame000001.vtp shut
        shut-vtk/contacts000001.vtp shut shut-vtk/walls.vtp shut two.csv two two-contacts.csv two
        two-walls.csv two two.dump.origin.txt two two.html two two.svg two} {
    if {[file extension $file] eq ".html" && ![file exists $file]} {
        tap::ok 1 "$file # SKIP no libjs-three"
        continue
    }
    tap::is [untold [contents $file] $run] {} "$file tells all of its run"
}
foreach to {mp4 webm} {
    if {[auto_execok ffprobe] eq "" || ![file exists two.$to]} {
        tap::ok 1 "two.$to # SKIP no ffmpeg"
        continue
    }
    tap::is [untold [exec ffprobe -v error -show_entries format_tags -of default two.$to 2>@1] two] {} "two.$to tells all of its run"
}
# A PDF gets an object, a table and a trailer more; one that lacks what they go on from, a remark.
set pdf "%PDF-1.4\n1 0 obj\n<< >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n30\n%%EOF\n"
package require trundle::provenance
set told [trundle::provenance::into-pdf $pdf "who (made) it"]
tap::ok [regexp {2 0 obj\n<< /Creator \(Trundle\) /Keywords \(who \\\(made\\\) it\) >>.*trailer\n<< /Size 3 /Root 1 0 R\s+/Info 2 0 R /Prev 30 >>\nstartxref\n(\d+)\n%%EOF\n$} \
    $told - at] "a PDF tells who made it"
tap::is [string range $told $at $at+4] xref\n "and where its table is"
foreach part {startxref trailer /Size {/Root 1 0 R}} {
    set other [string map [list $part ""] $pdf]
    tap::is [trundle::provenance::into-pdf $other made] "$other%\n% made\n" "a PDF without $part"
}
# One bit: in a number of the middle of the trajectory, in a table; a table that is gone.
proc flip {file at} {
    set channel [open $file r+b]
    seek $channel $at
    binary scan [read $channel 1] cu byte
    seek $channel $at
    puts -nonewline $channel [binary format c [expr {$byte ^ 4}]]
    close $channel
}
foreach file {trajectory.h5 energy.csv events.csv model.dict} {
    set at [expr {[file size two/$file]/2}]
    flip two/$file $at
    set result [trundle info two]
    tap::ok [expr {[dict get $result status] == 1 && [regexp -line "^(whole|intact) +no: .*$file" [dict get $result out]]}] \
        "one bit of $file: damaged, with status 1"
    flip two/$file $at
}
file rename two/events.csv kept.csv
set result [trundle info two]
tap::ok [expr {[dict get $result status] == 1 && [regexp -line {^intact +no: events.csv is missing$} [dict get $result out]]}] \
    "a table that is gone"
file rename kept.csv two/events.csv
# What an older version has written has neither a seal nor sums; with sums beside it the seal has been lost.
file copy two old
file copy two bare
set channel [open bare/trajectory.h5 r+b]
chan truncate $channel [expr {[file size bare/trajectory.h5] - 53}]
close $channel
set result [trundle info bare]
tap::ok [expr {[dict get $result status] == 1 && [regexp -line {^intact +no: trajectory.h5 has lost its seal$} [dict get $result out]]}] \
    "a seal that was cut off: damaged, with status 1"
foreach words {{convert bare -to csv} {convert bare/trajectory.h5 -to csv} {plot bare speed -out bare-plots} {film bare -to svg}} {
    testing::refused "trundle: [lindex $words 0]: *bare is damaged: trajectory.h5 has lost its seal" $words "a seal that was cut off: $words"
}
set text [contents old/run.json]
regsub {"files" : \{.*?\}\s*\},} $text "" text
regsub {,\s*"seal" : "[0-9a-f]+"} $text "" text
testing::write old/.trundle-run "trundle 0.1"
testing::write old/run.json $text
set channel [open old/trajectory.h5 r+b]
chan truncate $channel [expr {[file size old/trajectory.h5] - 53}]
close $channel
set result [trundle info old]
tap::ok [expr {[dict get $result status] == 0 && [regexp -line {^intact +trajectory.h5 not sealed, tables not sealed$} [dict get $result out]]}] \
    "files without sums are told as such"
file delete old/run.json
set result [trundle info old]
tap::ok [expr {[dict get $result status] == 0 && [regexp -line {^intact +trajectory.h5 not sealed, tables not sealed$} [dict get $result out]]}] \
    "and so they are where nothing stands beside them"
tap::is [dict get [trundle info two] status] 0 "all put right: intact"
set channel [open two/trajectory.h5 r+b]
puts -nonewline $channel "no trajectory"
close $channel
set result [trundle info two]
tap::ok [expr {[dict get $result status] == 1 && [regexp -line {^whole +no: } [dict get $result out]]}] \
    "a damaged trajectory is told, with status 1"
# Every file of a run, ended or not: changed, emptied, removed, a FIFO in its place; each command that reads it names the file.
set patience 20
proc told {args} {
    set testing::patience 20
    set result [trundle {*}$args]
    list [dict get $result status] "[dict get $result out][dict get $result err]"
}
file delete -force two
works "a run that is whole" run two.tcl -out two
scenario long.tcl [string map {{until 0.05} {until 50}} [contents two.tcl]]
set channel [open "|[list [info nameofexecutable] $testing::folder/bin/trundle run long.tcl -out part -checkpoint 0 2>@1]"]
for {set k 0} {$k < 200 && ![file exists part.part/checkpoint.h5]} {incr k} {after 50}
after 100
exec sh -c "kill -TERM [pid $channel]"
catch {read $channel; close $channel}
tap::is [lindex [told info part.part] 0] 0 "an unfinished run is intact"
proc damaged {file how} {
    switch -- $how {
        changed {flip $file [expr {[file size $file]*2/5}]}
        emptied {close [open $file w]}
        removed {file delete $file}
        fifo    {file delete $file; exec mkfifo $file}
    }
}
set files {.scenario .trundle-run energy.csv events.csv model.dict model.json run.json trajectory.csv trajectory.h5}
foreach file $files {
    foreach how {changed emptied removed fifo} {
        file delete -force hurt
        file copy two hurt
        damaged hurt/$file $how
        lassign [told info hurt] status said
        tap::ok [expr {$status in {1 2} && [string match "*$file*" $said]}] "info: $file $how"
        tap::note "$status [lindex [split [string trim $said] \n] end]"
        # A run that has ended has nothing left to do, if it is what was written.
        lassign [told run two.tcl -out hurt -resume] status said
        tap::ok [expr {$status == 2 && ([string match "*$file*" $said] || $file eq ".scenario" && [string match "*of another scenario*" $said])}] \
            "-resume, ended: $file $how"
        tap::note "$status $said"
        if {$file ni {.scenario model.dict model.json run.json trajectory.h5} || ($file in {run.json trajectory.h5} && $how eq "removed")} continue
        foreach words {{plot hurt speed -out hurt-plots} {film hurt -to svg} {convert hurt -to csv}} {
            lassign [told {*}$words] status said
            tap::ok [expr {$status == 2 && [string match "*$file*" $said] && [llength [split [string trim $said] \n]] == 1}] "[lindex $words 0]: $file $how"
            tap::note "$status $said"
        }
    }
}
set text [contents two/run.json]
regexp {"hash" : "([0-9a-f]{16})"} $text - hash
file delete -force hurt
file copy two hurt
testing::write hurt/run.json [string map [list $hash [string map {0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 a a b b c c d d e e f f 0} $hash]] [string trimright $text]]
tap::ok [expr {[lindex [told info hurt] 0] == 1 && [string match "*run.json is damaged*" [lindex [told info hurt] 1]]}] "another hash in run.json"
# Resealed by somebody: the hash is that of another run.
set changed [string map [list $hash 0123456789abcdef] $text]
regsub {"seal" : "[0-9a-f]+"} $changed {"seal" : "00000000"} changed
testing::write hurt/run.json [trundle::checksum::close-text [string trimright $changed]]
tap::ok [string match "*trajectory.h5 has the hash*as in run.json*" [lindex [told info hurt] 1]] "resealed: the hash of the trajectory is another"
file delete -force hurt
foreach file {.scenario model.dict model.json energy.csv trajectory.csv events.csv trajectory.h5.part checkpoint.h5} {
    foreach how {changed emptied removed fifo} {
        file delete -force hurt.part
        file copy part.part hurt.part
        damaged hurt.part/$file $how
        if {$file ne "trajectory.h5.part" || $how eq "fifo"} {
            lassign [told info hurt.part] status said
            tap::ok [expr {($status in {1 2} && [string match "*$file*" $said]) || ($file eq "checkpoint.h5" && $how eq "removed")}] \
                "info, unfinished: $file $how"
            tap::note "$status [lindex [split [string trim $said] \n] end]"
        }
        # It begins anew then; and what the byte holds that was changed may not be written yet.
        if {"$file $how" in {{checkpoint.h5 removed} {trajectory.h5.part changed}}} continue
        lassign [told run long.tcl -out hurt -resume] status said
        tap::ok [expr {$status == 2 && [string match "*$file*" $said]}] "-resume: $file $how"
        tap::note "$status $said"
        tap::ok [file exists hurt.part] "-resume: $file $how: what is there stays"
    }
}
# A pipe or a device in the place of a file that a user names.
exec mkfifo pipe.h5 pipe.csv pipe.tcl pipe.json
foreach words {{plot pipe.h5} {film pipe.h5} {convert pipe.h5 -to csv} {plot /dev/zero} {film /dev/zero} {identify pipe.csv}
        {run pipe.tcl} {run pipe.json} {sweep none -over @pipe.csv} {bench -from pipe.json} {info pipe.h5}} {
    lassign [told {*}$words] status said
    tap::ok [expr {$status == 2 && [llength [split [string trim $said] \n]] == 1}] "a pipe or a device: $words"
    tap::note $said
}
# One in the place of a file that is written.
file mkdir marked.part
exec mkfifo marked.part/.trundle-run
lassign [told run two.tcl -out marked] status said
tap::ok [expr {$status == 2 && [string match "*marked.part/.trundle-run cannot be written: it is not a regular file*" $said]}] "a pipe for a marker"
testing::refused {*nothing*is not the folder of a run*} {info nothing} "what is no run is refused"
tap::done
