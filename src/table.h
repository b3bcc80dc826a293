/* table.h -- what all tables of comma-separated values have in common, and numbers in
   all files of text.

   The first line that is neither empty nor a comment (#) names the columns, in
   any order.  Numbers are in decimal notation; a field is not quoted, blanks
   around it do not count, and lines may end in CR LF.  */
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

typedef struct {
  const char *path;
  const char *const *name;      /* of the columns that may be there; NULL ends */
  FILE *file;
  char *line;                   /* the present one, without its end */
  size_t room, number;          /* of the line; the first is 1 */
  int column[TABLE_ROOM], columns;      /* what the fields of a line are */
  int known[TABLE_ROOM];        /* 1: the file has this column */
  char *field[TABLE_ROOM];
} table;

/* "FILE, line N, column NAME: "VALUE", expected EXPECTED"  */
int tr_table_bad_field(const table *t, const char *name, const char *value, const char *expected,
    tr_error *err);

int tr_table_bad_head(const table *t, const char *name, const char *expected, tr_error *err);

/* A number in decimal notation, nothing before or after it; the exponent follows e or, as Fortran
   writes it, d.  Up to 15 digits
   and a power of ten up to 22 are exact in a double, and so one multiplication
   or division rounds as it should; others are left to the C library.  */
int tr_table_number(const char *text, double *out);

/* Read the line that names the columns; all are those that may be there, in words.  */
int tr_table_head(table *t, const char *least, const char *all, tr_error *err);

/* The fields of the next line, one for each column.  1: they are there.  */
int tr_table_line(table *t, int *status, tr_error *err);

#endif
