/* groups.h -- the names of particles that come in groups.  */
#ifndef TRUNDLE_GROUPS_H
#define TRUNDLE_GROUPS_H

#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Names of the particles of a model.  A group has one entry, whose particles are
   called NAME-1, NAME-2, ...; a single particle has one of its own.  */
typedef struct {
  size_t first, count;          /* particles first ... first + count - 1 */
  int single;                   /* 1: the name as it is, without a number */
  char *text;
} tr_name;

typedef struct {
  size_t count, room;
  tr_name *name;                /* ascending, without overlaps */
} tr_names;

/* Enter a name; first must not lie below an entry that is there already.
   TR_ENOMEM, TR_EINVAL.  */
int tr_names_add(tr_names *names, size_t first, size_t count, int single, const char *text);

/* The name of particle k, cut at size; its number when it has none.  */
void tr_names_get(const tr_names *names, size_t k, char *room, size_t size);
void tr_names_clear(tr_names *names);

#ifdef __cplusplus
}
#endif
#endif
