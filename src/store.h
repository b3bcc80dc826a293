/* store.h -- the few things that this project asks of HDF5, in short form.
   Everything returns 0, or a number other than 0 when HDF5 refuses.  */
#ifndef TRUNDLE_STORE_H
#define TRUNDLE_STORE_H

#include <stdint.h>
#include <hdf5.h>

/* HDF5 prints its errors unless it is told not to; the setting is the
   application's, so it is put back after each call.  */
typedef struct { H5E_auto2_t call; void *data; } store_voice;

store_voice tr_store_hush(void);

void tr_store_speak(store_voice v);

/* ---- texts ---- */

/* A text as an attribute.  */
int tr_store_text(hid_t where, const char *name, const char *text);

/* A long text is no attribute but a data set of one string.  */
int tr_store_long_text(hid_t where, const char *name, const char *text);

/* Room for a text of so many bytes, and where it begins in the file; nothing is written.  */
int tr_store_room(hid_t where, const char *name, size_t bytes, int64_t *at);

/* An attribute's text, malloc'ed; NULL when it is not there.  */
char *tr_store_read_text(hid_t where, const char *name);

/* A data set's text, malloc'ed; NULL when it is not there.  */
char *tr_store_read_long_text(hid_t where, const char *name);

/* ---- numbers ---- */

/* A single number as an attribute, and back; type is that in memory.  */
int tr_store_value(hid_t where, const char *name, hid_t type, const void *x);

int tr_store_read_value(hid_t where, const char *name, hid_t type, void *x);

/* A new data set, its room in the file reserved.  Its identifier, or < 0.  */
hid_t tr_store_set(hid_t where, const char *name, const char *unit, hid_t type, int rank,
    const hsize_t *size);

/* A table of doubles or, with integers, of int64_t.  */
int tr_store_numbers(hid_t where, const char *name, const char *unit, const char *what,
    int integers, size_t rows, size_t columns, const void *x);

/* Sizes of a data set; its rank, or -1 when there is none of at most 3.  */
int tr_store_sizes(hid_t where, const char *name, hsize_t size[3]);

#endif
