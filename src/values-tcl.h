/* values-tcl.h -- what all files of the Tcl package do alike: errors with an
   errorCode {TRUNDLE NAME}, entries of dicts.  */
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

static inline Tcl_Obj *
vector_object(tr_vec3 v)
{
  Tcl_Obj *item[3] = {Tcl_NewDoubleObj(v.x), Tcl_NewDoubleObj(v.y), Tcl_NewDoubleObj(v.z)};
  return Tcl_NewListObj(3, item);
}

#endif
