/* flows.h -- the velocity of a fluid as a table of comma-separated values.

   The first line that is neither empty nor a comment (#) names the columns, in
   any order; each further line is a point of a grid.  Columns, SI units, all
   needed:

     x y z         the point (m)
     vx vy vz      velocity of the fluid there (m/s)

   The points fill a rectangular grid along the axes, with equal distances along
   each axis; the lines may come in any order.  An axis along which all points
   have one coordinate is one along which the velocity does not change.  */
#ifndef TRUNDLE_FLOWS_H
#define TRUNDLE_FLOWS_H

#include <trundle/fields.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Read such a table; release the grid with tr_flow_grid_clear, or hand it to a
   model.  TR_EFILE: the file cannot be read; TR_EFORMAT: the message names file,
   line and what was expected; TR_ENOMEM.  *grid is then left alone.  */
int tr_flow_read(const char *path, tr_flow_grid *grid, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
