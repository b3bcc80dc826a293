# bench.gp -- particle-steps a second, one group of bars for each size and number of
# threads.  `dir` holds the columns.
set style data histogram
set style histogram clustered gap 1
set style fill solid 0.75 noborder
set boxwidth 0.9
set yrange [0:*]
set ylabel "million particle-steps a second"
set xlabel "particles × threads"
set key outside top center horizontal
set grid noxtics
file = dir . "/bench.dat"
columns = int(system("head -1 '" . file . "' | wc -w"))
plot for [k=2:columns] file using k:xtic(1) title columnheader(k) linetype k - 1
