#!/bin/sh
# tangle.sh SRCDIR NW STAMP FILE...: the root named like each FILE is written to FILE (NW may be several
# chapters), and only if it differs from the present content.  Nothing in C depends on the position of a
# line in its chapter, so an inserted line of prose compiles nothing; names of chunks stay in comments.  With
# a STAMP that ends in .lines (configure --enable-lines), C has #line instead.  Lists of fields in a header are written
# out.  AWK and NOTANGLE: the programs; ROWS: the lists of the chapters on laws, if not in src/trundle/rows.h.
srcdir=$1 nw=$2 stamp=$3
shift 3
mkdir -p "${stamp%/*}" || exit 1
rows=${ROWS-$PWD/src/trundle/rows.h}
test -f "$rows" || rows=
rm -f "$stamp-t" "${stamp%.*}.stamp" "${stamp%.*}.lines"
for f do
  mkdir -p "${f%/*}" || exit 1
  case $f,$stamp in
    *.[ch],*.lines) how=-L ;;
    *.[ch],*) how="-filter '$AWK -f mk/chunk-names.awk'" ;;
    *) how= ;;
  esac
  case $f,$stamp in
    *.h,*.lines) fields="$AWK -v one=1 -f mk/fields.awk \$nw \$rows -" ;;
    *.h,*) fields="$AWK -f mk/fields.awk \$nw \$rows -" ;;
    *) fields=cat ;;
  esac
  # Inside the source folder: the names in #line do not depend on the builder.
  if (cd "$srcdir" && eval "$NOTANGLE $how -R${f##*/} \$nw | $fields") >"$f-t" && test -s "$f-t"; then
    :
  else
    echo "tangle.sh: no ${f##*/} from $nw" >&2
    rm -f "$f-t"
    exit 1
  fi
  if cmp -s "$f-t" "$f"; then rm -f "$f-t"; else mv -f "$f-t" "$f"; fi
done
: >"$stamp-t" && mv -f "$stamp-t" "$stamp"
