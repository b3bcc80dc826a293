/* test-trajectory.c -- a trajectory is read back by HDF5's own calls  */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <hdf5.h>
#include <trundle/trajectory.h>
#include "tap.h"
#include "test-model.h"

static tr_model *
two_balls(void)
{
  tr_model *model = tr_model_alloc();
  const int m = test_material(model, "m", 1e8, 0.25, 2000);
  test_plane(model, m, 1, tr_vec(0, 0, -1), tr_vec(0, 0, 1));
  test_grain(model, m, 0.03, tr_vec(0.1, 0.2, 0.3), tr_vec(1, -2, 3), tr_vec(4, 5, -6));
  test_grain(model, m, 0.05, tr_vec(-0.1, 0.7, 0.4), tr_vec(0.5, 2, -1), tr_vec(7, -8, 9));
  return model;
}

static void
read_back(const char *path, const double *last_x)
{
  double x[3][2][3], time[3], radius[2];
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t position = H5Dopen2(file, "/frames/position", H5P_DEFAULT);
  const hid_t times = H5Dopen2(file, "/frames/time", H5P_DEFAULT);
  const hid_t radii = H5Dopen2(file, "/particles/radius", H5P_DEFAULT);
  const hid_t space = H5Dget_space(position);
  tap_ok(H5Sget_simple_extent_npoints(space) == 18, "three frames of two grains");
  (void)H5Dread(position, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
  (void)H5Dread(times, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, time);
  (void)H5Dread(radii, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, radius);
  tap_near(time[2], 0.02, 1e-15, "time of the last frame");
  tap_near(x[0][1][1], 0.7, 0, "first frame, bit for bit");
  tap_ok(x[2][1][0] == last_x[0] && x[2][1][1] == last_x[1] && x[2][1][2] == last_x[2], "last frame, bit for bit");
  tap_near(radius[1], 0.05, 0, "radius");
  tap_ok(H5Aexists_by_name(file, "/frames/position", "unit", H5P_DEFAULT) > 0, "columns carry their unit");
  (void)H5Sclose(space);
  (void)H5Dclose(position);
  (void)H5Dclose(times);
  (void)H5Dclose(radii);
  (void)H5Fclose(file);
}

int
main(void)
{
  const char *path = "test-trajectory.h5";
  tr_model *model = two_balls();
  tr_scheme scheme = tr_scheme_default();
  tr_error err;
  scheme.dt = 1e-3;
  tr_engine *e = test_engine(model, &scheme);
  (void)remove(path);
  tr_trajectory *t = tr_trajectory_begin(path, e, "two balls", &err);
  tap_ok(t != NULL, "a trajectory begins");
  for (int frame = 0; t && frame < 3; frame++) {
    test_run(e, 0.01*frame);
    tap_status(tr_trajectory_add(t, e, &err), TR_SUCCESS);
  }
  tap_ok(access(path, F_OK) != 0, "nothing has that name before it is finished");
  tap_status(tr_trajectory_finish(&t, &err), TR_SUCCESS);
  tap_ok(access("test-trajectory.h5.part", F_OK) != 0, "the temporary name is gone");
  read_back(path, &tr_engine_particles(e)->position[1].x);
  (void)remove(path);
  t = tr_trajectory_begin(path, e, "dropped", &err);
  tr_trajectory_drop(&t);
  tap_ok(t == NULL && access(path, F_OK) != 0 && access("test-trajectory.h5.part", F_OK) != 0, "a dropped one leaves nothing");
  t = tr_trajectory_begin("no-such-folder/x.h5", e, "", &err);
  tap_ok(t == NULL && err.status == TR_EFILE, "a folder that is not there: %s", err.text);
  tr_engine_free(e);
  tr_model_free(model);
  return tap_done();
}
