# misses.gp -- where printed numbers and ours part: a cell for each number, a column for each time, side by side
# for the weights phi; made by the word printed-tables.
file(name) = dir.'/'.name.'.dat'
stats file('lines') using 1 name 'lines' nooutput
stats file('columns') using 1 name 'columns' nooutput
set yrange [lines_max+0.6:-1.6]; set xrange [-0.7:columns_max+0.7]
unset grid; unset border; set tics scale 0
set xlabel 'time / s' offset 0,0.5
set key below maxrows 2 samplen 1 width -1
last = -1
array colour[6] = ["#e2e2e2", "#1f5fa8", "#8fb4dc", "#f3d27a", "#d98a00", "#c0392b"]
array words[6] = ['fixed by the input', 'the same digits', 'within 1 unit', 'within 10', 'within 100', 'more']
plot for [c=0:5] file('misses') using 1:($3 == c ? $2 : NaN):(0.46):(0.46) with boxxyerror \
    fs solid 1 noborder lc rgb colour[c+1] title words[c+1], \
  file('lines') using (-0.7):1:ytic(2) with dots lc rgb "white" notitle, \
  file('columns') using 1:(lines_max+0.6):xtic(2) with dots lc rgb "white" notitle, \
  file('columns') using 1:(-1.1):($3 == last ? '' : (last = $3, sprintf('phi = %g', $3))) \
    with labels left notitle
