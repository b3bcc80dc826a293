# completion.tcl -- trundle completion: what a shell needs to complete commands, options
# and names, made from what the commands declare about themselves.
package provide trundle::command::completion 1.0
package require trundle::cli
package require trundle::page

trundle::cli::declare completion {
    usage {bash | zsh}
    about {Prints a script that lets the shell complete commands, options, their choices and the names of benchmarks.
        `make install` installs both; the examples are for a running shell.}
    options {}
    examples {
        {eval "$(trundle completion bash)"} {in bash}
        {eval "$(trundle completion zsh)"}  {in zsh, after compinit}
    }
}

proc trundle::command::completion {arguments} {
    set values [trundle::cli::parse completion $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help completion]
        return 0
    }
    trundle::cli::words completion $values 1 1 "the name of a shell, bash or zsh"
    set shell [lindex [dict get $values words] 0]
    if {$shell ni {bash zsh}} {
        trundle::value::fail "completion: the shell is \"$shell\"[trundle::value::one-of $shell {bash zsh}]"
    }
    puts [completion-$shell]
    return 0
}

# What may stand after a word: {COMMAND WORDS} and {COMMAND -OPTION CHOICES}.
proc trundle::command::completion-table {} {
    set table {}
    dict for {name summary} $trundle::cli::commands {
        package require trundle::command::$name
        set options [dict get $trundle::cli::declared($name) options]
        set words [switch -- $name {
            case - sweep {trundle::harness::with-case}
            verify - reproduce {trundle::harness::names}
            completion {list bash zsh}
            default {list}
        }]
        dict for {option facts} $options {
            set kind [lindex $facts 1]
            if {[lindex $kind 0] eq "many"} {
                set kind [lrange $kind 1 end]
            }
            if {[lindex $kind 0] eq "choice"} {
                dict set table $name choices -$option [lrange $kind 1 end]
            } elseif {[lindex $facts 0] ne ""} {
                dict set table $name choices -$option files
            }
        }
        dict set table $name words $words
        dict set table $name options [lmap option [dict keys $options] {string cat - $option}]
    }
    return $table
}

# A case of the script for each option that takes a value, then one for each command.
proc trundle::command::completion-cases {files choose} {
    dict for {name facts} [completion-table] {
        dict for {option choices} [trundle::value::get $facts choices] {
            append text "    $name:$option) [expr {$choices eq "files" ? $files
                : [format $choose $choices]}] ;;\n"
        }
    }
    dict for {name facts} [completion-table] {
        append text "    $name:*) options='[dict get $facts options]' words='[dict get $facts words]' ;;\n"
    }
    return $text
}

proc trundle::command::completion-bash {} {
    return [string map [list @COMMANDS@ [dict keys $trundle::cli::commands] @CASES@ [string trimright \
        [completion-cases return {COMPREPLY=($(compgen -W '%s' -- "$word")); return}]]] {_trundle() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= words=
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W '@COMMANDS@ help' -- "$word"))
    return
  fi
  case ${COMP_WORDS[1]}:$before in
@CASES@
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _trundle trundle}]
}

proc trundle::command::completion-zsh {} {
    return [string map [list @COMMANDS@ [dict keys $trundle::cli::commands] @CASES@ [string trimright \
        [completion-cases {_files; return} {compadd -- %s; return}]]] {#compdef trundle
_trundle() {
  local word=$words[CURRENT] before=$words[CURRENT-1] command=$words[2] options
  if (( CURRENT == 2 )); then
    compadd -- @COMMANDS@ help
    return
  fi
  local words=
  case $command:$before in
@CASES@
  esac
  case $word in
    -*) compadd -- ${=options} ;;
    *) test -n "$words" && compadd -- ${=words} || _files ;;
  esac
}
if [ "$funcstack[1]" = _trundle ]; then _trundle "$@"; else compdef _trundle trundle; fi}]
}
