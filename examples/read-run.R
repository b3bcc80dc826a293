# Read a run of trundle: Rscript read-run.R RUN/trajectory.h5
# Debian: r-cran-hdf5r.  R has the sizes of a data set in the opposite order: /frames/position,
# frames by particles by 3 in the file, is 3 by particles by frames here.
library(hdf5r)
f <- H5File$new(commandArgs(trailingOnly = TRUE)[1], mode = "r")
time <- f[["frames/time"]][]
frames <- sum(is.finite(time))        # of an unfinished run the rest is NaN
mass <- f[["particles/mass"]][]
here <- is.finite(f[["frames/position"]][1, , frames])    # NaN: not there in this frame
n <- as.integer(f[["contacts/count"]][frames])            # rows behind the count mean nothing
j <- head(as.integer(f[["contacts/j"]][, frames]), n)     # below 0: wall -1 - j
normal <- head(f[["contacts/normal"]][, frames], n)
touches <- as.integer(f[["loads/coordination"]][, frames])[here]
floor <- f[["walls/force"]][, 1, frames]
names <- strsplit(f[["names"]]$read(), "\n")[[1]]         # of the particles: bed-1, bed-2, ...
origin <- f[["provenance"]]$read()                        # JSON, as /model.json: package jsonlite reads them
digest <- f[["hash"]]$read()                              # of the last state
model <- f[["model.json"]]$read()
f$close_all()
cat(sprintf("%d frames to t = %.6g s, %d particles of %.6g kg\n", frames, time[frames], sum(here), sum(mass[here])))
cat(sprintf("%d contacts, %d of them with walls\n", n, sum(j < 0)))
cat(sprintf("mean coordination number %.6g\n", mean(touches)))
cat(sprintf("largest normal force %.6g N\n", if (n > 0) max(normal) else 0))
cat(sprintf("force on the first wall %.6g N\n", sqrt(sum(floor^2))))
groups <- table(sub("-[0-9]+$", "", names))
cat(paste0("groups: ", paste(names(groups), groups, collapse = ", "), "\n"))
after <- function(text, key) sub(paste0("(?s).*?\"", key, "\" *: *\"?([^\",}]*).*"), "\\1", text, perl = TRUE)
cat(sprintf("%s, sliding %s, Young's modulus %.6g Pa, hash %s\n", after(origin, "written_by"), after(origin, "sliding"),
    as.numeric(after(model, "young")), digest))
