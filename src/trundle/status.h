/* status.h -- one list of outcomes for the library, the Tcl package and the
   manual.  Functions return one of these as an int and never print.  */
#ifndef TRUNDLE_STATUS_H
#define TRUNDLE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, text): the text completes the sentence "trundle: ...".  */
#define TR_STATUS_LIST(X)                                               \
  X(TR_SUCCESS, "no error")                                             \
  X(TR_EDOM, "a value lies outside the range of the formula")           \
  X(TR_EINVAL, "an argument is not valid")                              \
  X(TR_ENAME, "a name is not known")                                    \
  X(TR_ENOMEM, "memory is exhausted")                                   \
  X(TR_EFILE, "a file cannot be read or written")                       \
  X(TR_EFORMAT, "a file does not hold what was expected")               \
  X(TR_ENOCONV, "an iteration does not converge")                       \
  X(TR_EDIVERGED, "the motion diverges")

#define TR_STATUS_ENUM(name, text) name,
typedef enum { TR_STATUS_LIST(TR_STATUS_ENUM) TR_STATUS_COUNT } tr_status;
#undef TR_STATUS_ENUM

/* Room for one message that names the object, the value and what was
   expected.  Every function that takes a tr_error accepts NULL.  */
typedef struct {
  tr_status status;
  char text[400];
} tr_error;

/* The text of a status from the list above; "unknown status" otherwise.  */
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
