#!/bin/sh
# sources.sh DIR: what the module in the browser needs (mk/live.am) of the sources of Tcl and of the GNU Scientific
# Library, below DIR, in the versions of this Debian.  Needs no rights and no `deb-src` line: the machine's own are read
# as such.  No more than is compiled, with its licences, for `make deb` packs it.
set -e
mkdir -p "$1/parts" "$1/lists/partial" "$1/cache/archives/partial"
cd "$1"
for f in /etc/apt/sources.list.d/debian.sources; do
  test ! -f $f || sed 's/^Types:.*/Types: deb-src/' $f >parts/main.sources
done
test ! -s /etc/apt/sources.list || sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >parts/main.list
get="apt-get -q -o Dir::Etc::SourceList=$PWD/none -o Dir::Etc::SourceParts=$PWD/parts -o Dir::State::Lists=$PWD/lists
  -o Dir::Cache=$PWD/cache -o Debug::NoLocking=1 -o APT::Sandbox::User="
touch none
$get update
$get source --download-only tcl8.6 gsl
for f in tcl8.6_*.orig.tar.* gsl_*.orig.tar.*; do
  case $f in
    *.asc) continue ;;
    tcl*) to=tcl; set -- '*/README.md' '*/license.terms' '*/unix/Makefile.in' '*/generic/*' '*/libtommath/*' ;;
    *)
      to=gsl
      set -- '*/COPYING' '*/AUTHORS' '*/*.h' '*/*/*.h'
      for of in blas block cblas cdf err linalg matrix multifit_nlinear ode-initval2 permutation randist rng sort specfunc \
        statistics sys vector; do
        set -- "$@" "*/$of/*.c"
      done ;;
  esac
  rm -rf $to && mkdir $to && tar -xf $f -C $to --strip-components=1 --wildcards --no-wildcards-match-slash "$@"
done
rm -rf parts lists cache none ./*.dsc ./*.debian.tar.* ./*.orig.tar.*
# The plots: a small library, as it can be read, with its licence on top.  Where npm's registry is out of reach pages do
# without curves.
if npm pack --silent uplot@1.6.31 >/dev/null && tar -xzf uplot-*.tgz; then
  { echo '/*'; cat package/LICENSE; echo '*/'; } | tee uplot.js >uplot.css
  cat package/dist/uPlot.iife.js >>uplot.js
  cat package/dist/uPlot.min.css >>uplot.css
else
  echo 'sources.sh: npm does not give uplot 1.6.31: the pages are made without curves' >&2
  echo '/* uPlot could not be fetched. */' | tee uplot.js >uplot.css
fi
rm -rf package uplot-*.tgz
