# codes.sh -- the other codes, as their adapters in verification/engines say themselves.
#   sh mk/codes.sh names       those for which a deck is written, one a line
#   sh mk/codes.sh packages    the Debian packages that they need
#   sh mk/codes.sh programs    the programs that run them
#   sh mk/codes.sh calm        the packages of those that work on a machine with other work, too
cd "$(dirname "$0")/../verification/engines" || exit 1
say () { sed -n "s/^    variable $1  *{*\\([^{}]*\\)}* *\$/\\1/p" "$2"; }
for file in *.tcl; do
  case $1 in
    names) test -z "$(say program "$file")" || echo "${file%.tcl}" ;;
    packages) say packages "$file" ;;
    programs) say program "$file" ;;
    calm) test -n "$(say alone "$file")" || say packages "$file" ;;
  esac
done | tr ' ' '\n' | awk 'NF && !seen[$0]++'
