# sweep.gp -- a column of a sweep over its first parameter; of two parameters with
# many values a map.  `words` says that the first one has names, no numbers.
set xlabel x noenhanced
set ylabel y noenhanced
set key above
if (log eq "1") { set logscale x; set format x "%g" }
if (kind eq "curves") {
  stats columns using 2 nooutput
  n = STATS_blocks > 0 ? STATS_blocks : 1
  part(text, k) = k == 1 ? head(text) : part(tail(text), k - 1)
  head(text) = strstrt(text, "|") == 0 ? text : text[1:strstrt(text, "|") - 1]
  tail(text) = strstrt(text, "|") == 0 ? "" : text[strstrt(text, "|") + 1:*]
  if (words eq "1") {
    set offsets 0.5, 0.5
    plot for [k=1:n] columns index k-1 using 0:2:xticlabels(strcol(1)) with points linetype 1 pointtype 3+k linecolor rgb word(colours, k) title part(titles, k)
  } else {
    plot for [k=1:n] columns index k-1 using (real(strcol(1))):2 with linespoints linetype 1 pointtype 3+k linecolor rgb word(colours, k) title part(titles, k), \
      for [k=1:n] columns index k-1 using (real(strcol(1))):3 with lines linetype 3 notitle
  }
} else {
  set ylabel second noenhanced
  set title y noenhanced
  set pointsize 1.6
  plot columns using (real(strcol(1))):(real(strcol(4))):2 with points pointtype 5 linecolor palette notitle
}
