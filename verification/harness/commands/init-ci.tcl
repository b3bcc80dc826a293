# init-ci.tcl -- trundle init-ci: continuous integration of somebody else's code.
package provide trundle::command::init-ci 1.0
package require trundle::cli
package require trundle::output

trundle::cli::declare init-ci {
    usage {[-code PROGRAM] [-build COMMAND] [-from ADDRESS] [-release NAME] [-out DIR]}
    about {Writes, into the repository of your code, a workflow for GitHub Actions and one for GitLab. They install one release of Trundle
        (a cache keeps it), build the code, run all benchmarks that are portable to other codes, and publish a page, JUnit XML and a badge.
        Both run the script .trundle/ci, which also works on your own machine. `trundle help engines` describes the calls that the program must
        answer. If a file exists already, nothing is written.}
    options {
        code  {PROGRAM text ./my-code {program, relative to the top folder of the repository (default: ./my-code)}}
        build {COMMAND text make {command that builds it (default: make)}}
        from  {ADDRESS text {} {address from which Trundle is cloned (default: variable TRUNDLE_SOURCE)}}
        release {NAME text {} {tag, branch or commit of Trundle (default: the release that writes the files)}}
        out   {DIR text . {top folder of the repository (default: this one)}}
    }
    examples {
        {trundle init-ci -code ./dem -build 'make dem'}
        {for a code that `make dem` builds}
        {sh .trundle/ci suite}
        {the last step of the server, on your machine}
    }
}

namespace eval trundle::command {
    variable ci_files {}
}

proc trundle::command::init-ci {arguments} {
    variable ci_files
    set values [trundle::cli::parse init-ci $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help init-ci]
        return 0
    }
    trundle::cli::words init-ci $values 0 0 "-code"
    set top [dict get $values out]
    if {![file isdirectory $top] || ![file writable $top]} {
        trundle::value::fail "init-ci: -out is \"$top\", expected a folder that can be written"
    }
    foreach key {code build from release} {
        if {[regexp {[\n\r]} [dict get $values $key]]} {
            trundle::value::fail "init-ci: -$key has several lines, expected one"
        }
    }
    foreach file [dict keys $ci_files] {
        if {[file exists $top/$file]} {
            trundle::value::fail "init-ci: \"$file\" already exists, expected a repository without it"
        }
    }
    set map [list @CODE@ [ci-quoted [dict get $values code]] @BUILD@ [dict get $values build] @SOURCE@ [ci-yaml [dict get $values from]] \
        @HERE@ [ci-quoted [dict get $values from]] \
        @RELEASE@ [ci-quoted [if {[dict get $values release] eq ""} {string cat v $::trundle::version} else {dict get $values release}]]]
    dict for {file text} $ci_files {
        file mkdir [file dirname $top/$file]
        trundle::output::write $top/$file [string map $map [string trim $text \n]]
        puts $file
    }
    file attributes $top/.trundle/ci -permissions 0755
    if {[dict get $values from] eq ""} {
        puts "set the variable TRUNDLE_SOURCE of the repository on its server: from where Trundle is cloned (or -from)"
    }
    puts "try it here: sh .trundle/ci build && sh .trundle/ci suite"
    return 0
}

# A word for a shell; a text for YAML.
proc trundle::command::ci-quoted {word} {
    return '[string map {' '\\''} $word]'
}

proc trundle::command::ci-yaml {text} {
    return [expr {$text eq "" ? {${{ vars.TRUNDLE_SOURCE }}} : "'[string map {' ''} $text]'"}]
}

dict set trundle::command::ci_files .trundle/ci {
#!/bin/sh
# What the workflows of both servers run, in the top folder of the repository:
#   sh .trundle/ci install    Trundle, unless it is installed
#   sh .trundle/ci build      the code
#   sh .trundle/ci suite      all problems; status 1 when an answer is wrong, or when none was compared
# The results are in trundle-report/: index.html, junit.xml, checks.tap, badge.svg.
set -u
code=@CODE@
source=${TRUNDLE_SOURCE:-@HERE@}
release=@RELEASE@
case ${1:-} in
  install)
    command -v trundle >/dev/null && exit 0
    test -n "$source" || { echo "TRUNDLE_SOURCE is empty: from where is Trundle cloned?" >&2; exit 2; }
    place=.trundle/cache/trundle
    if ! test -d "$place/.git"; then
      rm -rf "$place.new"
      git init -q "$place.new" && git -C "$place.new" fetch -q --depth 1 "$source" "$release" &&
        git -C "$place.new" checkout -q FETCH_HEAD && mv "$place.new" "$place" ||
        { echo "release $release of Trundle cannot be fetched from $source" >&2; exit 1; }
    fi
    cd "$place" && ./bootstrap && make -C build install && trundle case -list >/dev/null ;;
  build)
    @BUILD@ ;;
  suite)
    rm -rf trundle-report
    mkdir trundle-report
    echo '*' >trundle-report/.gitignore
    trundle verify -engine "$code" -dialect -tier full -out trundle-report/checks.tap -also junit=trundle-report/junit.xml
    status=$?
    test $status -le 1 || exit $status
    awk -v status=$status '
      function line(class, text) {gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); page = page "<li class=" class ">" text "\n"}
      /^ok.*# SKIP/ {skipped++; line("skip", $0); next}
      /^not ok.*# TODO/ {differ++; line("note", $0); next}
      /^ok/ {good++; line("ok", $0)}
      /^not ok/ {bad++; line("bad", $0)}
      /^#/ {line("note", $0)}
      END {
        text = good + bad ? good + 0 " of " good + bad " right" : "nothing compared"; colour = status ? "#c33" : "#393"
        print "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>" text "</title>" \
          "<style>body{font:15px sans-serif;max-width:70em;margin:2em auto}.bad{color:#b00}.skip,.note{color:#777}.note{list-style:none}</style>" \
          "<h1>" text (differ ? ", " differ " as declared" : "") (skipped ? ", " skipped " not counted" : "") "</h1><ul>\n" \
          page "</ul></html>" > "trundle-report/index.html"
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"168\" height=\"20\" role=\"img\"><title>trundle: " text "</title>" \
          "<rect width=\"58\" height=\"20\" fill=\"#555\"/><rect x=\"58\" width=\"110\" height=\"20\" fill=\"" colour "\"/>" \
          "<g fill=\"#fff\" font-family=\"sans-serif\" font-size=\"11\"><text x=\"7\" y=\"14\">trundle</text><text x=\"65\" y=\"14\">" \
          text "</text></g></svg>" > "trundle-report/badge.svg"
        print text
      }' trundle-report/checks.tap
    exit $status ;;
  *)
    echo "usage: sh .trundle/ci install | build | suite" >&2
    exit 2 ;;
esac
}

dict set trundle::command::ci_files .trundle/.gitignore {
/cache/
}

dict set trundle::command::ci_files .github/workflows/trundle.yml {
# The benchmarks of Trundle, computed by this code, once for each pull request and each push to the main branch.  The page and the badge are
# published by Pages (settings of the repository: Pages, source "GitHub Actions"); the badge is PAGES-ADDRESS/badge.svg.
name: trundle
on:
  push:
    branches: [main, master]
  pull_request:
  workflow_dispatch:
concurrency:
  group: trundle-${{ github.ref }}
  cancel-in-progress: true
permissions:
  contents: read
jobs:
  suite:
    runs-on: ubuntu-latest
    container: debian:bookworm
    timeout-minutes: 60
    env:
      TRUNDLE_SOURCE: @SOURCE@
    outputs:
      published: ${{ steps.pages.outcome }}
    steps:
      - run: apt-get update && apt-get install -y --no-install-recommends build-essential ca-certificates git
      - uses: actions/checkout@v4
      - uses: actions/cache@v4
        with:
          path: .trundle/cache
          key: trundle-${{ hashFiles('.trundle/ci') }}
      - run: sh .trundle/ci install
      - run: sh .trundle/ci build
      - run: sh .trundle/ci suite
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: trundle-report
          path: trundle-report
          if-no-files-found: ignore
      - uses: actions/upload-pages-artifact@v3
        id: pages
        if: >-
          always() && github.ref_name == github.event.repository.default_branch
          && hashFiles('trundle-report/index.html') != ''
        with:
          path: trundle-report
  publish:
    needs: suite
    if: always() && needs.suite.outputs.published == 'success'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
    steps:
      - uses: actions/deploy-pages@v4
}

dict set trundle::command::ci_files .gitlab-ci.yml {
# The benchmarks of Trundle, computed by this code.  The badge is PROJECT-ADDRESS/-/jobs/artifacts/BRANCH/raw/trundle-report/badge.svg?job=trundle
# The variable TRUNDLE_SOURCE of the project (settings, CI/CD) says from where Trundle is cloned, where .trundle/ci does not.
trundle:
  image: debian:bookworm
  timeout: 1h
  interruptible: true
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  cache:
    key:
      files:
        - .trundle/ci
    paths:
      - .trundle/cache
  before_script:
    - apt-get update && apt-get install -y --no-install-recommends build-essential ca-certificates git
  script:
    - sh .trundle/ci install
    - sh .trundle/ci build
    - sh .trundle/ci suite
  artifacts:
    when: always
    paths:
      - trundle-report
    reports:
      junit: trundle-report/junit.xml
}
