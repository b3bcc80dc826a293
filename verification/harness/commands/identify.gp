# identify.gp -- a measured swing, its fit, and what is left between them.
set multiplot
set lmargin at screen 0.18
set rmargin at screen 0.97
set bmargin at screen 0.45
set tmargin at screen 0.96
set format x ""
set ylabel "angle / rad" offset 0.5,0
set key top right horizontal
plot columns using 1:2 with points linetype 4 pointtype 7 pointsize 0.3 title "measured", \
     columns using 1:3 with lines linetype 1 title "fit"
set bmargin at screen 0.15
set tmargin at screen 0.39
set format x "%g"
set format y "%g"
set xlabel "time / s"
set ylabel "residual / rad" offset 1.5,0
set ytics autofreq
stats columns using 4 nooutput
step = (STATS_max - STATS_min)/2.0
if (step > 0) {
    power = 10.0**floor(log10(step))
    set ytics power*(step/power >= 5 ? 5 : step/power >= 2 ? 2 : 1)
}
plot columns using 1:4 with points linetype 2 pointtype 7 pointsize 0.3 notitle, \
     0 with lines linetype 3 notitle
unset multiplot
