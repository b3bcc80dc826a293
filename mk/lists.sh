#!/bin/sh
# lists.sh SRCDIR: what the build consists of, as variables of make: mk/lists-made.am.  What the chapters and pages tangle
# into follows from their roots, all else from the folders; mk/lists.am has the order of the book, and what no file tells.
# Needs neither git nor noweb.
cd "$1" || exit 1
made=$(${AWK-awk} '
# A list of mk/lists.am, NAME = \ ...: order[name, k], count[name].
FILENAME == "mk/lists.am" {
    if ($0 ~ /^[A-Z_]+ = \\$/) { list = $1; next }
    if (list != "") {
        last = $0 !~ /\\$/
        order[list, ++count[list]] = $1
        listed[list, $1] = 1
        if (last) list = ""
    }
    next
}
# Chunks of a chapter: defined[file, chunk]; uses of a chunk: use[chunk, k]; found[chunk]: the files that define it.
FNR == 1 { chunk = "" }
/^<<.*>>=[ \t]*$/ {
    chunk = substr($0, 3, index($0, ">>=") - 3)
    if (!((FILENAME, chunk) in defined)) {
        defined[FILENAME, chunk] = 1
        found[chunk] = found[chunk] " " FILENAME
        chunks[FILENAME, ++many[FILENAME]] = chunk
    }
    next
}
/^@( |$)/ { chunk = ""; next }
chunk != "" {
    line = $0
    gsub(/@<</, "", line)
    while (match(line, /<<[^<>]+(>[^<>]+)*>>/)) {
        name = substr(line, RSTART + 2, RLENGTH - 4)
        use[chunk, ++uses[chunk]] = name
        used[name] = 1
        line = substr(line, RSTART + RLENGTH)
    }
}
# Where a root of a file is tangled to; "" when it is none.
function place(file, root) {
    if (file ~ /^verification\//) return root ~ /\.(tcl|gp)$/ ? "verification/pages/" root : ""
    if (root ~ /^[a-z0-9-]+\.h$/) return "src/trundle/" root
    if (root ~ /^[a-z0-9-]+\.c$/) return "src/" root
    return root ~ /^[a-z0-9-]+\.(gp|tcl|live)$/ ? "figures/" root : ""
}
# The files whose chunks go into this one, beside those that hold it.
function reach(name,    k, i, n, at) {
    if (name in seen) return
    seen[name] = 1
    n = split(found[name], at, " ")
    for (i = 1; i <= n; i++) from[at[i]] = 1
    for (k = 1; k <= uses[name]; k++) reach(use[name, k])
}
function say(name, text) { printf "%s =%s\n", name, text }
function chapter(file,    k, root, to, files, others, i) {
    for (k = 1; k <= many[file]; k++) {
        root = chunks[file, k]
        if (root in used || root in owner || (to = place(file, root)) == "") continue
        owner[root] = file
        made[to] = 1
        files = files " " to
        if (to ~ /\.h$/) headers = headers " \\\n  " to
        else if (to ~ /^src\/test-/) tests = tests " \\\n  " substr(to, 1, length(to) - 2)
        else if (to ~ /^src\/bench-/) benches = benches " \\\n  " substr(to, 1, length(to) - 2)
        else if (to ~ /\.c$/) sources = sources " \\\n  " to
        else if (to ~ /^verification/) pages = pages " \\\n  " to
        else if (to ~ /\.gp$/) figures = figures " \\\n  " to
        else if (to ~ /\.live$/) live = live " \\\n  " to
        else data = data " \\\n  " to
        reach(root)
    }
    if (files == "") return
    for (i = 1; i <= all; i++)
        if (book[i] in from && book[i] != file) others = others " " book[i]
    stem = substr(file, 1, length(file) - 3)
    gsub(/[\/-]/, "_", stem)
    text = text "FILES_" stem " =" files "\n"
    if (others != "") text = text "FROM_" stem " =" others "\n"
    for (k in seen) delete seen[k]
    for (k in from) delete from[k]
}
function volume(list, folder,    k, file) {
    for (k = 1; k <= count[list]; k++) {
        file = folder order[list, k] (folder == "" ? "" : ".nw")
        book[++all] = file
        known[file] = 1
    }
}
END {
    volume("MECHANICS", "lit/mechanics/"); volume("ENGINE", "lit/engine/"); volume("ANSWERS", "lit/answers/")
    volume("TESTS_OF", "lit/tests/"); volume("PAGES_NW", ""); volume("PARTS_NW", "")
    for (k = 1; k < ARGC; k++)
        if (ARGV[k] ~ /\.nw$/ && !(ARGV[k] in known)) {
            print "lists.sh: " ARGV[k] " has no place in the order of mk/lists.am" >"/dev/stderr"
            bad = 1
        }
    for (i = 1; i <= all; i++) chapter(book[i])
    printf "%s", text
    say("CHAPTERS_H", headers); say("CHAPTERS_C", sources); say("CHAPTERS_TEST", tests); say("BENCHES", benches)
    say("PAGES_FILES", pages); say("FIGURES", figures); say("FIGURES_TCL", data); say("FIGURES_LIVE", live)
    exit bad
}' mk/lists.am lit/*/*.nw verification/pages/*.nw) || exit 1
echo "## Written by mk/lists.sh from the files that are there: no place for changes."
echo "$made"
laws=$(sed -n '/^LAWS_H = /,/[^\\]$/p; /^PLAIN_INSIDE_H = /,/[^\\]$/p' mk/lists.am)
not=$(echo $made $laws)

# folder NAME BUT FILE...: the list NAME of the files that are there, but those that match BUT (a|b|...), are tangled,
# or stand in a list of headers.
folder () {
  name=$1 but=$2
  shift 2
  printf '%s =' "$name"
  for f do
    test -f "$f" || continue
    case " $not " in *" $f "*) continue ;; esac
    eval "case \$f in $but) continue ;; esac"
    case $name in PLAIN_TEST) case " $not " in *" ${f%.c} "*) continue ;; esac; f=${f%.c} ;; esac
    printf ' \\\n  %s' "$f"
  done
  echo
}
folder PLAIN_H '-' src/trundle/*.h
folder PLAIN_C 'src/test-*|src/bench-*|src/*-tcl.*|src/tap.h' src/*.[ch]
folder TCL_C '-' src/*-tcl.[ch]
folder PLAIN_TEST '-' src/test-*.c
folder BUILD_TESTS '*-book.tcl|*-article.tcl|*-web.tcl|*-browser.tcl|*-lab.tcl|*-pages.tcl' mk/test-*.tcl
folder TCL_TESTS '-' verification/tests/test-*.tcl
folder TESTING '*/test-*' verification/tests/*.tcl
folder HARNESS '-' verification/harness/*.* verification/harness/*/*.* verification/engines/*.tcl
folder dist_examples_DATA '*.py|*.md' examples/*.*
folder dist_examples_SCRIPTS '-' examples/*.py
folder EXAMPLE_PICTURES '-' figures/examples/*.png
