/* frames-tcl.h -- trajectory files, from Tcl.

   trundle::frames count PATH           number of frames
   trundle::frames particles PATH          number of particles
   trundle::frames time PATH K          time of frame K, s
   trundle::frames vtp PATH K FILE ?NOTE?       write frame K as VTK PolyData, NOTE as a comment
   trundle::frames dump PATH K FILE ?FIRST?     append it to a LAMMPS dump
   trundle::frames csv PATH K FILE ?FIRST?      append it to a table; FIRST 1
                                                (the default) begins the file
   trundle::frames triangles PATH       of meshes that rest, and that move
   trundle::frames walls PATH K FILE MOVING ?NOTE?      write the triangles that move (1) or
                                                rest (0), as in frame K, as VTK PolyData
   trundle::frames has_contacts PATH    1: the frames have contacts
   trundle::frames contacts PATH K FILE vtk|dump|csv FIRST ?NOTE?      write those of frame K
   trundle::frames shape PATH NAME      sizes of a data set; none: there is none
   trundle::frames numbers PATH NAME single|double|whole ?K?
                                        its numbers, or those of row K, as bytes: 4, 8
                                        and 8 each, the low ones first
   trundle::frames text PATH NAME ?ATTRIBUTE?   text of a data set or of an attribute
   trundle::frames sealed PATH          1: it has its seal, and that is right
   trundle::frames state FILE TIME STATE        write a list of particles, dicts
                                                as of `$e state`, as VTK PolyData
   Reads and writes files, so a safe interpreter must not have it.  */
#ifndef TRUNDLE_FRAMES_TCL_H
#define TRUNDLE_FRAMES_TCL_H

#include <tcl.h>

int tr_frames_tcl_init(Tcl_Interp *interp);

#endif
