/* Scenarios: refused with one message of Trundle, or a model that an engine takes.  Needs
   TRUNDLE_HARNESS, the folder of the harness.  */
#include "fuzz.h"
#include <tcl.h>

int Trundle_Init(Tcl_Interp *interp);

/* What the command `run` does before the first step.  Large models are left out: they need
   nothing but memory.  */
static const char script[] =
  "lappend auto_path $env(TRUNDLE_HARNESS)\n"
  "namespace eval trundle {variable root [file dirname [file dirname $env(TRUNDLE_HARNESS)]]}\n"
  "package require trundle::scenario\n"
  "package require trundle::command::run\n"
  "proc trundle::scenario::listen {file seconds} {\n"     /* here, and in no process of its own */
  "    set ::said {}\n"
  "    set text [trundle::value::contents {the scenario} $file [trundle::script::open-file $file]]\n"
  "    trundle::script::tell $file $text $seconds {lappend ::said}\n"
  "    trundle::language::begin\n"
  "    foreach piece $::said {\n"
  "        if {[lindex $piece 0] ne \"puts\"} {trundle::scenario::accept $file $piece}\n"
  "    }\n"
  "}\n"
  "proc large {model} {\n"
  "    foreach group [trundle::value::get $model groups] {\n"
  "        foreach {- value} $group {\n"
  "            foreach number $value {\n"
  "                if {[string is double -strict $number] && $number > 200} {return 1}\n"
  "            }\n"
  "        }\n"
  "    }\n"
  "    return [expr {[llength [dict get $model particles]] > 500}]\n"
  "}\n"
  "proc fuzz {file} {\n"
  "    try {\n"
  "        set request [trundle::scenario::read $file 2]\n"
  "        set model [dict get $request model]\n"
  "        if {![large $model]} {\n"
  "            [trundle::command::engine-for $file $model 1] destroy\n"
  "        }\n"
  "    } trap TRUNDLE {message} {\n"
  "        return [string match \"*\\n*\" $message]\n"
  "    } trap POSIX {} {\n"
  "    } on error {message settings} {\n"
  "        puts stderr [dict get $settings -errorinfo]\n"
  "        return 1\n"
  "    }\n"
  "    return 0\n"
  "}\n";

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static Tcl_Interp *interp;
  if (!interp) {
    Tcl_FindExecutable("fuzz");
    interp = Tcl_CreateInterp();
    WISH(Tcl_Init(interp) == TCL_OK && Trundle_Init(interp) == TCL_OK && Tcl_Eval(interp, script) == TCL_OK,
         "%s", Tcl_GetStringResult(interp));
  }
  Tcl_Obj *call[] = {Tcl_NewStringObj("fuzz", -1), Tcl_NewStringObj(fuzz_file(data, size), -1)};
  Tcl_Obj *list = Tcl_NewListObj(2, call);
  Tcl_IncrRefCount(list);
  const int status = Tcl_EvalObjEx(interp, list, TCL_EVAL_DIRECT);
  Tcl_DecrRefCount(list);
  WISH(status == TCL_OK && strcmp(Tcl_GetStringResult(interp), "0") == 0, "a fault of the program: %s",
       Tcl_GetStringResult(interp));
  return 0;
}
