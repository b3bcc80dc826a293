/* pairs-tcl.c -- who can meet whom in a model; see pairs-tcl.h  */
#include <math.h>
#include <stdlib.h>
#include <trundle/contacts.h>
#include <trundle/engine.h>
#include <trundle/wallslots.h>

#include "pairs-tcl.h"
#include "values-tcl.h"

/* The particles of one material.  */
typedef struct {
  size_t count;
  double mass, radius, inertia; /* of that with the least m2/R */
} sort;

static double
larger(double a, double b)
{
  return a > b ? a : b;
}

/* ------------------------------------------------------------ how fast */

/* The largest speed of a point of the mesh at time 0.  */
static double
speed_of_mesh(const tr_mesh *mesh)
{
  double most = 0;
  for (size_t k = 0; k < mesh->vertices; k++)
    most = larger(most, tr_norm(tr_add(mesh->velocity, tr_cross(mesh->spin, tr_sub(mesh->vertex[k], mesh->axis)))));
  return most;
}

/* How deep a particle can fall: from the highest to the lowest point of particles and
   meshes, or onto a plane.  */
static double
depth_of(const tr_model *model, tr_vec3 down)
{
  const tr_particles *p = tr_model_particles(model);
  double top = INFINITY, bottom = -INFINITY, most = 0;
  for (size_t i = 0; i < p->count; i++) {
    const double x = tr_dot(down, p->position[i]);
    top = x < top ? x : top;
    bottom = larger(bottom, x);
  }
  for (size_t k = 0; k < tr_model_meshes(model); k++) {
    const tr_mesh *mesh = tr_model_mesh(model, k);
    for (size_t j = 0; j < mesh->vertices; j++)
      bottom = larger(bottom, tr_dot(down, mesh->vertex[j]));
  }
  most = larger(0, bottom - top);
  for (size_t k = 0; k < tr_model_planes(model); k++) {
    const tr_plane *plane = tr_model_plane(model, k);
    const double steep = -tr_dot(down, plane->normal);
    for (size_t i = 0; steep > 1e-9 && i < p->count; i++)
      most = larger(most, tr_dot(tr_sub(p->position[i], plane->point), plane->normal)/steep);
  }
  return most;
}

static double
speed_of(const tr_model *model, double until)
{
  const tr_particles *p = tr_model_particles(model);
  const tr_vec3 gravity = tr_model_gravity(model);
  const double g = tr_norm(gravity);
  double first = 0, second = 0, wall = 0;
  for (size_t i = 0; i < p->count; i++) {
    const double v = tr_norm(p->velocity[i]);
    second = v > first ? first : larger(second, v);
    first = larger(first, v);
  }
  for (size_t k = 0; k < tr_model_planes(model); k++)
    wall = larger(wall, tr_norm(tr_model_plane(model, k)->velocity));
  for (size_t k = 0; k < tr_model_meshes(model); k++)
    wall = larger(wall, speed_of_mesh(tr_model_mesh(model, k)));
  const double given = first + larger(second, wall);
  if (!(g > 0))
    return given;
  const double depth = depth_of(model, tr_scale(1/g, gravity)), fallen = 0.5*g*until*until;
  return sqrt(given*given + 2*g*(depth < fallen ? depth : fallen));
}

/* ------------------------------------------------------------ who meets whom */

static void
sort_particles(const tr_model *model, sort *of)
{
  const tr_particles *p = tr_model_particles(model);
  for (size_t i = 0; i < p->count; i++) {
    sort *s = &of[p->material[i]];
    const double m = p->mass[i];
    if (s->count++ == 0 || m*m/p->radius[i] < s->mass*s->mass/s->radius) {
      s->mass = m;
      s->radius = p->radius[i];
      s->inertia = p->inertia[i];
    }
  }
}

/* What answers the normal and the tangential springs and dashpots of a contact.  */
static void
put_contact(Tcl_Obj *d, const sort *a, const sort *b)
{
  const double mass = tr_effective_mass(a->mass, b ? b->mass : INFINITY);
  const double arms = a->radius*a->radius/a->inertia + (b ? b->radius*b->radius/b->inertia : 0);
  put_number(d, "mass", mass);
  put_number(d, "slip_mass", 1/(1/mass + arms));
  put_number(d, "radius", tr_effective_radius(a->radius, b ? b->radius : INFINITY));
}

/* How stiff and how damped each law is, at the deepest overlap of the fastest collision: what a contact answers to a way, a
   turn or a rate that is too small for any limit.  kind -> {stiffness damping inertia}.  */
static void
put_answers(Tcl_Obj *d, const tr_options *given, const tr_pair_constants *kind, double eta_r,
            const sort *a, const sort *b, double speed)
{
  const double small = 1e-100;
  const tr_vec3 n = {0, 0, 1}, across = {small, 0, 0}, along = {0, 0, small};
  const tr_body one = {a->radius, a->mass, a->inertia};
  const tr_body two = b ? (tr_body){b->radius, b->mass, b->inertia} : (tr_body){INFINITY, INFINITY, INFINITY};
  tr_options o = *given;
  o.bond = o.increment = 0;
  const tr_constants c = {*kind, tr_size_constants_of(&o, kind, eta_r, one, two)};
  const double mass = tr_effective_mass(one.mass, two.mass);
  double depth = o.normal == TR_NORMAL_HERTZ ? tr_normal_depth(kind->hertz*c.size.root, mass, speed, kind->xi) : 0;
  if (o.normal == TR_NORMAL_HOOKE)
    (void)tr_linear_collision(tr_contact_kn_linear(&c), mass, speed, &depth, NULL);
  const double overlap = larger(depth, 1e-12*one.radius);
  const tr_history before = {.normal = n, .touching = 1, .root = sqrt(overlap)};
  const tr_kinematics rest = {.geometry = {.n = n, .overlap = overlap, .distance = one.radius},
                              .ri = one.radius, .rj = two.radius,
                              .inertia_i = one.inertia, .inertia_j = two.inertia};
  tr_kinematics moved = rest, moving = rest, twisted = rest, twisting = rest, pressed = rest;
  moved.slipped = moved.rotated = moving.motion.slip = moving.rate = across;
  twisted.twisted = small;
  twisting.motion.twist = along;
  pressed.motion.rate = 1;
  const tr_contact still = tr_contact_law(&o, &c, &rest, &before), way = tr_contact_law(&o, &c, &moved, &before);
  const tr_contact rate = tr_contact_law(&o, &c, &moving, &before);
  const double inertia = 1/(1/one.inertia + 1/two.inertia);
  const double arms = 1/mass + one.radius*one.radius/one.inertia + (b ? two.radius*two.radius/two.inertia : 0);
  const struct { const char *kind; double stiffness, damping, inertia; } law[] = {
    {"normal", tr_rolling_normal_stiffness(still.normal/overlap,
                                           o.normal == TR_NORMAL_HOOKE ? TR_STIFFNESS_SECANT : TR_STIFFNESS_TANGENT),
     tr_contact_law(&o, &c, &pressed, &before).normal - still.normal, mass},
    {"sliding", tr_norm(way.friction)/small, tr_norm(rate.friction)/small, 1/arms},
    {"rolling", tr_norm(way.rolling)/small, tr_norm(rate.rolling)/small, inertia},
    {"twisting", tr_norm(tr_contact_law(&o, &c, &twisted, &before).rolling)/small,
     tr_norm(tr_contact_law(&o, &c, &twisting, &before).rolling)/small, inertia}};
  Tcl_Obj *answers = Tcl_NewDictObj();
  for (size_t k = 0; k < sizeof law/sizeof *law; k++) {
    Tcl_Obj *item[] = {Tcl_NewDoubleObj(law[k].stiffness), Tcl_NewDoubleObj(law[k].damping),
                       Tcl_NewDoubleObj(law[k].inertia)};
    put(answers, law[k].kind, Tcl_NewListObj(3, item));
  }
  put(d, "answers", answers);
  put_number(d, "depth", depth);
}

/* Duration of the fastest collision, s, with a sphere or a wall (b: NULL).  */
static double
duration_of(const tr_model *model, const tr_pair_constants *kind, const tr_pair *pair, const sort *a, const sort *b,
            double modulus, double speed)
{
  const double mass = tr_effective_mass(a->mass, b ? b->mass : INFINITY);
  const double radius = tr_effective_radius(a->radius, b ? b->radius : INFINITY);
  const tr_options *o = tr_model_options_const(model);
  double duration = INFINITY;
  if (o->normal != TR_NORMAL_HOOKE)
    return tr_collision_time(mass, radius, modulus, speed);
  const tr_body one = {a->radius, a->mass, a->inertia};
  const tr_body two = b ? (tr_body){b->radius, b->mass, b->inertia} : (tr_body){INFINITY, INFINITY, INFINITY};
  const tr_constants c = {*kind, tr_size_constants_of(o, kind, pair->eta_r, one, two)};
  (void)tr_linear_collision(tr_contact_kn_linear(&c), mass, speed, NULL, &duration);
  return duration;
}

/* b: NULL for a wall.  The damping rate is that of the kind, for it may be mixed
   from those of the materials.  */
static void
add_pair(Tcl_Obj *list, const tr_model *model, const tr_pair_constants *kind, int i, const sort *a,
         int j, const sort *b, int rigid, double speed, Tcl_Obj *wall)
{
  const tr_material *ma = tr_model_material(model, i), *mb = tr_model_material(model, j);
  const tr_pair *pair = tr_model_pair(model, i, j);
  Tcl_Obj *d = Tcl_NewDictObj(), *numbers = Tcl_NewDictObj();
  const double modulus = tr_effective_modulus(ma->young, ma->poisson, rigid ? INFINITY : mb->young, mb->poisson);
  for (const tr_number_row *row = tr_pair_table; row->name; row++)
    put_number(numbers, row->name, tr_number_get(pair, row));
  put_number(numbers, "xi", kind->xi);
  put(d, "first", Tcl_NewStringObj(ma->name, -1));
  put(d, "second", Tcl_NewStringObj(mb->name, -1));
  put(d, "wall", wall);
  put_number(d, "duration", speed > 0 ? duration_of(model, kind, pair, a, b, modulus, speed) : INFINITY);
  put_contact(d, a, b);
  put_answers(d, tr_model_options_const(model), kind, pair->eta_r, a, b, speed);
  put_number(d, "spring", kind->hertz*sqrt(tr_effective_radius(a->radius, b ? b->radius : INFINITY)));
  put_number(d, "span", a->radius + (b ? b->radius : 0));
  put(d, "numbers", numbers);
  (void)Tcl_ListObjAppendElement(NULL, list, d);
}

Tcl_Obj *
tr_pairs_tcl(const tr_model *model, double until)
{
  const int n = (int)tr_model_materials(model);
  const double speed = speed_of(model, until);
  Tcl_Obj *d = Tcl_NewDictObj(), *list = Tcl_NewListObj(0, NULL);
  const size_t planes = tr_model_planes(model), walls = planes + tr_model_meshes(model);
  tr_pair_constants *kind = tr_pair_constants_alloc(model);
  sort *of = kind ? (sort *)calloc((size_t)n + 1, sizeof *of) : NULL;
  if (of)
    sort_particles(model, of);
  for (int i = 0; of && i < n; i++) {
    for (int j = i; j < n && of[i].count; j++)
      if (of[j].count > (size_t)(i == j))
        add_pair(list, model, &kind[i*n + j], i, &of[i], j, &of[j], 0, speed, Tcl_NewObj());
    for (size_t k = 0; of[i].count && k < walls; k++) {
      const tr_pair_constants *meets = &kind[(size_t)n*(size_t)n + (size_t)i*walls + k];
      if (k < planes) {
        const tr_plane *w = tr_model_plane(model, k);
        add_pair(list, model, meets, i, &of[i], w->material, NULL, w->rigid, speed, Tcl_ObjPrintf("plane %d", (int)k));
      } else {
        const tr_mesh *w = tr_model_mesh(model, k - planes);
        add_pair(list, model, meets, i, &of[i], w->material, NULL, w->rigid, speed,
                 Tcl_ObjPrintf("mesh %d", (int)(k - planes)));
      }
    }
  }
  free(kind);
  free(of);
  put_number(d, "speed", speed);
  put(d, "pairs", list);
  return d;
}
