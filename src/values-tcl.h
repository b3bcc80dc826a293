/* values-tcl.h -- what all files of the Tcl package do alike: errors with an
   errorCode {TRUNDLE NAME}, entries of dicts, subcommands.  */
#ifndef TRUNDLE_VALUES_TCL_H
#define TRUNDLE_VALUES_TCL_H

#include <tcl.h>
#include <trundle/status.h>
#include <trundle/vector.h>

static inline int
fail(Tcl_Interp *interp, int status, Tcl_Obj *message)
{
  Tcl_SetErrorCode(interp, "TRUNDLE", tr_status_name(status), NULL);
  Tcl_SetObjResult(interp, message);
  return TCL_ERROR;
}

static inline int
fail_text(Tcl_Interp *interp, int status, const char *text)
{
  return fail(interp, status, Tcl_NewStringObj(text, -1));
}

static inline int
fail_with(Tcl_Interp *interp, const tr_error *err)
{
  return fail_text(interp, (int)err->status, err->text);
}

/* WHAT: KEY is "VALUE", expected EXPECTED  */
static inline int
fail_value(Tcl_Interp *interp, const char *what, const char *key, Tcl_Obj *value, const char *expected)
{
  return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: %s is \"%.200s\", expected %s", what, key,
                                               Tcl_GetString(value), expected));
}

/* WHAT: "KEY" is not known, expected one of: KNOWN  */
static inline int
fail_key(Tcl_Interp *interp, const char *what, const char *key, const char *known)
{
  return fail(interp, TR_ENAME, Tcl_ObjPrintf("%s: \"%s\" is not known, expected one of: %s", what, key, known));
}

/* The entry of a dict; NULL when it has none, or is no dict.  */
static inline Tcl_Obj *
get(Tcl_Obj *dict, const char *key)
{
  Tcl_Obj *name = Tcl_NewStringObj(key, -1), *value = NULL;
  Tcl_IncrRefCount(name);
  (void)Tcl_DictObjGet(NULL, dict, name, &value);
  Tcl_DecrRefCount(name);
  return value;
}

static inline void
put(Tcl_Obj *dict, const char *key, Tcl_Obj *value)
{
  (void)Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(key, -1), value);
}

static inline void
put_number(Tcl_Obj *dict, const char *key, double value)
{
  put(dict, key, Tcl_NewDoubleObj(value));
}

/* The words behind a subcommand.  */
typedef struct {
  Tcl_Interp *interp;
  int count;
  Tcl_Obj *const *w;
} arguments;

/* A subcommand: how many words it takes, and the function that gets what the command stands for and the words.
   NEEDS is for the command itself.  A table of them ends with a row without a name.  */
typedef struct {
  const char *name, *usage;
  int least, most, needs;
  int (*does) (void *subject, arguments a);
} subcommand_row;

/* The row that OBJV[1] names, and its words; NULL with a message when there is none or their number is wrong.  */
static inline const subcommand_row *
find_subcommand(Tcl_Interp *interp, const subcommand_row *row, const char *usage, int objc, Tcl_Obj *const objv[], arguments *a)
{
  int index;
  if (objc < 2) {
    Tcl_WrongNumArgs(interp, 1, objv, usage);
    return NULL;
  }
  if (Tcl_GetIndexFromObjStruct(interp, objv[1], row, sizeof *row, "subcommand", TCL_EXACT, &index) != TCL_OK)
    return NULL;
  *a = (arguments){interp, objc - 2, objv + 2};
  if (a->count >= row[index].least && a->count <= row[index].most)
    return &row[index];
  Tcl_WrongNumArgs(interp, 2, objv, row[index].usage);
  return NULL;
}

/* What a subcommand returns: an error if STATUS is one; a value.  */
static inline int
outcome(arguments a, int status, const tr_error *err)
{
  return status ? fail_with(a.interp, err) : TCL_OK;
}

static inline int
result(arguments a, Tcl_Obj *value)
{
  Tcl_SetObjResult(a.interp, value);
  return TCL_OK;
}

static inline int
result_count(arguments a, size_t n)
{
  return result(a, Tcl_NewWideIntObj((Tcl_WideInt)n));
}

static inline Tcl_Obj *
vector_object(tr_vec3 v)
{
  Tcl_Obj *item[3] = {Tcl_NewDoubleObj(v.x), Tcl_NewDoubleObj(v.y), Tcl_NewDoubleObj(v.z)};
  return Tcl_NewListObj(3, item);
}

#endif
