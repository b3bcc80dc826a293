/* status.c -- texts and messages of the outcomes in status.h  */
#include <stdarg.h>
#include <stdio.h>

#include <trundle/status.h>

static const struct { const char *name, *text; } outcome[TR_STATUS_COUNT] = {
  [TR_SUCCESS] = {"SUCCESS", "no error"},
  [TR_EDOM] = {"EDOM", "a value lies outside the range of the formula"},
  [TR_EINVAL] = {"EINVAL", "an argument is not valid"},
  [TR_ENAME] = {"ENAME", "a name is not known"},
  [TR_ENOMEM] = {"ENOMEM", "memory is exhausted"},
  [TR_EFILE] = {"EFILE", "a file cannot be read or written"},
  [TR_EFORMAT] = {"EFORMAT", "a file does not hold what was expected"},
  [TR_ENOCONV] = {"ENOCONV", "an iteration does not converge"},
  [TR_EDIVERGED] = {"EDIVERGED", "the motion diverges"},
};

const char *
tr_status_text(int status)
{
  return status >= 0 && status < TR_STATUS_COUNT ? outcome[status].text
                                                 : "unknown status";
}

const char *
tr_status_name(int status)
{
  return status >= 0 && status < TR_STATUS_COUNT ? outcome[status].name
                                                 : "UNKNOWN";
}

int
tr_fail(tr_error *err, tr_status status, const char *format, ...)
{
  if (err) {
    va_list arguments;
    err->status = status;
    va_start(arguments, format);
    (void)vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
  }
  return (int)status;
}
