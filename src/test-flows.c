/* test-flows.c -- the velocity of a fluid as a table  */
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <trundle/fields.h>
#include <trundle/files.h>
#include "tap.h"

static const char path[] = "test-flows.csv";

/* A velocity without symmetry, at the nodes of a box of unequal steps.  */
static tr_vec3
node(int k, tr_vec3 *velocity)
{
  const int i = k % 5, j = k/5 % 6, m = k/30;
  const tr_vec3 x = {-0.3 + 0.7*i/3, 1.1 + 0.17*j/7, -2.9 + 1.3*m/9};
  *velocity = tr_vec(0.3*x.x + x.y*x.z, x.x*x.x - 0.7*x.z, x.y*x.y*x.z + 0.1*i);
  return x;
}

TAP_TEST(any_order, "a table in any order, with few digits, gives its velocities back at its points",
         "the six digits of a coordinate times the sum of all slopes, below 20 a second")
{
  enum { POINTS = 5*6*7 };
  tr_flow_grid grid;
  tr_error err;
  tr_vec3 v;
  double worst = 0;
  FILE *file = fopen(path, "w");
  if (!tap_ok(file != NULL, "the table can be written"))
    return;
  fputs("vy,x,z,y,vx,vz\n", file);
  for (int n = 0; n < POINTS; n++) {
    const tr_vec3 x = node(n*101 % POINTS, &v);
    fprintf(file, "%.17g,%.6g,%.6g,%.6g,%.17g,%.17g\n", v.y, x.x, x.z, x.y, v.x, v.z);
  }
  (void)fclose(file);
  if (tap_ok(!tr_flow_read(path, &grid, &err), "%d points are read", POINTS)) {
    for (int k = 0; k < POINTS; k++) {
      const tr_vec3 x = node(k, &v);
      worst = tap_larger(worst, tr_norm(tr_sub(tr_flow_sampled(&grid, x).velocity, v)));
    }
    tap_below(worst, 20*5e-6, "the velocity at each point is that of its line");
    tr_flow_grid_clear(&grid);
  }
  (void)remove(path);
}

TAP_TEST(own_locale, "the locale of the caller is the same afterwards", "none")
{
  tr_flow_grid grid;
  tr_error err;
  FILE *file = fopen(path, "w");
  if (!tap_ok(file != NULL, "the table can be written"))
    return;
  fputs("x,y,z,vx,vy,vz\n0,0,0,1,2,3\n1,0,0,1,2,3\n", file);
  (void)fclose(file);
  (void)uselocale(LC_GLOBAL_LOCALE);            /* whatever the tests before have left */
  tap_ok(!tr_flow_read(path, &grid, &err) && uselocale((locale_t)0) == LC_GLOBAL_LOCALE, "it is that of before");
  tr_flow_grid_clear(&grid);
  (void)remove(path);
}

static void
read_all(const char *text, int want, const char *words)
{
  tr_flow_grid grid = {.at = NULL};
  tr_error err = {.text = "read"};
  FILE *file = fopen(path, "w");
  if (!tap_ok(file != NULL, "the table can be written"))
    return;
  fputs(text, file);
  (void)fclose(file);
  const int status = tr_flow_read(path, &grid, &err);
  tap_ok(status == want && strstr(err.text, words), "%s", err.text);
  if (!status)
    tr_flow_grid_clear(&grid);
  (void)remove(path);
}

static void
read_text(const char *text, int want, const char *words)
{
  char all[200];
  (void)snprintf(all, sizeof all, "x,y,z,vx,vy,vz\n%s", text);
  read_all(all, want, words);
}

TAP_TEST(absent, "a file that is not there is named, and why", "words of the message")
{
  tr_flow_grid grid = {.at = NULL};
  tr_error err = {.text = "read"};
  tap_ok(tr_flow_read("no-such-folder/f.csv", &grid, &err) == TR_EFILE
         && strstr(err.text, "no-such-folder/f.csv cannot be read: ") == err.text, "%s", err.text);
}

TAP_TEST(heads, "marks and blanks around the names of columns are no part of them", "words of the message")
{
  static const char head[] = "\xef\xbb\xbf x ,y\t,\tz,vx \t ,vy,vz \r\n";
  char all[200];
  (void)snprintf(all, sizeof all, "%s0,0,0,1,2,3\n", head);
  read_all(all, TR_SUCCESS, "read");
  (void)snprintf(all, sizeof all, "# remark\n%s0,0,0,1,2,3\n", head);
  read_all(all, TR_EFORMAT, "line 2");
  read_all("x,y,z,vx,vy,vz\n# remark\n\n0,0,0,1,2,3,4\n", TR_EFORMAT, "line 4: 7 ");
}

TAP_TEST(near_points, "coordinates within a millionth are one, points within a hundredth of a step in line",
         "words of the message; 0.7 and 1.5 of the limits")
{
  read_text("0,0,0,1,2,3\n0.7e-6,1,0,1,2,3\n1,0,0,1,2,3\n1,1,0,1,2,3\n", TR_SUCCESS, "read");
  read_text("0,0,0,1,2,3\n1.5e-6,1,0,1,2,3\n1,0,0,1,2,3\n1,1,0,1,2,3\n", TR_EFORMAT,
            "4 points, expected a full grid: there are 3 different x, 2 y and 1 z");
  read_text("0,0,0,1,2,3\n0.5035,0,0,1,2,3\n1,0,0,1,2,3\n", TR_SUCCESS, "read");
  read_text("0,0,0,1,2,3\n0.5075,0,0,1,2,3\n1,0,0,1,2,3\n", TR_EFORMAT,
            "line 3: the point 0.5075 0 0 is off the grid of the others");
}

TAP_TEST(refused, "what is no full grid is refused with what is there", "words of the message")
{
  read_text("", TR_EFORMAT, "no line with a point, expected one at least");
  read_text("0,0,0,1,2,3\n0,1,0,1,2,3\n0,2,4,1,2,3\n", TR_EFORMAT,
            "3 points, expected a full grid: there are 1 different x, 3 y and 2 z");
  read_text("0,5,0,1,2,3\n0,7,0,1,2,3\n0,7,1,1,2,3\n0,7,1,4,5,6\n", TR_EFORMAT,
            "line 5: the point 0 7 1 is given twice, first in line 4");
  read_text("0,0,0,1,nan,3\n", TR_EFORMAT, "line 2, column vy");
  read_text("0,0,inf,1,2,3\n", TR_EFORMAT, "expected a finite number (m)");
  read_text("0,0,0,1,2,x\n", TR_EFORMAT, "expected a finite number (m/s)");
  read_text("0,0,0,1e200,2,3\n", TR_EINVAL, ": velocity 0 of a grid is not finite");
}

TAP_MAIN()
