/* references-tcl.c -- the chapter References as a Tcl command; see the header.

   Each reference is a table of options, a function and a table of answers.  Nothing here touches
   files, so a safe interpreter may have it too.  */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <tcl.h>

#include <trundle/references.h>

#include "references-tcl.h"
#include "values-tcl.h"

/* ------------------------------------------------------------ options */

/* kind: 'n' number, 'i' integer, 'v' vector (list of three numbers), else the
   choice whose words stand in `words'.  initial: NULL when the option must be
   given, "" when it may be missing.  */
typedef struct {
  const char *name;
  char kind;
  const char *initial, *unit, *help, *words;
} option;

typedef struct {
  double x[3];
  int given;                    /* by the caller or by a default */
} value;

enum { MOST = 28 };

typedef struct {
  const option *table;
  value got[MOST];
} args;

static const value *
find(const args *a, const char *name)
{
  static const value none = {{NAN, NAN, NAN}, 0};
  for (int k = 0; a->table[k].name; k++)
    if (strcmp(a->table[k].name, name) == 0)
      return &a->got[k];
  return &none;
}

static int given(const args *a, const char *name) { return find(a, name)->given; }
static double number(const args *a, const char *name) { return find(a, name)->x[0]; }
static int integer(const args *a, const char *name) { return (int)find(a, name)->x[0]; }

static tr_vec3
vector(const args *a, const char *name)
{
  const value *v = find(a, name);
  return tr_vec(v->x[0], v->x[1], v->x[2]);
}

/* ------------------------------------------------------------ the answer */

/* A result and where the structure of a reference has it: a number, an integer or a vector.  */
typedef struct {
  const char *key;
  char kind;
  size_t at;
} answer;

#define ROW(kind, type, field) {#field, kind, offsetof(type, field)}

static void
put_answers(Tcl_Obj *d, const answer *row, const void *result)
{
  for (; row->key; row++) {
    const void *x = (const char *)result + row->at;
    put(d, row->key, row->kind == 'v' ? vector_object(*(const tr_vec3 *)x)
        : row->kind == 'i' ? Tcl_NewIntObj(*(const int *)x) : Tcl_NewDoubleObj(*(const double *)x));
  }
}

static int
out_of_range(int status, tr_error *err)
{
  return status ? tr_fail(err, (tr_status)status, "%s", tr_status_text(status)) : status;
}

/* ------------------------------------------------------------ sliding */

static const option sliding_options[] = {
  {"radius", 'n', NULL, "m", "radius of the sphere", NULL},
  {"factor", 'n', "0.4", "1", "inertia / (m R^2)", NULL},
  {"mu", 'n', "", "1", "static and dynamic friction", NULL},
  {"mu_s", 'n', "", "1", "static friction", NULL},
  {"mu_d", 'n', "", "1", "dynamic friction", NULL},
  {"gravity", 'v', NULL, "m/s^2", "acceleration of gravity", NULL},
  {"normal", 'v', NULL, "1", "normal of the plane, out of the solid", NULL},
  {"position", 'v', "0 0 0", "m", "start position", NULL},
  {"velocity", 'v', NULL, "m/s", "start velocity, along the plane", NULL},
  {"spin", 'v', "0 0 0", "rad/s", "start spin", NULL},
  {"time", 'n', "0", "s", "time of the state that is wanted", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer sliding_answers[] = {
  {"position", 'v', offsetof(tr_ref_slide, now.position)}, {"velocity", 'v', offsetof(tr_ref_slide, now.velocity)},
  {"spin", 'v', offsetof(tr_ref_slide, now.spin)}, ROW('v', tr_ref_slide, slip), ROW('v', tr_ref_slide, turned),
  ROW('n', tr_ref_slide, t_stop), ROW('n', tr_ref_slide, t_roll), ROW('i', tr_ref_slide, rolling), {NULL, 0, 0}
};

static int
sliding(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_slide z;
  const char *s = given(a, "mu_s") ? "mu_s" : "mu", *k = given(a, "mu_d") ? "mu_d" : "mu";
  const tr_ref_slider slider = {
    .radius = number(a, "radius"), .factor = number(a, "factor"), .mu_s = number(a, s), .mu_d = number(a, k),
    .gravity = vector(a, "gravity"), .normal = vector(a, "normal"),
    .start = {vector(a, "position"), vector(a, "velocity"), vector(a, "spin")}
  };
  if (!given(a, s) || !given(a, k))
    return tr_fail(err, TR_EINVAL, "give -mu, or -mu_s and -mu_d");
  const int status = tr_ref_slide_at(&slider, number(a, "time"), &z, err);
  if (status)
    return status;
  put_answers(d, sliding_answers, &z);
  return TR_SUCCESS;
}

/* ------------------------------------------------------------ impacts */

#define BODIES                                                                          \
  {"radius", 'n', NULL, "m", "radius of the first body", NULL},                         \
  {"mass", 'n', NULL, "kg", "its mass", NULL},                                          \
  {"factor", 'n', "0.4", "1", "its inertia / (m R^2)", NULL},                           \
  {"velocity", 'v', NULL, "m/s", "its velocity", NULL},                                 \
  {"spin", 'v', "0 0 0", "rad/s", "its spin", NULL},                                    \
  {"mass_j", 'n', "", "kg", "mass of the second body; none: a wall at rest", NULL},     \
  {"radius_j", 'n', "", "m", "its radius", NULL},                                       \
  {"factor_j", 'n', "0.4", "1", "its inertia / (m R^2)", NULL},                         \
  {"velocity_j", 'v', "0 0 0", "m/s", "its velocity", NULL},                            \
  {"spin_j", 'v', "0 0 0", "rad/s", "its spin", NULL},                                  \
  {"normal", 'v', NULL, "1", "from the first body to the second, or into the wall", NULL}, \
  {"mu", 'n', NULL, "1", "friction", NULL}

static tr_ref_body
body_i(const args *a)
{
  return (tr_ref_body){number(a, "mass"), number(a, "radius"), number(a, "factor"),
                       vector(a, "velocity"), vector(a, "spin")};
}

static tr_ref_body
body_j(const args *a)
{
  return (tr_ref_body){number(a, "mass_j"), number(a, "radius_j"), number(a, "factor_j"),
                       vector(a, "velocity_j"), vector(a, "spin_j")};
}

static const option rigid_options[] = {
  BODIES,
  {"restitution", 'n', "1", "1", "normal restitution", NULL},
  {"beta", 'n', "0", "1", "tangential restitution when it sticks", NULL},
  {"excess", 'n', "1", "1", "friction impulse over mu (1 + e) m w when it slides", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer rigid_answers[] = {
  {"velocity", 'v', offsetof(tr_ref_rebound, i.velocity)}, {"spin", 'v', offsetof(tr_ref_rebound, i.spin)},
  {"velocity_j", 'v', offsetof(tr_ref_rebound, j.velocity)}, {"spin_j", 'v', offsetof(tr_ref_rebound, j.spin)},
  ROW('n', tr_ref_rebound, normal_impulse), ROW('v', tr_ref_rebound, friction_impulse),
  ROW('i', tr_ref_rebound, sliding), {NULL, 0, 0}
};

static int
rigid(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_rebound z;
  const tr_ref_body i = body_i(a), j = body_j(a);
  const int status = tr_ref_impact_rigid(&i, given(a, "mass_j") ? &j : NULL, vector(a, "normal"), number(a, "mu"),
                                         number(a, "restitution"), number(a, "beta"), number(a, "excess"), &z, err);
  if (status)
    return status;
  put_answers(d, rigid_answers, &z);
  return TR_SUCCESS;
}

#define END {"end", 'c', "overlap", "", "a contact ends at zero overlap or at zero force", "overlap force"}
#define CAP {"cap", 'c', "nonnegative", "", "friction is bounded by mu times this force", "nonnegative total elastic"}
#define LAW {"law", 'c', "elongation", "", "tangential law", "elongation incremental"}
#define YOUNG(initial)                                                              \
  {"young", 'n', initial, "Pa", "Young's modulus of the first body", NULL},         \
  {"poisson", 'n', initial, "1", "its Poisson's ratio", NULL},                      \
  {"young_j", 'n', "", "Pa", "of the second body or wall; none: rigid", NULL},      \
  {"poisson_j", 'n', "", "1", "its Poisson's ratio; none: that of the first", NULL}

static const option soft_options[] = {
  BODIES,
  YOUNG(""),
  {"k", 'n', "", "N/m^1.5", "Hertz stiffness, instead of -young ...", NULL},
  {"kt", 'n', "", "N/m^1.5", "k_t / sqrt(overlap), instead of Mindlin's", NULL},
  {"shear", 'c', "mindlin", "", "G* with or without 2 - nu", "mindlin printed"},
  {"xi", 'n', "", "1", "damping rate", NULL},
  {"restitution", 'n', "", "1", "normal restitution at zero overlap, instead of -xi", NULL},
  END, CAP, LAW,
  {"lever", 'c', "radius", "", "lever arm of friction", "radius half inner shares"},
  {"slip", 'c', "lever", "", "arm of the slip velocity", "lever radius"},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

/* Stiffness from the options -young ... of two bodies; radius_j 0: a plane.  */
static int
stiffness_of(const args *a, double radius_j, double *k, double *kt, double *printed, tr_error *err)
{
  const double nu = number(a, "poisson");
  if (!given(a, "young") || !given(a, "poisson"))
    return tr_fail(err, TR_EINVAL, "-young and -poisson are needed");
  for (int body = 0; body < 2; body++) {
    const char *name[2][2] = {{"young", "young_j"}, {"poisson", "poisson_j"}};
    if (given(a, name[0][body]) && !(number(a, name[0][body]) > 0))
      return tr_fail(err, TR_EINVAL, "-%s is %g, expected a positive number", name[0][body], number(a, name[0][body]));
    if (given(a, name[1][body]) && !(number(a, name[1][body]) > -1 && number(a, name[1][body]) <= 0.5))
      return tr_fail(err, TR_EINVAL, "-%s is %g, expected a number above -1 and up to 0.5", name[1][body],
                     number(a, name[1][body]));
  }
  const int status = tr_ref_stiffness(number(a, "young"), nu, number(a, "radius"),
                                      given(a, "young_j") ? number(a, "young_j") : INFINITY,
                                      given(a, "poisson_j") ? number(a, "poisson_j") : nu,
                                      radius_j > 0 ? radius_j : INFINITY, k, kt, printed);
  return status ? tr_fail(err, (tr_status)status, "-radius is %g, and that of the partner %g, expected positive numbers",
                          number(a, "radius"), radius_j) : status;
}

static int
contact_of(const args *a, tr_ref_contact *c, tr_error *err)
{
  double k = number(a, "k"), kt = number(a, "kt"), printed = kt, xi = given(a, "xi") ? number(a, "xi") : 0;
  int status = TR_SUCCESS;
  if (!given(a, "k") || !given(a, "kt")) {
    status = stiffness_of(a, given(a, "mass_j") ? number(a, "radius_j") : 0, &k, &kt, &printed, err);
    k = given(a, "k") ? number(a, "k") : k;
    kt = given(a, "kt") ? number(a, "kt") : integer(a, "shear") ? printed : kt;
  }
  if (!status && given(a, "xi") && given(a, "restitution"))
    status = tr_fail(err, TR_EINVAL, "give -xi or -restitution, not both");
  if (!status && given(a, "restitution") && tr_ref_damping_rate(number(a, "restitution"), TR_REF_END_OVERLAP, &xi))
    status = tr_fail(err, TR_EDOM, "-restitution is %g, expected 0 < e <= 1", number(a, "restitution"));
  *c = (tr_ref_contact){.k = k, .xi = xi, .kt = kt, .mu = number(a, "mu"), .end = integer(a, "end"),
                        .law = integer(a, "law"), .cap = integer(a, "cap"), .lever = integer(a, "lever"),
                        .slip_on_radius = integer(a, "slip")};
  return status;
}

static const answer soft_answers[] = {
  {"velocity", 'v', offsetof(tr_ref_collision, i.velocity)}, {"spin", 'v', offsetof(tr_ref_collision, i.spin)},
  {"velocity_j", 'v', offsetof(tr_ref_collision, j.velocity)}, {"spin_j", 'v', offsetof(tr_ref_collision, j.spin)},
  {"moved", 'v', offsetof(tr_ref_collision, moved_i)}, ROW('v', tr_ref_collision, moved_j),
  ROW('n', tr_ref_collision, duration), ROW('n', tr_ref_collision, overlap), ROW('n', tr_ref_collision, force),
  ROW('i', tr_ref_collision, slips_first), ROW('i', tr_ref_collision, changes), {NULL, 0, 0}
};

static int
soft(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_contact c;
  tr_ref_collision z;
  const tr_ref_body i = body_i(a), j = body_j(a);
  int status = contact_of(a, &c, err);
  if (!status)
    status = tr_ref_impact_soft(&c, &i, given(a, "mass_j") ? &j : NULL, vector(a, "normal"), &z, err);
  if (status)
    return status;
  put_answers(d, soft_answers, &z);
  put_number(d, "k", c.k);
  put_number(d, "kt", c.kt);
  put_number(d, "xi", c.xi);
  return TR_SUCCESS;
}

static const option stiffness_options[] = {
  YOUNG(NULL),
  {"radius", 'n', NULL, "m", "radius of the first body", NULL},
  {"radius_j", 'n', "", "m", "of the second; none: a plane", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static int
stiffness(const args *a, Tcl_Obj *d, tr_error *err)
{
  double k, kt, printed;
  const int status = stiffness_of(a, given(a, "radius_j") ? number(a, "radius_j") : 0, &k, &kt, &printed, err);
  if (status)
    return status;
  put_number(d, "k", k);
  put_number(d, "kt", kt);
  put_number(d, "kt_printed", printed);
  return TR_SUCCESS;
}

static const option hertz_options[] = {
  {"mass", 'n', NULL, "kg", "effective mass", NULL},
  {"k", 'n', NULL, "N/m^1.5", "Hertz stiffness", NULL},
  {"speed", 'n', NULL, "m/s", "normal speed of approach", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer hertz_answers[] = {
  ROW('n', tr_ref_hertz_result, duration), ROW('n', tr_ref_hertz_result, overlap),
  ROW('n', tr_ref_hertz_result, force), {NULL, 0, 0}
};

static int
hertz(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_hertz_result z;
  const int status = tr_ref_hertz(number(a, "mass"), number(a, "k"), number(a, "speed"), &z);
  if (status)
    return tr_fail(err, TR_EDOM, "mass, k and speed are expected > 0");
  put_answers(d, hertz_answers, &z);
  return TR_SUCCESS;
}

static const option restitution_options[] = {
  {"xi", 'n', NULL, "1", "damping rate", NULL}, END, CAP, {NULL, 0, NULL, NULL, NULL, NULL}
};

static int
restitution(const args *a, Tcl_Obj *d, tr_error *err)
{
  double e = 0, excess = 0;
  int status = tr_ref_restitution(number(a, "xi"), integer(a, "end"), &e);
  if (!status)
    status = tr_ref_impulse_excess(number(a, "xi"), integer(a, "end"), integer(a, "cap"), &excess);
  if (status)
    return tr_fail(err, TR_EDOM, "-xi is %g, expected >= 0", number(a, "xi"));
  put_number(d, "restitution", e);
  put_number(d, "excess", excess);
  return TR_SUCCESS;
}

static const option damping_options[] = {
  {"restitution", 'n', NULL, "1", "normal restitution", NULL}, END, {NULL, 0, NULL, NULL, NULL, NULL}
};

static int
damping(const args *a, Tcl_Obj *d, tr_error *err)
{
  double xi = 0;
  if (tr_ref_damping_rate(number(a, "restitution"), integer(a, "end"), &xi))
    return tr_fail(err, TR_EDOM, "-restitution is %g, expected 0 < e <= 1", number(a, "restitution"));
  put_number(d, "xi", xi);
  return TR_SUCCESS;
}

static const option limits_options[] = {
  {"k", 'n', NULL, "N/m^1.5", "Hertz stiffness", NULL},
  {"kt", 'n', NULL, "N/m^1.5", "k_t / sqrt(overlap)", NULL},
  {"big", 'n', "3.5", "1", "m* over the mass of the slip; 1 + 1/factor on a wall", NULL},
  LAW,
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static int
limits(const args *a, Tcl_Obj *d, tr_error *err)
{
  double first = 0, throughout = 0;
  const int status = tr_ref_slip_limits(number(a, "k"), number(a, "kt"), number(a, "big"), integer(a, "law"),
                                        &first, &throughout);
  if (status)
    return out_of_range(status, err);
  put_number(d, "first", first);
  put_number(d, "throughout", throughout);
  return TR_SUCCESS;
}

/* ------------------------------------------------------------ the ring */

static const option ring_options[] = {
  {"count", 'i', "3", "1", "number of spheres", NULL},
  {"radius", 'n', NULL, "m", "radius of each", NULL},
  {"factor", 'n', "0.4", "1", "inertia / (m R^2)", NULL},
  {"mass", 'n', NULL, "kg", "mass of each", NULL},
  {"young", 'n', NULL, "Pa", "Young's modulus", NULL},
  {"poisson", 'n', NULL, "1", "Poisson's ratio", NULL},
  {"mu", 'n', NULL, "1", "friction with the floor", NULL},
  {"gravity", 'n', "9.81", "m/s^2", "size of gravity", NULL},
  {"speed", 'n', NULL, "m/s", "of each towards the middle", NULL},
  {"gap", 'n', NULL, "m", "way of each to first touch", NULL},
  {"model", 'c', "closed", "", "closed form, or collision integrated", "closed integrated"},
  {"spring", 'n', "0", "N/m", "integrated: tangential spring of the floor", NULL},
  {"xi", 'n', "0", "1", "integrated: damping rate between spheres", NULL},
  {"end", 'c', "overlap", "", "what ends a damped contact", "overlap force"},
  {"time", 'n', "", "s", "also give the state at this time", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer ring_answers[] = {
  ROW('n', tr_ref_ring_result, distance), ROW('n', tr_ref_ring_result, t_contact),
  ROW('n', tr_ref_ring_result, duration), ROW('n', tr_ref_ring_result, t_apart),
  ROW('n', tr_ref_ring_result, v_apart), ROW('n', tr_ref_ring_result, spin_apart),
  ROW('n', tr_ref_ring_result, t_spin_zero), ROW('n', tr_ref_ring_result, t_roll),
  ROW('n', tr_ref_ring_result, t_back), ROW('n', tr_ref_ring_result, v_roll),
  ROW('n', tr_ref_ring_result, spin_roll), ROW('n', tr_ref_ring_result, overlap),
  ROW('n', tr_ref_ring_result, force), ROW('n', tr_ref_ring_result, energy_ratio), {NULL, 0, 0}
};

static const answer ring_state_answers[] = {
  ROW('n', tr_ref_ring_state, position), ROW('n', tr_ref_ring_state, velocity), ROW('n', tr_ref_ring_state, spin),
  ROW('n', tr_ref_ring_state, turned), {NULL, 0, 0}
};

static int
ring(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_ring_result z;
  tr_ref_ring_state s;
  const tr_ref_ring r = {
    .count = integer(a, "count"), .radius = number(a, "radius"), .factor = number(a, "factor"),
    .mass = number(a, "mass"), .young = number(a, "young"), .poisson = number(a, "poisson"), .mu = number(a, "mu"),
    .gravity = number(a, "gravity"), .speed = number(a, "speed"), .gap = number(a, "gap"),
    .spring = number(a, "spring"), .xi = number(a, "xi"), .end = integer(a, "end")
  };
  int status = integer(a, "model") ? tr_ref_ring_integrated(&r, &z, err) : tr_ref_ring_times(&r, &z, err);
  if (!status && given(a, "time"))
    status = tr_ref_ring_at(&r, number(a, "time"), &s, err);
  if (status)
    return status;
  put_answers(d, ring_answers, &z);
  if (given(a, "time"))
    put_answers(d, ring_state_answers, &s);
  return TR_SUCCESS;
}

/* ------------------------------------------------------------ rolling resistance */

static const option swing_options[] = {
  {"inertia", 'n', NULL, "kg m^2", "about the contact", NULL},
  {"stiffness", 'n', NULL, "N m/rad", "K_r", NULL},
  {"damping", 'n', NULL, "N m s/rad", "c_r", NULL},
  {"angle", 'n', "0", "rad", "at t = 0", NULL},
  {"rate", 'n', "0", "rad/s", "at t = 0", NULL},
  {"time", 'n', NULL, "s", "time of the state that is wanted", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer swing_answers[] = {
  ROW('n', tr_ref_swing_state, angle), ROW('n', tr_ref_swing_state, rate),
  ROW('n', tr_ref_swing_state, acceleration), {NULL, 0, 0}
};

static int
swing(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_swing_state z;
  if (tr_ref_swing_at(number(a, "inertia"), number(a, "stiffness"), number(a, "damping"), number(a, "angle"),
                      number(a, "rate"), number(a, "time"), &z))
    return tr_fail(err, TR_EDOM, "inertia and stiffness are expected > 0, damping and time >= 0");
  put_answers(d, swing_answers, &z);
  return TR_SUCCESS;
}

static const option roller_options[] = {
  {"inertia", 'n', NULL, "kg m^2", "about the contact", NULL},
  {"stiffness", 'n', NULL, "N m/rad", "K_r or k_r", NULL},
  {"damping", 'n', NULL, "N m s/rad", "c_r or C_r", NULL},
  {"full", 'n', NULL, "N m", "moment at full mobilisation", NULL},
  {"part", 'n', "0", "1", "EPSD: damping factor at full mobilisation", NULL},
  {"rate", 'n', NULL, "rad/s", "at t = 0", NULL},
  {"wound", 'n', "0", "rad", "angle of the spring at t = 0", NULL},
  {"law", 'c', "mdem", "", "what is bounded: the whole moment, or the spring", "mdem epsd"},
  {"time", 'n', NULL, "s", "time of the state that is wanted", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer roller_answers[] = {
  ROW('n', tr_ref_roller_state, angle), ROW('n', tr_ref_roller_state, rate),
  ROW('n', tr_ref_roller_state, acceleration), ROW('n', tr_ref_roller_state, elastic),
  ROW('n', tr_ref_roller_state, moment), ROW('n', tr_ref_roller_state, t_full),
  ROW('n', tr_ref_roller_state, t_swing), ROW('n', tr_ref_roller_state, rest), {NULL, 0, 0}
};

static int
roller(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_roller_state z;
  const tr_ref_roller r = {
    number(a, "inertia"), number(a, "stiffness"), number(a, "damping"), number(a, "full"), number(a, "part"),
    number(a, "rate"), integer(a, "law"), number(a, "wound")
  };
  const int status = tr_ref_roller_at(&r, number(a, "time"), &z, err);
  if (status)
    return status;
  put_answers(d, roller_answers, &z);
  return TR_SUCCESS;
}

static const option slope_options[] = {
  {"tangent", 'n', NULL, "1", "of the slope", NULL},
  {"mu", 'n', NULL, "1", "friction", NULL},
  {"mu_r", 'n', NULL, "1", "rolling friction", NULL},
  {"factor", 'n', "0.4", "1", "inertia / (m R^2)", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static int
slope(const args *a, Tcl_Obj *d, tr_error *err)
{
  static const char *const regime_name[] = {"rests", "rolls", "slides", "rolls-and-slips"};
  int regime = 0;
  double acceleration = 0, spinning = 0;
  const int status = tr_ref_slope_regime(number(a, "tangent"), number(a, "mu"), number(a, "mu_r"),
                                         number(a, "factor"), &regime, &acceleration, &spinning);
  if (status)
    return out_of_range(status, err);
  put(d, "regime", Tcl_NewStringObj(regime_name[regime], -1));
  put_number(d, "acceleration", acceleration);
  put_number(d, "spinning", spinning);
  return TR_SUCCESS;
}

static const option stop_options[] = {
  {"speed", 'n', NULL, "m/s", "at the start", NULL},
  {"press", 'n', "9.81", "m/s^2", "gravity times the cosine of the slope", NULL},
  {"tangent", 'n', "0", "1", "of the slope that it rolls up", NULL},
  {"mu_r", 'n', NULL, "1", "rolling friction", NULL},
  {"factor", 'n', "0.4", "1", "inertia / (m R^2)", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static int
stop(const args *a, Tcl_Obj *d, tr_error *err)
{
  double time = 0, way = 0;
  const int status = tr_ref_rolling_stop(number(a, "speed"), number(a, "press"), number(a, "tangent"),
                                         number(a, "mu_r"), number(a, "factor"), &time, &way);
  if (status)
    return out_of_range(status, err);
  put_number(d, "time", time);
  put_number(d, "way", way);
  return TR_SUCCESS;
}

static const option implied_options[] = {
  {"amplitude", 'n', NULL, "rad", "of the curve", NULL},
  {"decay", 'n', NULL, "1/s", "of the curve", NULL},
  {"frequency", 'n', NULL, "rad/s", "of the curve, damped", NULL},
  {"phase", 'n', NULL, "rad", "of the curve", NULL},
  {"stiffness", 'n', NULL, "N m/rad", "K_r", NULL},
  {"damping", 'n', NULL, "N m s/rad", "c_r", NULL},
  {"radius", 'n', NULL, "m", "radius", NULL},
  {"factor", 'n', "0.5", "1", "inertia / (m R^2); a cylinder 1/2", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer implied_answers[] = {
  ROW('n', tr_ref_implied, omega), ROW('n', tr_ref_implied, xi), ROW('n', tr_ref_implied, period),
  ROW('n', tr_ref_implied, angle), ROW('n', tr_ref_implied, rate), ROW('n', tr_ref_implied, inertia_k),
  ROW('n', tr_ref_implied, inertia_c), ROW('n', tr_ref_implied, ratio), ROW('n', tr_ref_implied, ratio_curve),
  ROW('n', tr_ref_implied, mass), {NULL, 0, 0}
};

static int
implied(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_implied z;
  const tr_ref_curve c = {number(a, "amplitude"), number(a, "decay"), number(a, "frequency"), number(a, "phase")};
  const int status = tr_ref_swing_implied(&c, number(a, "stiffness"), number(a, "damping"), number(a, "radius"),
                                          number(a, "factor"), &z);
  if (status)
    return out_of_range(status, err);
  put_answers(d, implied_answers, &z);
  return TR_SUCCESS;
}

static const option epsd_options[] = {
  {"k_n", 'n', NULL, "N/m", "normal stiffness", NULL},
  {"mu_r", 'n', NULL, "1", "rolling friction", NULL},
  {"radius", 'n', NULL, "m", "radius", NULL},
  {"mass", 'n', NULL, "kg", "mass", NULL},
  {"factor", 'n', "0.4", "1", "inertia / (m R^2)", NULL},
  {"eta_r", 'n', "0", "1", "damping ratio", NULL},
  {NULL, 0, NULL, NULL, NULL, NULL}
};

static const answer epsd_answers[] = {
  ROW('n', tr_ref_epsd, stiffness), ROW('n', tr_ref_epsd, damping), ROW('n', tr_ref_epsd, inertia),
  ROW('n', tr_ref_epsd, omega), {NULL, 0, 0}
};

static int
epsd(const args *a, Tcl_Obj *d, tr_error *err)
{
  tr_ref_epsd z;
  const int status = tr_ref_epsd_swing(number(a, "k_n"), number(a, "mu_r"), number(a, "radius"), number(a, "mass"),
                                       number(a, "factor"), number(a, "eta_r"), &z);
  if (status)
    return out_of_range(status, err);
  put_answers(d, epsd_answers, &z);
  return TR_SUCCESS;
}

/* ------------------------------------------------------------ the command */

static const struct {
  const char *name, *help;
  const option *options;
  int (*run)(const args *a, Tcl_Obj *dict, tr_error *err);
} reference[] = {
  {"slide", "a sphere that slides on a plane or slope until it rolls", sliding_options, sliding},
  {"rolling-start", "another name of slide", sliding_options, sliding},
  {"incline", "another name of slide", sliding_options, sliding},
  {"oblique-impact", "rigid impact on a wall or of two bodies", rigid_options, rigid},
  {"soft-impact", "impact through a damped Hertz contact, integrated", soft_options, soft},
  {"stiffness", "Hertz and Mindlin stiffness of two bodies", stiffness_options, stiffness},
  {"hertz", "elastic normal collision", hertz_options, hertz},
  {"restitution", "restitution and excess of friction from xi", restitution_options, restitution},
  {"damping-rate", "xi from the restitution", damping_options, damping},
  {"slip-limits", "slip from the first instant, and throughout", limits_options, limits},
  {"three-spheres", "spheres that roll to the middle of a polygon and back", ring_options, ring},
  {"swing", "free damped swing", swing_options, swing},
  {"roll-to-swing", "rolling, full mobilisation, swing", roller_options, roller},
  {"slope-regime", "rest, rolling or sliding with rolling friction", slope_options, slope},
  {"rolling-stop", "stop of a rolling body by rolling friction", stop_options, stop},
  {"swing-implied", "what a printed swing curve implies", implied_options, implied},
  {"epsd-swing", "stiffness, damping and frequency of EPSD on a wall", epsd_options, epsd}
};

enum { REFERENCES = sizeof reference/sizeof reference[0] };

static Tcl_Obj *
known_options(const option *table)
{
  Tcl_Obj *list = Tcl_NewObj();
  for (int k = 0; table[k].name; k++)
    Tcl_AppendPrintfToObj(list, "%s-%s", k ? ", " : "", table[k].name);
  return list;
}

static int
read_word(Tcl_Interp *interp, const char *who, const option *o, Tcl_Obj *given_word, value *v)
{
  Tcl_Obj *words = Tcl_NewStringObj(o->words, -1), **word;
  int count = 0, found = 0;
  Tcl_IncrRefCount(words);
  (void)Tcl_ListObjGetElements(NULL, words, &count, &word);
  for (int k = 0; k < count; k++)
    if (strcmp(Tcl_GetString(word[k]), Tcl_GetString(given_word)) == 0)
      v->x[0] = k, found = 1;
  Tcl_DecrRefCount(words);
  if (found)
    return TCL_OK;
  return fail(interp, TR_ENAME, Tcl_ObjPrintf("reference %s: -%s is \"%s\", expected one of: %s", who, o->name,
                                              Tcl_GetString(given_word), o->words));
}

static int
read_value(Tcl_Interp *interp, const char *who, const option *o, Tcl_Obj *text, value *v)
{
  Tcl_Obj **item;
  int count = 0, good, whole = 0;
  v->given = 1;
  if (o->words)
    return read_word(interp, who, o, text, v);
  if (o->kind == 'v') {
    good = Tcl_ListObjGetElements(NULL, text, &count, &item) == TCL_OK && count == 3;
    for (int k = 0; good && k < 3; k++)
      good = Tcl_GetDoubleFromObj(NULL, item[k], &v->x[k]) == TCL_OK && !isnan(v->x[k]);
  } else if (o->kind == 'i') {
    good = Tcl_GetIntFromObj(NULL, text, &whole) == TCL_OK;
    v->x[0] = whole;
  } else
    good = Tcl_GetDoubleFromObj(NULL, text, &v->x[0]) == TCL_OK && !isnan(v->x[0]);
  if (good)
    return TCL_OK;
  return fail(interp, TR_EINVAL, Tcl_ObjPrintf("reference %s: -%s is \"%s\", expected %s", who, o->name,
                                               Tcl_GetString(text), o->kind == 'v' ? "a list of three numbers"
                                               : o->kind == 'i' ? "an integer" : "a number"));
}

static int
read_option(Tcl_Interp *interp, const char *who, args *a, Tcl_Obj *key, Tcl_Obj *text)
{
  const char *name = Tcl_GetString(key);
  for (int k = 0; a->table[k].name; k++)
    if (name[0] == '-' && strcmp(a->table[k].name, name + 1) == 0) {
      if (text)
        return read_value(interp, who, &a->table[k], text, &a->got[k]);
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("reference %s: %s has no value", who, name));
    }
  Tcl_Obj *known = known_options(a->table);
  Tcl_IncrRefCount(known);
  const int code =
    fail(interp, TR_ENAME, Tcl_ObjPrintf("reference %s: \"%s\" is not an option, expected one of: %s",
                                         who, name, Tcl_GetString(known)));
  Tcl_DecrRefCount(known);
  return code;
}

static int
read_defaults(Tcl_Interp *interp, const char *who, args *a)
{
  for (int k = 0; a->table[k].name; k++) {
    const option *o = &a->table[k];
    if (a->got[k].given || (o->initial && !o->initial[0]))
      continue;
    if (!o->initial)
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("reference %s: -%s is missing: %s, unit %s", who, o->name,
                                                   o->help, o->unit));
    Tcl_Obj *text = Tcl_NewStringObj(o->initial, -1);
    Tcl_IncrRefCount(text);
    const int code = read_value(interp, who, o, text, &a->got[k]);
    Tcl_DecrRefCount(text);
    if (code != TCL_OK)
      return code;
  }
  return TCL_OK;
}

static int
run_reference(Tcl_Interp *interp, int which, int objc, Tcl_Obj *const objv[])
{
  args a = {.table = reference[which].options};
  tr_error err = {TR_SUCCESS, ""};
  const char *who = reference[which].name;
  for (int k = 0; k < objc; k += 2)
    if (read_option(interp, who, &a, objv[k], k + 1 < objc ? objv[k + 1] : NULL) != TCL_OK)
      return TCL_ERROR;
  if (read_defaults(interp, who, &a) != TCL_OK)
    return TCL_ERROR;
  Tcl_Obj *dict = Tcl_NewDictObj();
  Tcl_IncrRefCount(dict);
  const int status = reference[which].run(&a, dict, &err);
  if (status == TR_SUCCESS)
    Tcl_SetObjResult(interp, dict);
  Tcl_DecrRefCount(dict);
  return status == TR_SUCCESS ? TCL_OK
       : fail(interp, status, Tcl_ObjPrintf("reference %s: %s", who, err.text));
}

static Tcl_Obj *
describe_options(const option *table)
{
  Tcl_Obj *dict = Tcl_NewDictObj();
  for (int k = 0; table[k].name; k++) {
    Tcl_Obj *entry = Tcl_NewDictObj();
    put(entry, "unit", Tcl_NewStringObj(table[k].unit, -1));
    put(entry, "help", Tcl_NewStringObj(table[k].help, -1));
    if (table[k].initial)
      put(entry, "default", Tcl_NewStringObj(table[k].initial, -1));
    if (table[k].words)
      put(entry, "choices", Tcl_NewStringObj(table[k].words, -1));
    put(dict, table[k].name, entry);
  }
  return dict;
}

static int
find_reference(Tcl_Interp *interp, Tcl_Obj *name, int *which)
{
  Tcl_Obj *known = Tcl_NewObj();
  Tcl_IncrRefCount(known);
  for (*which = 0; *which < REFERENCES; ++*which) {
    if (strcmp(Tcl_GetString(name), reference[*which].name) == 0)
      break;
    Tcl_AppendPrintfToObj(known, ", %s", reference[*which].name);
  }
  if (*which == REFERENCES)
    (void)fail(interp, TR_ENAME, Tcl_ObjPrintf("reference: \"%s\" is not known, expected one of: names, options%s",
                                               Tcl_GetString(name), Tcl_GetString(known)));
  Tcl_DecrRefCount(known);
  return *which < REFERENCES ? TCL_OK : TCL_ERROR;
}

static int
reference_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int which;
  (void)data;
  if (objc < 2) {
    Tcl_WrongNumArgs(interp, 1, objv, "name ?-option value ...?");
    return TCL_ERROR;
  }
  if (strcmp(Tcl_GetString(objv[1]), "names") == 0 && objc == 2) {
    Tcl_Obj *list = Tcl_NewListObj(0, NULL);
    for (which = 0; which < REFERENCES; which++)
      (void)Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(reference[which].name, -1));
    Tcl_SetObjResult(interp, list);
    return TCL_OK;
  }
  if (strcmp(Tcl_GetString(objv[1]), "options") == 0 && objc == 3) {
    if (find_reference(interp, objv[2], &which) != TCL_OK)
      return TCL_ERROR;
    Tcl_SetObjResult(interp, describe_options(reference[which].options));
    return TCL_OK;
  }
  if (find_reference(interp, objv[1], &which) != TCL_OK)
    return TCL_ERROR;
  return run_reference(interp, which, objc - 2, objv + 2);
}

int
tr_references_tcl_init(Tcl_Interp *interp)
{
  gsl_set_error_handler_off();
  if (Tcl_CreateObjCommand(interp, "::trundle::reference", reference_command, NULL, NULL) == NULL)
    return TCL_ERROR;
  return TCL_OK;
}
