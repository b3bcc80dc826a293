# fields.awk -- writes out in a header what a list of rows stands for, so that whoever reads it sees plain structs:
#
#   awk -f fields.awk CHAPTER.nw ... rows.h - <HEADER
#
# The files before the header define the lists, `#define TR_..._LIST(X) X(...) X(...)`.  In the header a line
# `TR_..._LIST(TR_FIELD)` becomes the fields, each with its unit and meaning; a line `TR_..._CASES((ARGUMENTS))` or
# `TR_..._STIFFNESSES` the cases of a switch.  The rows of a field are
#
#   X(KIND, NAME, UNIT, DEFAULT, LOW, HIGH, WHAT)    a value of this kind
#   X(NAME, UNIT, DEFAULT, LOW, HIGH, WHAT)          a number
#   X(NAME, WHAT, VALUE, ...)                        a choice; the first value is the default
#   X(NAME) followed by a comment                    a number
#
# With -v one=1 the fields stay on one line, for headers with #line.

BEGIN {
    type["number"] = "double"; type["vector"] = type["direction"] = "tr_vec3"; type["quaternion"] = "tr_quat"
    type["index"] = type["flag"] = "int"
}

# Definitions: body[NAME], with the name of the parameter in parameter[NAME].
FILENAME != "-" {
    if (defining == "" && match($0, /^#define TR_[A-Z_]+(\([A-Za-z]+\))?/)) {
        defining = substr($0, 9, RLENGTH - 8)
        rest = substr($0, RSTART + RLENGTH)
        at = index(defining, "(")
        if (at) {
            parameter[substr(defining, 1, at - 1)] = substr(defining, at + 1, length(defining) - at - 1)
            defining = substr(defining, 1, at - 1)
        }
        body[defining] = ""
        $0 = rest
    }
    if (defining != "") {
        more = sub(/[ \t]*\\$/, "")
        body[defining] = body[defining] $0 "\n"
        if (!more) defining = ""
    }
    next
}

{
    line = $0
    sub(/^[ \t]+/, "", line)
    name = line
    sub(/\(.*/, "", name)
    if (name in body && line ~ /\(TR_FIELD\)$/) {
        flush_fields(name)
    } else if (name in body && line ~ /^TR_[A-Z]+_(CASES\(.*\)|STIFFNESSES)$/) {
        flush_cases(name, line)
    } else print
}

function flush_cases(name, line,    argument, k, n, part) {
    argument = substr(line, length(name) + 2, length(line) - length(name) - 2)
    n = split(body[name], part, "\n")
    for (k = 1; k <= n; k++) {
        if (part[k] ~ /^[ \t]*$/) continue
        if (name in parameter) {
            at = index(part[k], parameter[name])
            if (at) part[k] = substr(part[k], 1, at - 2) argument substr(part[k], at + length(parameter[name]))
        }
        printf one ? "%s " : "%s\n", part[k]
    }
    if (one) print ""
}

function flush_fields(name) {
    rows(body[name])
    if (one) print ""
}

# Each row of a text, and of the lists that it names.
function rows(text,    name) {
    while (match(text, /[A-Z_]+\(/)) {
        name = substr(text, RSTART, RLENGTH - 1)
        text = substr(text, RSTART + RLENGTH)
        if (name == "X") text = row(text)
        else rows(body[name])
    }
}

# Writes the row whose arguments begin this text; returns what stands behind it.
function row(text,    n, cell, c, quoted, depth, remark, what, k) {
    n = 1
    cell[1] = ""
    while ((c = substr(text, 1, 1)) != "") {
        if (quoted && c == "\\") { cell[n] = cell[n] substr(text, 2, 1); text = substr(text, 3); continue }
        text = substr(text, 2)
        if (c == "\"") { quoted = !quoted; continue }
        if (!quoted && c == ")" && depth-- == 0) break
        if (!quoted && c == "(") depth++
        if (!quoted && c == "," && depth == 0) { cell[++n] = ""; continue }
        if (quoted || c !~ /[ \t\n]/) cell[n] = cell[n] c
    }
    if (n == 7 && (cell[1] in type)) field(type[cell[1]], cell[2], remark_of(cell[3], cell[7]))
    else if (n == 6 && cell[3] ~ /^[-0-9.]/) field("double", cell[1], remark_of(cell[2], cell[6]))
    else if (n == 1) {
        if (match(text, /^[ \t]*\/\*[^*]*\*\//)) {
            remark = substr(text, RSTART, RLENGTH)
            gsub(/^[ \t]*\/\*[ \t]*|[ \t]*\*\/$/, "", remark)
        }
        field("double", cell[1], remark)
    } else {
        what = cell[2] ": " cell[3]
        for (k = 4; k <= n; k++) what = what ", " cell[k]
        field("int", cell[1], what)
    }
    return text
}

function remark_of(unit, what) {
    return unit == "1" ? what : unit ": " what
}

# A field with its remark, in lines of at most 110 characters.
function field(type, name, remark,    head, line, n, word, k) {
    head = sprintf("  %-7s %-18s /*", type, name ";")
    line = head
    n = split(remark, word, " ")
    for (k = 1; k <= n; k++) {
        if (!one && length(line " " word[k]) > 107) {
            print line
            line = sprintf("%" length(head) "s", "")
        }
        line = line " " word[k]
    }
    printf one ? "%s */ " : "%s */\n", line
}
