# style.gp -- the look of every figure.  It is read before the plot's own
# script; by then these variables are set:
#   format  pdf, svg or png        out   the file to write
#   width, height (optional, cm)   data, root and others of the caller
#   fine (optional)  dots of a png for one of 96 to the inch
if (!exists("format")) format = "svg"
if (!exists("width")) width = 12.0
if (!exists("height")) height = 7.5

# Ten points in print; svg and png count 96 points to the inch.
px(cm) = int(cm*96/2.54 + 0.5)
if (format eq "pdf") set terminal pdfcairo size width cm, height cm font "DejaVu Sans,9" linewidth 1.0 dashlength 0.6
if (format eq "svg") set terminal svg size px(width), px(height) dynamic font "DejaVu Sans,12" background "white" linewidth 1.2 dashlength 0.8
if (!exists("fine")) fine = 2
if (format eq "png") set terminal pngcairo size int(fine*px(width)), int(fine*px(height)) \
  font sprintf("DejaVu Sans,%g", 12*fine) linewidth 1.2*fine
if (exists("out")) set output out

# Colours that stay apart for colour-blind readers and in grey print.
# 1 and 2: ours; 3: closed form or reference; 4: published; 5, 6: others.
set linetype 1 linecolor rgb "#1f5fa8" linewidth 1.6 pointtype 6 pointsize 0.6
set linetype 2 linecolor rgb "#c0392b" linewidth 1.6 pointtype 4 pointsize 0.6
set linetype 3 linecolor rgb "#333333" linewidth 1.2 dashtype 2 pointtype 2 pointsize 0.6
set linetype 4 linecolor rgb "#d98a00" linewidth 1.6 pointtype 8 pointsize 0.7
set linetype 5 linecolor rgb "#2e8b57" linewidth 1.6 pointtype 10 pointsize 0.7
set linetype 6 linecolor rgb "#7d4f9e" linewidth 1.6 pointtype 12 pointsize 0.7
set linetype cycle 6
# Curves of other codes, word k of codes; those of several may lie on each other, so marks begin at another row each.
if (!exists("codes")) codes = ''
marked = 'w lp lw 0.8 lc rgb other(k) pt 4+2*k ps 0.6 pi 60'     # @marked
other(k) = word('#2e8b57 #7d4f9e #8c564b #00868b #c0392b #d98a00', 1 + (k - 1)%6)

set border 3 linecolor rgb "#444444" linewidth 0.8
set tics nomirror out scale 0.6 textcolor rgb "#222222"
set grid xtics ytics linecolor rgb "#dddddd" linewidth 0.6 dashtype 1
set key top right spacing 1.1 samplen 2.5 noenhanced
set style fill transparent solid 0.2 noborder
set datafile commentschars "#"
set datafile missing "NaN"
set encoding utf8
