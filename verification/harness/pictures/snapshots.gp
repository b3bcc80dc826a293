# snapshots.gp -- spheres as shaded discs.  All has been projected, sorted and
# laid out in centimetres (snapshots.tcl); this only draws it in that order.
set lmargin at screen 0; set rmargin at screen 1
set bmargin at screen 0; set tmargin at screen 1
unset border; unset tics; unset grid; unset key
set xrange [0:width]; set yrange [0:height]
set style fill solid 1.0 noborder

# Discs are round points, for these are true circles in every format.  A point of
# size 1 has the radius of 4.5 (svg), 3 (png) or 3 (pdf) dots: so many sizes are a cm.
points = format eq "svg" ? 96/2.54/4.5 : format eq "png" ? fine*96/2.54/3 : 72/2.54/3

name = dir.'/'.figure
plot name.'-behind.dat' using 1:2 with lines dt 1 lw 0.8 lc rgb "#b0b0b0", \
  name.'-discs.dat' using 1:2:(points*$3):4 with points pt 7 ps variable lw 0.05 lc rgb variable, \
  name.'-before.dat' using 1:2 with lines dt 1 lw 0.8 lc rgb "#707070", \
  name.'-bar.dat' using 1:2:3:4:5:6:7 with boxxyerror lc rgb variable, \
  name.'-words.dat' using 1:($4 == 0 ? $2 : NaN):3 with labels left textcolor rgb "#222222", \
  name.'-words.dat' using 1:($4 == 2 ? $2 : NaN):3 with labels center textcolor rgb "#222222"
