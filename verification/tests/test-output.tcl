# Results appear whole or not at all, and what is not ours is never replaced: folders and files by
# themselves.
package require tap
namespace eval trundle {variable version test}
package require trundle::output
close [file tempfile folder]
file delete $folder
file mkdir $folder
cd $folder
proc put {file text} {
    file mkdir [file dirname $file]
    set channel [open $file w]
    puts -nonewline $channel $text
    close $channel
}
proc text-of {file} {
    set channel [open $file]
    try {read $channel} finally {close $channel}
}
proc there {{where .}} {lsort [glob -nocomplain -tails -directory $where * .\[a-z\]*]}

# --- a folder
set part [trundle::output::begin case a/b/out case]
tap::is [file tail $part],[there a/b],[there $part] out.part[pid],out.part[pid],.trundle-case "it arises under another name"
put $part/x.csv 1
put $part/.lock ""
trundle::output::finish $part a/b/out .lock
tap::is [there a/b],[there a/b/out] out,.lock\ .trundle-case\ x.csv "then it has its name"
tap::is [text-of a/b/out/.trundle-case] "trundle test\n.trundle-case\nx.csv\n" "and a list of what belongs to it, but for what goes soon"
file delete a/b/out/.lock
set part [trundle::output::begin case a/b/out case]
put $part/y.csv 2
trundle::output::finish $part a/b/out
tap::is [there a/b],[there a/b/out] out,.trundle-case\ y.csv "a result takes the place of an earlier one"
put a/b/out/mine.txt dear
tap::raises {trundle::output::begin case a/b/out case} {case: -out is "*out", which holds "mine.txt", not made by trundle,*} \
    "but not with a file of somebody in it"
tap::raises {trundle::output::begin sweep a/b/out sweep} {sweep: -out is "*out", which exists and is not an earlier sweep,*} \
    "nor one of another kind"
tap::is [there a/b],[there a/b/out] out,.trundle-case\ mine.txt\ y.csv "and nothing has changed"
put old/.trundle-case "trundle 0.0"
put old/any 1
trundle::output::discard [trundle::output::begin case old case]
tap::is [there old] {.trundle-case any} "an older marker has no list; what is given up leaves the old one"
file mkdir empty
trundle::output::discard [trundle::output::begin case empty case]
put file 1
tap::raises {trundle::output::begin case file case} {*which exists and is not an earlier case*} "a file is no folder"
trundle::output::discard [trundle::output::begin case new/deep/out case]
tap::is [file exists new] 0 "what is given up leaves no folder above it"
put kept/one 1
trundle::output::discard [trundle::output::begin case kept/deep/out case]
tap::is [there kept] one "but those that were there"
file link -symbolic link a/b/out
file link -symbolic chain link
tap::is [trundle::output::place chain] [file normalize a/b/out] "links are followed to the end"
file mkdir real
file link -symbolic named real
set part [trundle::output::begin case named case]
trundle::output::finish $part named
tap::is [file type named],[there real] link,.trundle-case "a link stays, and what it names is replaced"
exec ln -s ring2 ring1
exec ln -s ring1 ring2
tap::ok [string match */ring? [trundle::output::place ring1]] "and a ring of links has an end"
tap::raises {trundle::output::begin case file/out case} {case: -out is "*file/out", which cannot be made: *} "a folder below a file"

# --- a file
foreach {kind text ours} {
    csv  "t,id,radius,mass,x,y,z,\n1" 1   csv  "a,b\n" 0     csv "" 1
    json "{\n  \"passed\" : 3,\n  \"failed\" : 0,\n  \"checks\" : \[\]}" 1
    tap  "1..2\nnot ok 1 - page/check: x" 1   tap "1..2\nok 1 - other" 0
    dump "ITEM: TIME\n0\nITEM: TIMESTEP\n" 1  slurm "#!/bin/sh\n#SBATCH --job-name=trundle-x" 1   slurm "#!/bin/sh\nrm" 0
    picture "%PDF\n" 0
} {
    put look $text
    tap::is [trundle::output::ours? look $kind] $ours "[expr {$ours ? "a" : "no"}] $kind of ours: \"[string map {\n " "} $text]\""
}
tap::is [list [trundle::output::ours? none csv] [trundle::output::ours? a csv]] {0 0} "nothing and a folder are not"
foreach {format text} [list svg [string repeat "long " 100] pdf [string repeat "long " 100] png ""] {
    put drawn.$format $text
    trundle::output::sign drawn.$format $format
    tap::is [trundle::output::ours? drawn.$format picture] 1 "a picture that was signed: $format"
}
tap::is [trundle::output::check-file case out b.csv csv] [file normalize b.csv] "a new file"
put b.csv "t,id,radius,mass,x,y,z,"
tap::is [trundle::output::check-file case out b.csv csv] [file normalize b.csv] "one that was made here"
put b.csv "dear diary"
foreach {name said} {
    a      {case: -out is "a", a folder, expected the name of a file}
    no/b   {case: -out is "no/b", expected a file in an existing folder that can be written to}
    file/b {case: -out is "file/b", expected a file in an existing folder that can be written to}
    b.csv  {case: -out is "b.csv", which exists and was not made by trundle as a file of this kind, expected a new name}
} {
    tap::raises {trundle::output::check-file case out $name csv} $said $said
}
set before [there]
trundle::output::deliver "new\ntext" b.csv
tap::is [text-of b.csv],[there] "new\ntext\n,$before" "a file is replaced as a whole"
tap::raises {trundle::output::deliver text a} {a is a folder, expected the name of a file} "where a folder stands it is not"
tap::is [there] $before "and nothing is left"
tap::is [exec [info nameofexecutable] << [join [list [list set auto_path $::auto_path] {package require trundle::output
    trundle::output::deliver {for the terminal} ""}] \n]],[there] "for the terminal,$before" "without a name it goes to the terminal"
encoding system iso8859-1
trundle::output::write b.csv "\u00e9"
encoding system utf-8
set channel [open b.csv rb]
tap::is [read $channel] "\xc3\xa9\n" "in UTF-8, whatever the system writes"
close $channel
tap::raises {trundle::output::write no/file text} {no/file cannot be written: no such file or directory} "what cannot be written is told"
if {[file exists /dev/full]} {
    file link -symbolic full.csv.part[pid] /dev/full
    tap::raises {trundle::output::deliver text full.csv} {*full.csv.part* cannot be written: it is not a regular file} "a device is not written to"
    tap::is [there] $before "and leaves no part"
}
# Sums of files, of their beginning, and on from there.
set bytes [string repeat "a line of text\n" 150000]
set channel [open sum.txt wb]
puts -nonewline $channel $bytes
close $channel
set sum [list 2250000 [zlib crc32 $bytes]]
tap::is [trundle::output::sum sum.txt] $sum "bytes of a file and their CRC-32"
set part [trundle::output::sum sum.txt 1200001]
tap::is $part [list 1200001 [zlib crc32 [string range $bytes 0 1200000]]] "of its beginning"
tap::is [trundle::output::sum sum.txt Inf $part] $sum "and on from there"
tap::is [trundle::output::sum sum.txt 9e6] $sum "of more than it has"
encoding system iso8859-1
tap::is [trundle::output::text b.csv] "\u00e9\n" "a text is read in UTF-8, too"
encoding system utf-8
file mkdir a-folder
foreach {file why} {none.txt "no such file or directory" a-folder "it is a folder"} {
    tap::raises {trundle::output::text $file} "the file \"$file\" cannot be read: $why" "what cannot be read is told, $file"
}
cd /
file delete -force $folder
tap::done
