/* status.h -- outcomes for the library, the Tcl package and the manual.  Functions return one of these as an int
   and never print.  */
#ifndef TRUNDLE_STATUS_H
#define TRUNDLE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Outcomes; tr_status_text has a text for each.  */
typedef enum {
  TR_SUCCESS,     /* no error */
  TR_EDOM,        /* outside of the range of a formula */
  TR_EINVAL,      /* an argument is not valid */
  TR_ENAME,       /* an unknown name */
  TR_ENOMEM,      /* out of memory */
  TR_EFILE,       /* reading or writing a file */
  TR_EFORMAT,     /* a file of other content */
  TR_ENOCONV,     /* no convergence */
  TR_EDIVERGED,   /* the motion diverges */
  TR_STATUS_COUNT
} tr_status;

/* Room for one message that names the object, the value and what was
   expected.  Every function that takes a tr_error accepts NULL.  */
typedef struct {
  tr_status status;
  char text[400];
} tr_error;

/* The text of a status, which completes the sentence "trundle: ..."; "unknown status" for other numbers.  */
const char *tr_status_text(int status);

/* The name of a status without its prefix, e.g. "EDOM".  */
const char *tr_status_name(int status);

/* Write a message (printf style, cut at the size of the room) into *err,
   when err is not NULL, and return the status.  */
int tr_fail(tr_error *err, tr_status status, const char *format, ...)
#if defined(__GNUC__)
  __attribute__((format(printf, 3, 4)))
#endif
  ;

#ifdef __cplusplus
}
#endif
#endif
