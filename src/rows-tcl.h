/* rows-tcl.h -- entries of materials, particles, planes and meshes, read by the tables
   of the library.  */
#ifndef TRUNDLE_ROWS_TCL_H
#define TRUNDLE_ROWS_TCL_H

#include <tcl.h>
#include <trundle/model.h>

/* Set the value that a table calls KEY in the object; the model knows the names of
   materials.  The result says what is wrong with it; WHAT begins the message, and
   MORE, as "name, ", is what the caller reads besides.  */
int tr_rows_tcl_read(Tcl_Interp *interp, const char *what, const tr_number_row *table, const char *more,
                     const tr_model *model, const char *key, Tcl_Obj *value, void *object);

/* The kind of the value of a row: number, vector, ...  */
const char *tr_rows_tcl_kind(const tr_number_row *row);

#endif
