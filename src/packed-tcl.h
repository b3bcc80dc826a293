/* packed-tcl.h -- numbers of a frame in few bytes, for the page of trundle film.

   trundle::packed steps BYTES LOW UNIT   points as whole numbers of UNIT (m) above LOW, of 24 bits: all
                                          low bytes of x, of y, of z, then the middle and the high ones;
                                          a point that is not there is 255 in each
   trundle::packed digits BYTES           numbers rounded to five decimal digits: M + 2^17 S + 2^18 (E + 32) is
                                          (-1)^S M 10^(E - 4), M below 10^5; low bytes, middle bytes, high bytes.
                                          Below 1e-32 a number is 0; M = 2^17 - 1: from 1e32 on, or no number
   trundle::packed turns BYTES            unit quaternions: which of w, x, y, z is the largest (2 bits, high),
                                          then the three others, in tens of bits, of one with that positive;
                                          four planes of bytes, the low ones first
   trundle::packed shares BYTES WIDTH HIGH      the length of each vector of WIDTH numbers, as a share of HIGH in a byte
   BYTES are doubles, as `trundle::frames numbers` gives them.  */
#ifndef TRUNDLE_PACKED_TCL_H
#define TRUNDLE_PACKED_TCL_H

#include <tcl.h>

int tr_packed_tcl_init(Tcl_Interp *interp);

#endif
