# chunk-names.awk -- keeps the names of chunks in tangled C: a filter of noweb's pipeline between markup and
# nt.  Where a chunk stands alone on a line, a comment with its name comes before it:
#
#   /* <<rolling: torque at full mobilisation>> */
#
# No comment comes into a macro that goes on (a line that ends in \) or into another comment.

# Comments that are open after this text of C.  A quoted /* does not open one.
function scan(text) {
    while (text != "")
        if (inside) {
            if (!(at = index(text, "*/"))) return
            text = substr(text, at + 2)
            inside = 0
        } else if (match(text, /\/\*|\/\/|"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/)) {
            found = substr(text, RSTART, RLENGTH)
            if (found == "//") return
            inside = found == "/*"
            text = substr(text, RSTART + RLENGTH)
        } else return
}
function flush_line() {
    for (k = 0; k < n; k++) print held[k]
    n = uses = 0
    text = ""
}
/^@begin code / { code = 1; inside = goes_on = n = uses = 0; text = name = ""; print; next }
/^@end code / { flush_line(); code = 0 }
!code { print; next }
/^@nl/ {
    if (uses == 1 && text ~ /^[ \t]*$/ && !inside && !goes_on) {
        print "@text " text "/* <<" name ">> */"
        print "@nl"
    }
    scan(text)
    goes_on = text ~ /\\$/
    held[n++] = $0
    flush_line()
    next
}
/^@text/ { text = text substr($0, 7) }
/^@use / { uses++; name = substr($0, 6) }
{ held[n++] = $0 }
