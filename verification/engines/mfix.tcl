# mfix.tcl -- the conventions of MFIX-DEM, as far as its stored results for oblique impacts tell them:
# with these, the tables of its case DEM05 come out to their digits.  No deck is written.
package provide trundle::engine::mfix 1.0

namespace eval trundle::export::mfix {
    variable title MFIX
    variable can {
        normal        {hertz same}
        normal_end    {overlap same}
        sliding       {elongation same none same}
        increment     {rate same}
        transport     {project same}
        slip_memory   {yes same no same}
        rescale       {no same}
        friction_cap  {total same}
        shear_modulus {mindlin same}
        lever {
            inner {spheres: the arm is the radius less half the overlap}
            half  {walls: the arm is the radius less the overlap}
        }
        rolling  {none same}
        torsion  {no same}
        spinning {yes same}
        method   {verlet {its scheme is of first order}}
        adaptive {no same}
    }
}
