/* table.h -- what all tables have in common, and numbers in all files of text.

   A table has a line for each row, and its columns have names, or numbers from 1.  Lines end in LF, CR LF or CR;
   empty ones and those that begin with # are left out, and so is a byte-order mark at the start.

   One mark stands between the fields of all lines: comma, semicolon, tab or blanks.  It is the one with which the
   first line names known columns; where no names are known, a semicolon where one stands there, else a tab, else a
   comma, else blanks.  A first line `sep=;`, as Excel writes it, names the mark.  A field may stand in double quotes, in
   which the mark has no meaning and two quotes are one; blanks around a field do not count.

   A column without a name that comes first is an index, as R and pandas write it, and is left out; another one must
   be empty.  Where each row has one field more than there are names, and the first is quoted or counts the rows (not
   between commas), these are the row names of R, and are left out.

   A number has a decimal point, or a comma where the mark is another or the field is quoted, but not both in one table.
   One to three digits, a comma and three digits (1,234) may be a number with a mark between thousands: such a table is
   refused unless a comma elsewhere in it can be nothing but decimal.

   A dump of LAMMPS or LIGGGHTS (ITEM: TIMESTEP ...) with one frame is such a table: ITEM: ATOMS names the columns.
   omegax, quatw and quati are wx, qw and qx; what is known not to matter is left out; particles of several types
   or elements are refused, and so are units other than si.  */
#ifndef TRUNDLE_TABLE_H
#define TRUNDLE_TABLE_H

#include <locale.h>
#include <stdio.h>
#include <trundle/status.h>

/* Each table knows fewer names of columns.  */
#define TABLE_ROOM 20

/* Decimal points, whatever the language of the user; put back afterwards.  */
typedef struct { locale_t plain, before; } table_tongue;

table_tongue tr_table_speak(void);

void tr_table_hush(table_tongue t);

/* Begin with a path, and either a file or a text, the rest zero; end with tr_table_clear.  */
typedef struct {
  const char *path;             /* for messages */
  const char *const *name;      /* of the columns that may be there, NULL ends; NULL: any, or they have numbers */
  FILE *file;
  const char *text;             /* what is left of it */
  size_t number;                /* of the present line; the first is 1 */
  char mark, used;              /* between the fields: of the table, 0: not known yet; of the present line */
  char **cell;                  /* the fields of the present line, as they stand there */
  int cells;
  int columns, column[TABLE_ROOM];      /* of tables with names: how many, and which */
  int known[TABLE_ROOM];        /* 1: the file has this column */
  char **title;                 /* the names, where any may be there */
  char **field;                 /* what the columns are in the present line */
  int dots;                     /* is there a decimal point in any line? */
  /* Inside.  */
  char *buffer, *line, *rest;   /* the present line without its end, and what stands behind it */
  size_t room, rows, wanted;    /* lines of a dump */
  int cell_room, *place, named, labels, dump, spare, *blank, kind;
  char *quoted, only[40];
  size_t points, commas, doubt; /* lines: with a decimal point, a sure decimal comma, one in doubt */
  char doubted[40];
} table;

void tr_table_clear(table *t);

/* "FILE, line N, column NAME: "VALUE", expected EXPECTED"  */
int tr_table_bad_field(const table *t, const char *name, const char *value, const char *expected,
    tr_error *err);

int tr_table_bad_head(const table *t, const char *name, const char *expected, tr_error *err);

/* A number in decimal notation, nothing before or after it; the exponent follows e or, as Fortran
   writes it, d.  Up to 15 digits and a power of ten up to 22 are exact in a double, and so one
   multiplication or division rounds as it should; others are left to the C library.  */
int tr_table_number(const char *text, double *out);

/* The number in a field, with a decimal comma where the table has such.  */
int tr_table_cell(table *t, const char *name, const char *text, const char *expected, double *out, tr_error *err);

/* Read the line that names the columns; all are those that may be there, in words.  */
int tr_table_head(table *t, const char *least, const char *all, tr_error *err);

/* The fields of the next line, one for each column.  1: they are there.  At the end of the table *status says
   whether it is whole, and its numbers have one meaning.  */
int tr_table_line(table *t, int *status, tr_error *err);

/* The cells of the next line of a table whose columns have numbers, by t->mark or, as long as that is 0, by the
   mark of the line.  */
int tr_table_row(table *t, int *status, tr_error *err);

/* Take a row name off the cells of tr_table_row, where the line of names had so many cells.  */
int tr_table_unlabel(table *t, int named, tr_error *err);

/* Is this the name of an index: none, or what pandas makes of none?  */
int tr_table_index(const char *name);

#endif
