/* status.c -- texts and messages of the outcomes in status.h  */
#include <stdarg.h>
#include <stdio.h>

#include <trundle/status.h>

static const struct { const char *name, *text; } outcome[] = {
#define ROW(name, text) {#name, text},
  TR_STATUS_LIST(ROW)
#undef ROW
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
  return status >= 0 && status < TR_STATUS_COUNT ? outcome[status].name + 3
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
