/* table-tcl.h -- tables of users in Tcl; see table.h for what is read.

   trundle::table TEXT ?-name NAME?
   returns the dict {names LIST rows LIST}: the names of the columns and a list for each row, numbers as numbers, whatever
   the mark between fields and the decimal mark are; other fields as they stand.  An index without a name and the row
   names of R are left out.  What has no line of names, or may be read in two ways, is refused; messages begin with NAME.  */
#ifndef TRUNDLE_TABLE_TCL_H
#define TRUNDLE_TABLE_TCL_H

#include <tcl.h>

int tr_table_tcl_init(Tcl_Interp *interp);

#endif
