# bench-choices.gp -- the engine with one thing done otherwise: its speed in parts of
# the speed of the engine as it is, one bar for each number of particles.  `dir` holds
# the columns.
file = dir . "/bench.dat"
columns = int(system("head -1 '" . file . "' | wc -w"))
rows = int(system("wc -l <'" . file . "'")) - 1
high = 0.8/(columns - 1)
set style fill solid 0.75 noborder
set xrange [0:*]
set yrange [-rows + 0.4:0.6]
set xlabel "speed, the engine as it is = 1"
set key outside top center horizontal
set grid xtics
set arrow from 1, graph 0 to 1, graph 1 nohead dashtype 2 front
plot for [k=2:columns] file skip 1 \
  using (0.5*column(k)):(-$0 + 0.4 - high*(k - 1.5)):(0.5*column(k)):(0.5*high):ytic(1) \
  with boxxyerror title sprintf("%s particles", word(system("head -1 '" . file . "'"), k)) linetype k - 1
