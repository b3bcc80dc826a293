/* test-groups.c -- particles in bulk: random numbers, lattices, names, tables  */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <gsl/gsl_cdf.h>
#include <trundle/groups.h>
#include <trundle/packings.h>
#include <trundle/random.h>
#include <trundle/files.h>
#include "tap.h"
#include "test-model.h"

/* SplitMix64 as its authors state it: a state that runs along.  */
static uint64_t
split_mix(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
  z ^= z >> 30;
  z *= 0xbf58476d1ce4e5b9ULL;
  z ^= z >> 27;
  z *= 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return z;
}

static uint64_t
nth(uint64_t seed, uint64_t n)
{
  uint64_t z = 0;
  for (uint64_t k = 0; k <= n; k++)
    z = split_mix(&seed);
  return z;
}

TAP_TEST(generator, "a number of a particle is that of three generators, one after the other",
         "same bits")
{
  int wrong = 0;
  tap_ok(nth(1234567, 0) == 6457827717110365317ULL && nth(1234567, 4) == 16408922859458223821ULL,
         "the generator of the test gives the published numbers");
  for (uint64_t seed = 0; seed < 4; seed++)
    for (uint64_t k = 0; k < 50; k++)
      for (uint64_t what = 0; what < 4; what++)
        wrong += tr_random_bits(seed*977, k, what) != nth(nth(nth(seed*977, 0), k), what);
  tap_ok(wrong == 0, "a number of a particle is that of the generators one after the other");
}

enum { DRAWS = 256000 };

/* Chi-square of 256 classes.  */
static double
chi_square(const int *drawn)
{
  double q = 0;
  for (int b = 0; b < 256; b++)
    q += (drawn[b] - DRAWS/256.0)*(drawn[b] - DRAWS/256.0)/(DRAWS/256.0);
  return q;
}

TAP_TEST(uniform, "numbers and pairs of neighbours are uniform in [0, 1)",
         "chance of 2e-6 for each of six chi-squares")
{
  int wrong = 0;
  for (uint64_t seed = 1; seed < 4; seed++) {
    int drawn[2][256] = {{0}};          /* numbers, and pairs in 16 x 16 */
    for (uint64_t k = 0; k < DRAWS; k++) {
      const double u = tr_random_unit(seed, k, TR_DRAW_X), v = tr_random_unit(seed, k + 1, TR_DRAW_X);
      wrong += !(u >= 0 && u < 1);
      drawn[0][(int)(256*u)]++;
      drawn[1][16*(int)(16*u) + (int)(16*v)]++;
    }
    for (int m = 0; m < 2; m++) {
      const double q = chi_square(drawn[m]), p = gsl_cdf_chisq_P(q, 255);
      tap_ok(p > 1e-6 && p < 1 - 1e-6, "seed %d: %s are uniform, chi-square %.1f of 255", (int)seed,
             m ? "neighbours" : "numbers", q);
    }
  }
  tap_ok(wrong == 0, "numbers lie in [0, 1)");
}

static tr_model *
model_of_clay(void)
{
  tr_model *model = tr_model_alloc();
  (void)test_material(model, "clay", 1.3e7, 0.31, 1730);
  (void)test_material(model, "glass beads", 5.1e10, 0.22, 2510);
  return model;
}

static const tr_lattice bed = {
  .origin = {0.31, -1.7, 2.9}, .spacing = {0.11, 0.13, 0.17}, .count = {21, 19, 27}, .radius = {0.021, 0.047},
  .jitter = {0.013, 0.007, 0.019}, .seed = 4711,
  .particle = {.velocity = {0.3, 0.1, -2}, .material = 1}};

static int
same_bits(const tr_particles *a, const tr_particles *b, size_t n)
{
  return memcmp(a->position, b->position, n*sizeof *a->position) == 0
    && memcmp(a->velocity, b->velocity, n*sizeof *a->velocity) == 0
    && memcmp(a->spin, b->spin, n*sizeof *a->spin) == 0
    && memcmp(a->orientation, b->orientation, n*sizeof *a->orientation) == 0
    && memcmp(a->radius, b->radius, n*sizeof *a->radius) == 0
    && memcmp(a->mass, b->mass, n*sizeof *a->mass) == 0
    && memcmp(a->inertia, b->inertia, n*sizeof *a->inertia) == 0
    && memcmp(a->material, b->material, n*sizeof *a->material) == 0
    && memcmp(a->fixed, b->fixed, n*sizeof *a->fixed) == 0;
}

/* How far a particle is from its site, over the jitter; and where its radius
   lies between the smallest and the largest.  */
static void
shares(const tr_particles *p, size_t i, double s[4])
{
  const tr_vec3 x = p->position[i];
  s[0] = ((x.x - 0.31 - 0.11*(double)(i%21))/0.013 + 1)/2;
  s[1] = ((x.y + 1.7 - 0.13*(double)(i/21%19))/0.007 + 1)/2;
  s[2] = ((x.z - 2.9 - 0.17*(double)(i/21/19))/0.019 + 1)/2;
  s[3] = (p->radius[i] - 0.021)/0.026;
}

static void
one_lattice(const tr_particles *p)
{
  const size_t n = p->count;
  double most[4] = {0}, least[4] = {1, 1, 1, 1}, sum[4] = {0}, cross[4] = {0}, across[4] = {0};
  for (size_t i = 0; i < n; i++) {
    double s[4];
    shares(p, i, s);
    for (int k = 0; k < 4; k++) {
      most[k] = s[k] > most[k] ? s[k] : most[k];
      least[k] = s[k] < least[k] ? s[k] : least[k];
      sum[k] += s[k]/(double)n;
      cross[k] += 12*(s[k] - 0.5)*(s[(k + 1)%4] - 0.5)/(double)n;
      across[k] += 12*(s[k] - 0.5)*(s[(k + 2)%4] - 0.5)/(double)n;
    }
  }
  for (int k = 0; k < 4; k++) {
    /* 1e-12: rounding of the sites; a gap of 0.1 % at an end has probability
       0.999^10773 = 2e-5; the mean's standard deviation is sqrt(1/12 n).  */
    tap_ok(least[k] >= -1e-12 && least[k] < 1e-3 && most[k] <= 1 + 1e-12 && most[k] > 1 - 1e-3,
           "%s fill their range: %.5f to %.5f", k == 3 ? "radii" : "shifts", least[k], most[k]);
    tap_near(sum[k], 0.5, 5*sqrt(1/(12.0*(double)n)), "and their mean is in the middle");
    tap_near(cross[k], 0, 5/sqrt((double)n), "and they do not depend on what is drawn next");
    tap_near(across[k], 0, 5/sqrt((double)n), "nor on what is drawn after that");
  }
}

TAP_TEST(lattice, "a lattice has its particles at their sites, shaken evenly and of even radii",
         "five standard errors of 10773 samples; an end gap of 0.1 %; roundings of sites, "
         "1e-12")
{
  tr_error err;
  tr_model *model = model_of_clay();
  const tr_particles *p = tr_model_particles(model);
  tap_status(tr_lattice_add(model, &bed, NULL, &err), TR_SUCCESS);
  tap_ok(p->count == 21*19*27, "as many particles as counted");
  one_lattice(p);
  tap_ok(p->velocity[17].z == -2 && p->material[17] == 1, "what the particles share");
  tap_near(p->mass[5], 4/3.0*M_PI*pow(p->radius[5], 3)*2510, 1e-15, "mass from radius and density");
  tr_model_free(model);
}

TAP_TEST(drawn, "what is drawn for a particle is the number of its seed, its count and what it is for",
         "roundings of a site")
{
  static const uint64_t what[] = {TR_DRAW_X, TR_DRAW_Y, TR_DRAW_Z, TR_DRAW_RADIUS};
  tr_error err;
  double s[4], worst = 0;
  tr_model *model = model_of_clay();
  const tr_particles *p = tr_model_particles(model);
  tap_status(tr_lattice_add(model, &bed, NULL, &err), TR_SUCCESS);
  for (size_t i = 0; i < p->count; i += 37) {
    shares(p, i, s);
    for (int k = 0; k < 4; k++)
      worst = tap_larger(worst, fabs(s[k] - tr_random_unit(4711, i, what[k])));
  }
  tap_below(worst, 1e-12, "shifts and radii");
  tr_model_free(model);
}

static tr_model *
model_of(tr_lattice l)
{
  tr_error err;
  tr_model *model = model_of_clay();
  tap_status(tr_lattice_add(model, &l, NULL, &err), TR_SUCCESS);
  return model;
}

TAP_TEST(lattice_seeds, "a seed is a bed: higher, unshaken or after another it has the same "
         "particles",
         "same bits")
{
  tr_error err;
  tr_lattice higher = bed, seed = bed;
  higher.count[2] = 40;
  seed.seed++;
  seed.jitter = tr_vec(0, 0, 0);
  tr_model *model = model_of(bed), *again = model_of(higher), *other = model_of(seed);
  const tr_particles *p = tr_model_particles(model), *o = tr_model_particles(other);
  tap_ok(same_bits(p, tr_model_particles(again), p->count),
         "a seed gives the same particles, also in a higher bed");
  int equal = 0;
  for (size_t i = 0; i < p->count; i++)
    equal += p->radius[i] >= o->radius[i] && p->radius[i] <= o->radius[i];
  tap_ok(equal == 0, "another seed, other radii");
  tap_ok(o->position[21*19*2 + 21*3 + 4].y == -1.7 + 3*0.13, "without jitter particles stand on their sites");
  seed.seed--;
  tap_status(tr_lattice_add(other, &seed, NULL, &err), TR_SUCCESS);
  tap_ok(o->count == 2*p->count && memcmp(p->radius, o->radius + p->count, p->count*sizeof *p->radius) == 0,
         "radii do not depend on the jitter, nor on what was there before");
  tr_model_free(model);
  tr_model_free(again);
  tr_model_free(other);
}

static void
refused(const tr_lattice *l, const char *words)
{
  tr_error err = {0};
  tr_model *model = model_of_clay();
  const int status = tr_lattice_add(model, l, NULL, &err);
  tap_ok(status == TR_EINVAL && strstr(err.text, words) && tr_model_particles(model)->count == 0,
         "refused as a whole: %s", err.text);
  tr_model_free(model);
}

TAP_TEST(bad_lattices, "a lattice that makes no sense is refused as a whole, by axis and value",
         "words of the message")
{
  tr_lattice l = bed;
#define TRY(change, words) l = bed, change, refused(&l, words)
  TRY(l.count[1] = 0, "count along y is 0");
  TRY(l.count[0] = -3, "count along x is -3");
  TRY((l.count[0] = 1LL << 31, l.count[1] = 1LL << 33), "in all");
  TRY(l.spacing.z = 0, "spacing along z is 0");
  TRY(l.spacing.x = NAN, "spacing along x is nan");
  TRY(l.radius[0] = -0.01, "radius is -0.01");
  TRY(l.radius[0] = 0, "radius is 0 to");
  TRY(l.radius[1] = 0.02, "radius is 0.021 to 0.02");
  TRY(l.radius[1] = INFINITY, "radius");
  TRY(l.jitter.y = -1e-9, "jitter along y is -1e-09");
  TRY(l.jitter.z = NAN, "jitter along z");
  TRY(l.particle.material = 2, "material 2");
  TRY((l.origin.x = 1e300, l.count[2] = 1), "position");
  TRY(l.spacing.z = 1e160, "particle 399: position");
#undef TRY
}

static void
name_is(const tr_names *names, size_t k, const char *want)
{
  char got[40];
  tr_names_get(names, k, got, sizeof got);
  tap_ok(strcmp(got, want) == 0, "particle %d is called %s", (int)k, want);
}

TAP_TEST(names, "particles are called as they were entered, one by one or in bulk", "same words")
{
  tr_names names = {0};
  static const struct { size_t number; const char *name; } want[] = {
    {0, "ball0"}, {5, "ball5"}, {6, "6"}, {7, "ball6"}, {99, "99"}, {100, "bed-1"},
    {1000099, "bed-1000000"}, {1000100, "top-1"}, {1000103, "1000103"}};
  name_is(&names, 7, "7");
  for (size_t k = 0; k < 40; k++) {
    char text[20];
    (void)snprintf(text, sizeof text, "ball%d", (int)k);
    if (tr_names_add(&names, k + (k > 5), 1, 1, text))
      tap_ok(0, "entered");
  }
  tap_status(tr_names_add(&names, 100, 1000000, 0, "bed"), TR_SUCCESS);
  tap_status(tr_names_add(&names, 1000099, 1, 1, "late"), TR_EINVAL);
  tap_status(tr_names_add(&names, 1000100, 3, 0, "top"), TR_SUCCESS);
  for (size_t k = 0; k < sizeof want/sizeof *want; k++)
    name_is(&names, want[k].number, want[k].name);
  tr_names_clear(&names);
}

/* Numbers of all sizes, with the ends of the range of doubles; the square of
   a length must be finite.  */
static double
any_number(int k)
{
  static const double odd[] = {-0.0, 5e-324, -2.2250738585072011e-308, 1e153, -1.0, 1.0, 0.1, 123456789012345678.0,
                               9007199254740993.0, 1e22, 1e23, -4.35, 2.0, 1 + DBL_EPSILON, 0x1p-1060};
  if (k%7 == 3)
    return odd[k/7%(int)(sizeof odd/sizeof *odd)];
  return tap_random(-1, 1)*pow(10, floor(tap_random(-12, 12)));
}

static tr_model *
odd_numbers(void)
{
  tr_model *model = model_of_clay();
  tr_error err;
  for (int k = 0; k < 3000; k++) {
    tr_particle g = {
      .position = tr_vec(any_number(k), any_number(k + 1), any_number(k + 2)),
      .velocity = tr_vec(any_number(k + 3), any_number(k + 5), any_number(k + 4)),
      .spin = tr_vec(any_number(k + 6), any_number(k + 7), any_number(k + 8)),
      .orientation = {tap_random(-1, 1), tap_random(-1, 1), k%5 ? tap_random(-1, 1) : -0.0, tap_random(-1, 1)},
      .radius = tap_random(1e-3, 1)*pow(10, floor(tap_random(-9, 3))), .material = k%2,
      .inertia_factor = 0.4, .fixed = k%7 == 3};
    g.mass = k%3 ? tap_random(1e-9, 3) : 0;
    g.inertia = k%4 ? 0 : tap_random(1e-9, 1);
    must(tr_model_add_particle(model, &g, NULL, &err), &err);
  }
  return model;
}

TAP_TEST(round_trip, "what is written and read has the same bits, in any language", "same bits")
{
  static const char path[] = "test-groups.csv";
  tr_error err;
  tr_model *model = odd_numbers(), *back = model_of_clay();
  const tr_particles *p = tr_model_particles(model), *q = tr_model_particles(back);
  tap_status(tr_states_write(path, p, model, &err), TR_SUCCESS);
  tap_status(tr_states_read(back, path, -1, &err), TR_SUCCESS);
  tap_ok(p->count == q->count && same_bits(p, q, p->count), "what is written and read has the same bits");
  if (setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8")) {
    tap_status(tr_states_write(path, p, model, &err), TR_SUCCESS);
    tap_status(tr_states_read(back, path, -1, &err), TR_SUCCESS);
    tap_ok(q->count == 2*p->count && memcmp(q->spin + p->count, p->spin, p->count*sizeof *p->spin) == 0,
           "also where a comma is the decimal point");
    (void)setlocale(LC_ALL, "C");
  }
  (void)remove(path);
  tr_model_free(model);
  tr_model_free(back);
}

TAP_TEST(long_path, "a file is written whose path is longer than a name may be", "same number")
{
  char outer[250], inner[500], path[520];
  tr_error err;
  tr_model *model = model_of(bed), *back = model_of_clay();
  (void)snprintf(outer, sizeof outer, "test-groups-%0200d", 1);
  (void)snprintf(inner, sizeof inner, "%s/%0200d", outer, 2);
  (void)snprintf(path, sizeof path, "%s/bed.csv", inner);
  tap_ok(mkdir(outer, 0700) == 0 && mkdir(inner, 0700) == 0, "two folders");
  tap_status(tr_states_write(path, tr_model_particles(model), model, &err), TR_SUCCESS);
  tap_status(tr_states_read(back, path, -1, &err), TR_SUCCESS);
  tap_ok(tr_model_particles(back)->count == tr_model_particles(model)->count, "all particles are back");
  (void)remove(path);
  (void)rmdir(inner);
  (void)rmdir(outer);
  tr_model_free(model);
  tr_model_free(back);
}

TAP_TEST(failed_write, "what cannot be written leaves the earlier file", "words of the message")
{
  static const char path[] = "test-groups-2.csv";
  tr_error err;
  tr_model *model = model_of(bed), *back = model_of_clay(), *odd = tr_model_alloc();
  const tr_particles *p = tr_model_particles(model);
  tap_status(tr_states_write(path, p, model, &err), TR_SUCCESS);
  (void)test_material(odd, "sand, wet", 1e7, 0.3, 1600);
  test_particle(odd, 0, 0.1, tr_vec(0, 0, 0), tr_vec(0, 0, 0), tr_vec(0, 0, 0));
  tap_status(tr_states_write(path, tr_model_particles(odd), odd, &err), TR_EINVAL);
  tap_ok(strstr(err.text, "sand, wet") != NULL, "a name with a comma: %s", err.text);
  tap_status(tr_states_write("no-such-folder/x.csv", p, model, &err), TR_EFILE);
  tap_ok(strstr(err.text, "no-such-folder/x.csv") != NULL, "where it cannot be written: %s", err.text);
  tap_status(tr_states_read(back, ".", -1, &err), TR_EFILE);
  tap_ok(strstr(err.text, "cannot be read after line 0: ") != NULL, "a folder is no table: %s", err.text);
  tap_status(tr_states_read(back, path, -1, &err), TR_SUCCESS);
  tap_ok(tr_model_particles(back)->count == p->count, "the earlier file is still whole");
  (void)remove(path);
  tr_model_free(odd);
  tr_model_free(model);
  tr_model_free(back);
}

/* Numbers as people write them, against the compiler's reading: as a velocity,
   which may have any size up to 1e153 here.  */
#define EACH(X) X(1e22) X(1e23) X(1e-22) X(1e-23) X(123456789012345e22) X(1234567890123456e22) X(.000000000000001234) \
X(5e-324) X(179769313486231570000e89) X(4.35) X(0.1e1) X(9007199254740993.) X(1.e-5) X(0e400) X(00012.50) \
X(8.5e-310) X(0.30000000000000004) X(6.02214076E+23) X(18446744073709551616.) X(36893488147419103232.5)
#define TEXT(x) #x,
static const char *const text[] = {EACH(TEXT)};
#undef TEXT
#define VALUE(x) x,
static const double value[] = {EACH(VALUE)};
#undef VALUE
#undef EACH
enum { LITERALS = sizeof value/sizeof *value };

static void
put_literals(const char *path)
{
  FILE *file = fopen(path, "w");
  for (int k = 0; file && k < LITERALS; k++)
    fprintf(file, "%s%s,-%s,+%s,1,2,3,4\n", k ? "" : "vx,vy,vz,x,y,z,radius\n", text[k], text[k], text[k]);
  if (file)
    (void)fclose(file);
}

TAP_TEST(literals, "numbers as people write them are read as the compiler reads them",
         "same bits")
{
  static const char path[] = "test-groups-3.csv";
  tr_error err = {0};
  tr_model *model = model_of_clay();
  const tr_particles *p = tr_model_particles(model);
  int wrong = 0;
  put_literals(path);
  tap_ok(tr_states_read(model, path, 0, &err) == TR_SUCCESS, "a table of odd numbers %s", err.text);
  for (size_t k = 0; k < p->count; k++) {
    const tr_vec3 want = tr_vec(value[k], -value[k], +value[k]);
    if (memcmp(&p->velocity[k], &want, sizeof want) != 0)
      wrong++, printf("# %s is read as %.17g, %.17g\n", text[k], p->velocity[k].x, p->velocity[k].y);
  }
  tap_ok(wrong == 0 && p->count == LITERALS, "every number is that of the compiler");
  (void)remove(path);
  tr_model_free(model);
}

TAP_TEST(density, "a density in a table is a mass, and a name with a blank at an end is not written",
         "roundings of a product")
{
  static const char path[] = "test-groups-5.csv";
  tr_error err = {0};
  tr_model *model = model_of_clay();
  FILE *file = fopen(path, "w");
  if (file) {
    fputs("density,radius,x,y,z,material\n2137,0.37,1,2,3,clay\n", file);
    (void)fclose(file);
  }
  tap_status(tr_states_read(model, path, 0, &err), TR_SUCCESS);
  const tr_particles *p = tr_model_particles(model);
  tap_near(p->count == 1 ? p->mass[0] : NAN, 2137*4*M_PI/3*pow(0.37, 3), 1e-13, "%s", "its mass");
  (void)remove(path);
  test_particle(model, test_material(model, "sand ", 1e7, 0.3, 2000), 0.1, tr_vec(7, 8, 9), tr_vec(0, 0, 0),
                tr_vec(0, 0, 0));
  tap_status(tr_states_write(path, p, model, &err), TR_EINVAL);
  tap_ok(strstr(err.text, "\"sand \"") != NULL, "%s", err.text);
  tr_model_free(model);
}

TAP_TEST(bad_line, "one bad line after good ones: none of them stays", "words of the message")
{
  static const char path[] = "test-groups-4.csv";
  tr_error err = {0};
  tr_model *model = model_of_clay();
  put_literals(path);
  FILE *file = fopen(path, "a");
  if (file) {
    fputs("1,2,3,4,5,6,-7\n", file);
    (void)fclose(file);
  }
  tap_status(tr_states_read(model, path, 0, &err), TR_EFORMAT);
  tap_ok(tr_model_particles(model)->count == 0 && strstr(err.text, "line 22, column radius"),
         "refused as a whole: %s", err.text);
  (void)remove(path);
  tr_model_free(model);
}

TAP_TEST(names_of_statuses, "each status has its name, and what is none has another", "words")
{
  tap_ok(strcmp(tr_status_name(TR_SUCCESS), "SUCCESS") == 0 && strcmp(tr_status_name(TR_EFORMAT), "EFORMAT") == 0,
         "the first and another");
  tap_ok(strcmp(tr_status_name(TR_STATUS_COUNT), "UNKNOWN") == 0 && strcmp(tr_status_name(-1), "UNKNOWN") == 0, "none");
}

TAP_MAIN()
