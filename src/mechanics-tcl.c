/* mechanics-tcl.c -- functions of the mechanics from Tcl, for the figures of the chapters that a reader moves:

     trundle::mechanics turn THETA             the quaternion of a rotation vector (rad)
     trundle::mechanics compose FIRST SECOND   two turns, quaternions
     trundle::mechanics apply Q U              u turned by q
     trundle::mechanics angle Q                its angle, from 0 to pi (rad), with the same bits everywhere
     trundle::mechanics parts RI RJ D VI WI VJ WJ     relative motion of two spheres, D from i to j, taken apart
     trundle::mechanics carry RULE H WAS N AI AJ      a history vector carried as `laws -transport` says
     trundle::mechanics slide SPRING KT STATIC DYNAMIC SLIPPING     a spring with a slider

   and functions of numbers, for decks of other codes and for advice (an infinite modulus is a rigid body):

     trundle::mechanics radius RI RJ           R* (m)
     trundle::mechanics modulus EI NUI EJ NUJ  E* (Pa)
     trundle::mechanics shear EI NUI EJ NUJ PRINTED      G* (Pa)
     trundle::mechanics hertz ESTAR RSTAR      k of the force k overlap^1.5
     trundle::mechanics tangential GSTAR A     stiffness of a patch that sticks (N/m)
     trundle::mechanics area RI RJ GEOMETRIC   of a contact over its overlap, where that is small (m)
     trundle::mechanics rolling KN MU_R RSTAR  stiffness of epsd (N m/rad)
     trundle::mechanics rolling-damping ETA_R INERTIA KR
     trundle::mechanics rolling-inertia IA MA RA IB MB RB     about the contact point; of a wall Inf
     trundle::mechanics damping-rate E FORCE   xi of the restitution e; FORCE 1: a contact ends with its force
     trundle::mechanics restitution XI         e; NaN where there is none
     trundle::mechanics depth K M V XI         the overlap that a collision does not exceed
     trundle::mechanics overlap K LOAD         at rest under a load (m)
     trundle::mechanics damping XI K M         c of the normal dashpot c overlap^0.25
     trundle::mechanics sliding-damping XI_T GSTAR ESTAR     of the tangential dashpot, over that of the normal one at xi = 1
     trundle::mechanics bond-rest K AREA LENGTH K_NB POWER       overlap at which bond and contact balance, 0 or Inf
     trundle::mechanics bond-constant K AREA LENGTH OVERLAP POWER    k_nb with which they do (Pa)
     trundle::mechanics bond-stiffness K OVERLAP POWER           of both together there (N/m)
     trundle::mechanics longest-step STIFFNESS DAMPING INERTIA   of an oscillator under velocity Verlet (s)

   Vectors are lists of three numbers, quaternions {w x y z}.  */
#include <math.h>
#include <string.h>
#include <tcl.h>
#include <trundle/contacts.h>
#include <trundle/engine.h>
#include <trundle/laws.h>
#include <trundle/particles.h>
#include <trundle/rotation.h>

#include "mechanics-tcl.h"
#include "values-tcl.h"

enum { MOST = 7 };
typedef double numbers[4];

static tr_vec3 vec(const double *x) { return tr_vec(x[0], x[1], x[2]); }
static tr_quat quat(const double *x) { return (tr_quat){x[0], x[1], x[2], x[3]}; }

static Tcl_Obj *
quat_object(tr_quat q)
{
  Tcl_Obj *item[4] = {Tcl_NewDoubleObj(q.w), Tcl_NewDoubleObj(q.x), Tcl_NewDoubleObj(q.y), Tcl_NewDoubleObj(q.z)};
  return Tcl_NewListObj(4, item);
}

static Tcl_Obj *turn(const numbers *a) { return quat_object(tr_quat_from_vector(vec(a[0]))); }
static Tcl_Obj *compose(const numbers *a) { return quat_object(tr_quat_compose(quat(a[0]), quat(a[1]))); }
static Tcl_Obj *apply(const numbers *a) { return vector_object(tr_quat_rotate(quat(a[0]), vec(a[1]))); }

static Tcl_Obj *
angle(const numbers *a)
{
  const tr_quat q = quat(a[0]);
  return Tcl_NewDoubleObj(2*tr_atan2(tr_norm(tr_vec(q.x, q.y, q.z)), fabs(q.w)));
}

static Tcl_Obj *
parts(const numbers *a)
{
  const tr_geometry t = tr_geometry_apart(vec(a[2]), a[0][0], a[1][0], TR_LEVER_SHARES);
  const tr_parts p = tr_motion_parts(&t, vec(a[3]), vec(a[4]), vec(a[5]), vec(a[6]));
  Tcl_Obj *d = Tcl_NewDictObj();
  put(d, "s_i", vector_object(p.s_i));
  put(d, "s_j", vector_object(p.s_j));
  put(d, "normal", vector_object(p.normal));
  put(d, "sliding", vector_object(p.sliding));
  put(d, "rolling", vector_object(p.rolling));
  put(d, "mean_rolling", vector_object(tr_parts_mean_rolling(&p)));
  put(d, "twisting", vector_object(p.twisting));
  put(d, "spinning", vector_object(p.spinning));
  put(d, "turning", vector_object(p.turning));
  return d;
}

static Tcl_Obj *
carry(const numbers *a)
{
  tr_options o = {0};
  const tr_vec3 was = vec(a[2]), n = vec(a[3]);
  o.transport = (int)a[0][0];
  return vector_object(tr_contact_transport(&o, vec(a[1]), was, n, tr_frame_twist(was, n, vec(a[4]), vec(a[5]))));
}

static Tcl_Obj *
slide(const numbers *a)
{
  const tr_sliding f = tr_sliding_elongation(vec(a[0]), a[1][0], a[2][0], a[3][0], a[4][0]);
  Tcl_Obj *d = Tcl_NewDictObj();
  put(d, "spring", vector_object(f.spring));
  put(d, "force", vector_object(f.force));
  put(d, "slipping", Tcl_NewBooleanObj(f.slipping > 0));
  put_number(d, "energy", f.energy);
  return d;
}

static Tcl_Obj *
restitution(const numbers *a)
{
  double e = NAN;
  (void)tr_normal_restitution(a[0][0], TR_END_OVERLAP, &e);
  return Tcl_NewDoubleObj(e);
}

static Tcl_Obj *
damping_rate(const numbers *a)
{
  double xi = NAN;
  (void)(a[1][0] > 0 ? tr_normal_damping_rate_force(a[0][0], &xi) : tr_normal_damping_rate(a[0][0], &xi));
  return Tcl_NewDoubleObj(xi);
}

static Tcl_Obj *
area(const numbers *a)
{
  const double strain = 1e-12;
  const tr_patch p = tr_patch_of(a[0][0], a[1][0], a[2][0] > 0);
  return Tcl_NewDoubleObj(tr_patch_area(&p, strain)/(strain*p.length));
}

/* What the rows of the laws make of a damping rate of sliding and of the moduli.  */
static tr_pair_constants
constants(double estar, double gstar, double xi_t)
{
  const tr_material none = {.young = 0};
  tr_pair pair = tr_pair_default();
  pair.xi_t = xi_t;
  return tr_pair_constants_from(&pair, &none, &none, estar, gstar, gstar, 0);
}

#define OF_NUMBERS(name, value) static Tcl_Obj *name(const numbers *a) { return Tcl_NewDoubleObj(value); }
#define A(k) a[k][0]
OF_NUMBERS(radius, tr_effective_radius(A(0), A(1)))
OF_NUMBERS(modulus, tr_effective_modulus(A(0), A(1), A(2), A(3)))
OF_NUMBERS(shear, tr_effective_shear(A(0), A(1), A(2), A(3), A(4) > 0))
OF_NUMBERS(hertz, constants(A(0), 0, 0).hertz*sqrt(A(1)))
OF_NUMBERS(tangential, tr_tangential_stiffness(A(0), A(1)))
OF_NUMBERS(rolling, tr_rolling_stiffness_epsd(A(0), A(1), A(2)))
OF_NUMBERS(rolling_damping, tr_rolling_damping_epsd(A(0), A(1), A(2)))
OF_NUMBERS(rolling_inertia, tr_rolling_inertia(A(0), A(1), A(2), A(3), A(4), A(5)))
OF_NUMBERS(depth, tr_normal_depth(A(0), A(1), A(2), A(3)))
OF_NUMBERS(overlap, tr_normal_overlap(A(0), A(1)))
OF_NUMBERS(damping, tr_normal_damping_constant(A(0), A(1), A(2)))
OF_NUMBERS(sliding_damping, constants(A(2), A(1), A(0)).xi_t)
OF_NUMBERS(bond_rest, tr_bond_rest(A(0), A(1), A(2), A(3), A(4)))
OF_NUMBERS(bond_constant, tr_bond_constant(A(0), A(1), A(2), A(3), A(4)))
OF_NUMBERS(bond_stiffness, tr_bond_stiffness(A(0), A(1), A(2)))
OF_NUMBERS(longest_step, tr_longest_step(A(0), A(1), A(2)))
#undef A
#undef OF_NUMBERS

/* What each takes: n a number, i one that may be infinite, v a vector, q a quaternion, r the word of a rule.  */
static const struct {
  const char *name, *takes, *usage;
  Tcl_Obj *(*work)(const numbers *);
} known[] = {
  {"turn", "v", "THETA", turn},
  {"compose", "qq", "FIRST SECOND", compose},
  {"apply", "qv", "Q U", apply},
  {"angle", "q", "Q", angle},
  {"parts", "nnvvvvv", "RI RJ D VI WI VJ WJ", parts},
  {"carry", "rvvvvv", "RULE H WAS N AI AJ", carry},
  {"slide", "vnnnn", "SPRING KT STATIC DYNAMIC SLIPPING", slide},
  {"radius", "ii", "RI RJ", radius},
  {"modulus", "inin", "EI NUI EJ NUJ", modulus},
  {"shear", "ininn", "EI NUI EJ NUJ PRINTED", shear},
  {"hertz", "in", "ESTAR RSTAR", hertz},
  {"tangential", "in", "GSTAR A", tangential},
  {"area", "nin", "RI RJ GEOMETRIC", area},
  {"rolling", "inn", "KN MU_R RSTAR", rolling},
  {"rolling-damping", "nni", "ETA_R INERTIA KR", rolling_damping},
  {"rolling-inertia", "iiiiii", "IA MA RA IB MB RB", rolling_inertia},
  {"damping-rate", "nn", "E FORCE", damping_rate},
  {"restitution", "n", "XI", restitution},
  {"depth", "nnnn", "K M V XI", depth},
  {"overlap", "nn", "K LOAD", overlap},
  {"damping", "nnn", "XI K M", damping},
  {"sliding-damping", "nii", "XI_T GSTAR ESTAR", sliding_damping},
  {"bond-rest", "innnn", "K AREA LENGTH K_NB POWER", bond_rest},
  {"bond-constant", "innnn", "K AREA LENGTH OVERLAP POWER", bond_constant},
  {"bond-stiffness", "iin", "K OVERLAP POWER", bond_stiffness},
  {"longest-step", "iii", "STIFFNESS DAMPING INERTIA", longest_step},
  {NULL, NULL, NULL, NULL}
};

static int
read_rule(Tcl_Interp *interp, Tcl_Obj *text, double *x)
{
  static const char *const rule[] = {"frame", "normal", "project", "none", NULL};
  static const int number[] = {TR_TRANSPORT_FRAME, TR_TRANSPORT_NORMAL, TR_TRANSPORT_PROJECT, TR_TRANSPORT_NONE};
  int k;
  if (Tcl_GetIndexFromObj(NULL, text, rule, NULL, TCL_EXACT, &k) != TCL_OK)
    return fail_value(interp, "mechanics carry", "RULE", text, "one of: frame, normal, project, none");
  x[0] = number[k];
  return TCL_OK;
}

static int
read_numbers(Tcl_Interp *interp, const char *who, char kind, Tcl_Obj *text, double *x)
{
  const int want = kind == 'v' ? 3 : kind == 'q' ? 4 : 1;
  int count = 0;
  Tcl_Obj **item;
  if (kind == 'r')
    return read_rule(interp, text, x);
  int good = Tcl_ListObjGetElements(NULL, text, &count, &item) == TCL_OK && count == want;
  for (int k = 0; good && k < want; k++)
    good = Tcl_GetDoubleFromObj(NULL, item[k], &x[k]) == TCL_OK && (isfinite(x[k]) || (kind == 'i' && !isnan(x[k])));
  return good ? TCL_OK : fail_value(interp, "mechanics", who, text, kind == 'v' ? "a list of three numbers"
                                    : kind == 'q' ? "a quaternion, a list of four numbers" : "a number");
}

static int
mechanics_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  numbers a[MOST] = {{0}};
  int which;
  (void)data;
  if (objc < 2) {
    Tcl_WrongNumArgs(interp, 1, objv, "FUNCTION ?ARGUMENT ...?");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObjStruct(NULL, objv[1], known, sizeof known[0], NULL, TCL_EXACT, &which) != TCL_OK)
    return fail_key(interp, "mechanics", Tcl_GetString(objv[1]), "turn, compose, apply, angle, parts, carry, slide, "
                    "radius, modulus, shear, hertz, tangential, area, rolling, rolling-damping, rolling-inertia, damping-rate, "
                    "restitution, depth, overlap, damping, sliding-damping, bond-rest, bond-constant, bond-stiffness, longest-step");
  if (objc - 2 != (int)strlen(known[which].takes)) {
    Tcl_WrongNumArgs(interp, 2, objv, known[which].usage);
    return TCL_ERROR;
  }
  for (int k = 0; k < objc - 2; k++)
    if (read_numbers(interp, known[which].name, known[which].takes[k], objv[k + 2], a[k]) != TCL_OK)
      return TCL_ERROR;
  Tcl_SetObjResult(interp, known[which].work((const numbers *)a));
  return TCL_OK;
}

int
tr_mechanics_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::mechanics", mechanics_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}
