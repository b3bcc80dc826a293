# calibrate-data.gp -- predictions of the measured values after the calibration, in standard uncertainties of these.
set ylabel "(prediction - measurement)/uncertainty"
set xtics rotate by 20 right noenhanced
set offsets 0.5, 0.5, 0.3, 0.3
set key above
plot columns using 0:(0):3:xticlabels(1) with yerrorbars linetype 3 title "measured", \
     columns using 0:4:5 with yerrorbars linetype 1 title "predicted"
