#!/bin/sh
# tangle.sh SRCDIR NW STAMP FILE...: the root named like each FILE is written
# to FILE (NW may be several chapters), and only if it differs from what is there.  `#line` is for C alone:
# elsewhere it would be data, and headers to be installed are for readers.
srcdir=$1 nw=$2 stamp=$3
shift 3
mkdir -p "${stamp%/*}" || exit 1
rm -f "$stamp-t"
for f do
  mkdir -p "${f%/*}" || exit 1
  case $f in include/*) line= ;; *.[ch]) line=-L ;; *) line= ;; esac
  # Inside the source folder: the names in #line do not depend on the builder.
  if (cd "$srcdir" && eval "$NOTANGLE \$line -R${f##*/} \$nw") >"$f-t" && test -s "$f-t"; then
    :
  else
    echo "tangle.sh: no ${f##*/} from $nw" >&2
    rm -f "$f-t"
    exit 1
  fi
  if cmp -s "$f-t" "$f"; then rm -f "$f-t"; else mv -f "$f-t" "$f"; fi
done
: >"$stamp-t" && mv -f "$stamp-t" "$stamp"
