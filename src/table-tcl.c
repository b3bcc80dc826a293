/* table-tcl.c -- tables of users in Tcl; see table-tcl.h  */
#include <string.h>

#include "table-tcl.h"
#include "table.h"
#include "values-tcl.h"

/* A number where the field is one, else its text.  */
static int
cell_of(table *t, int i, Tcl_Obj **out, tr_error *err)
{
  const char *text = t->field[i];
  double x;
  tr_error none;
  if (tr_table_cell(t, t->title[i], text, "a number", &x, &none) == TR_SUCCESS) {
    *out = Tcl_NewDoubleObj(x);
    return TR_SUCCESS;
  }
  /* A word is a word; a number with marks that contradict others is refused.  */
  if (strspn(text, "+-.,0123456789eEdD") == strlen(text) && strpbrk(text, ".,") && strpbrk(text, "0123456789"))
    return tr_table_cell(t, t->title[i], text, "a number", &x, err);
  *out = Tcl_NewStringObj(text, -1);
  return TR_SUCCESS;
}

static int
read_rows(table *t, Tcl_Obj *rows, tr_error *err)
{
  int status = TR_SUCCESS;
  while (!status && tr_table_line(t, &status, err)) {
    Tcl_Obj *row = Tcl_NewListObj(0, NULL), *cell = NULL;
    Tcl_ListObjAppendElement(NULL, rows, row);
    for (int i = 0; !status && i < t->columns; i++)
      if ((status = cell_of(t, i, &cell, err)) == TR_SUCCESS)
        Tcl_ListObjAppendElement(NULL, row, cell);
  }
  return status;
}

static int
table_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  tr_error err;
  (void)data;
  if (objc != 2 && (objc != 4 || strcmp(Tcl_GetString(objv[2]), "-name") != 0)) {
    Tcl_WrongNumArgs(interp, 1, objv, "text ?-name name?");
    return TCL_ERROR;
  }
  table t = {.path = objc == 4 ? Tcl_GetString(objv[3]) : "table", .text = Tcl_GetString(objv[1])};
  Tcl_Obj *names = Tcl_NewListObj(0, NULL), *rows = Tcl_NewListObj(0, NULL), *dict = Tcl_NewDictObj();
  Tcl_IncrRefCount(dict);
  put(dict, "names", names);
  put(dict, "rows", rows);
  const table_tongue own = tr_table_speak();
  int status = tr_table_head(&t, "one", "any", &err);
  for (int i = 0; !status && i < t.columns; i++)
    Tcl_ListObjAppendElement(NULL, names, Tcl_NewStringObj(t.title[i], -1));
  if (!status)
    status = read_rows(&t, rows, &err);
  tr_table_hush(own);
  tr_table_clear(&t);
  if (status)
    (void)fail_with(interp, &err);
  else
    Tcl_SetObjResult(interp, dict);
  Tcl_DecrRefCount(dict);
  return status ? TCL_ERROR : TCL_OK;
}

int
tr_table_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::table", table_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}
