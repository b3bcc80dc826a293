# bandeira2018.tcl -- the conventions that Bandeira and Zohdi (2018) print, misprints included; where
# the paper leaves one open, that of its worked examples.  The chapters of each law say which equation.
package provide trundle::engine::bandeira2018 1.0

namespace eval trundle::export::bandeira2018 {
    variable title {Bandeira and Zohdi (2018)}
    variable can {
        normal       {hertz same}
        normal_end   {overlap same}
        sliding      {viscous same none same}
        friction_cap {elastic same}
        area         {hertz same}
        lever        {radius same}
        rolling      {none same}
        torsion      {no same}
        twisting     {none same}
        bond         {no same yes same}
        bond_sign    {printed same}
        xi_mixing    {printed same}
        spinning     {yes same}
        rescale      {no same}
        method       {trapezoid same}
        adaptive     {no same printed same}
    }
}
