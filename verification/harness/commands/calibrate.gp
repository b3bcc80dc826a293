# calibrate.gp -- draws of each pair of unknowns, and of each one its distribution.
d = words(names)
low(k) = real(word(lows, k))
high(k) = real(word(highs, k))
place(x, k) = word(logs, k) eq "1" ? log(x/low(k))/log(high(k)/low(k)) : (x - low(k))/(high(k) - low(k))
along(p, k) = word(logs, k) eq "1" ? low(k)*(high(k)/low(k))**p : low(k) + (high(k) - low(k))*p
bin(x, k) = along((floor(24*place(x, k)) + 0.5)/24.0, k)
set multiplot
unset key
wide = 0.85/d
do for [i = 1:d] {
    do for [j = 1:i] {
        set lmargin at screen 0.13 + (j - 1)*wide
        set rmargin at screen 0.13 + (j - 0.12)*wide
        set tmargin at screen 0.97 - (i - 1)*wide
        set bmargin at screen 0.97 - (i - 0.12)*wide
        unset logscale
        if (word(logs, j) eq "1") { set logscale x }
        set xrange [low(j):high(j)]
        set format x (i == d ? "%g" : "")
        set format y (j == 1 && i > 1 ? "%g" : "")
        set xlabel (i == d ? word(names, j) : "") noenhanced
        set ylabel (j == 1 && i > 1 ? word(names, i) : "") noenhanced
        if (i == j) {
            set yrange [0:*]
            plot draws using (bin(column(j), j)):(1) smooth frequency with histeps linetype 1
        } else {
            if (word(logs, i) eq "1") { set logscale y }
            set yrange [low(i):high(i)]
            plot draws using j:i with points linetype 1 pointtype 7 pointsize 0.15
        }
    }
}
unset multiplot
