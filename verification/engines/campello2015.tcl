# campello2015.tcl -- the conventions that Campello (2015) prints, misprints included; where
# the paper leaves one open, that of its worked examples.  The chapters of sliding and of relative motion say which equation.
package provide trundle::engine::campello2015 1.0

namespace eval trundle::export::campello2015 {
    variable title {Campello (2015)}
    variable can {
        normal        {hertz same}
        normal_end    {overlap same}
        sliding       {elongation same none same}
        increment     {printed same}
        onset         {step same}
        transport     {none same}
        slip_memory   {no same}
        rescale       {no same}
        friction_cap  {total same}
        shear_modulus {printed same}
        lever         {radius same}
        rolling       {none same}
        torsion       {no same}
        twisting      {none same}
        rotation      {exact same}
        spinning      {yes same}
        method        {trapezoid same}
        adaptive      {no same}
    }
}
