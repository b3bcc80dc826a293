// A DEM code as small as it gets: spheres and fixed planes, Hertz's law with damping, a spring for
// friction, velocity Verlet.  `cc -O2 -o own-code own-code.c -lm`, and Trundle runs it:
//     trundle case oblique-impact -engine ./own-code -dialect
#include <math.h>
#include <stdio.h>
#include <string.h>
#define EACH for (int k = 0; k < 3; k++)
static char text[4096][2][128], path[128];             // the model: a path and its numbers in each line
static int lines, n, material[64];                     // n spheres, then the planes, whose x is a point
static double R[64], m[64], I[64], soft[64], shear[64], normal[64][3], spring[64][64][3], g[3], dt;
static double x[64][3], v[64][3], w[64][3], F[64][3], T[64][3], now;
static FILE *told, *touches;                           // contacts, at the times of the rows
static double find(double *to) {
  for (int k = 0; k < lines; k++) if (!strcmp(text[k][0], path)) sscanf(text[k][1], "%lf %lf %lf", to, to + 1, to + 2);
  return *to;
}
#define VEC(to, ...) (snprintf(path, sizeof path, __VA_ARGS__), find(to))
#define NUM(...) VEC((double[3]) {0}, __VA_ARGS__)
static double dot(const double *a, const double *b) {return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];}
static double cross(const double *a, const double *b, int k) {return a[(k+1)%3]*b[(k+2)%3] - a[(k+2)%3]*b[(k+1)%3];}
static void contact(int a, int b) {                    // forces and torques of a sphere and its partner
  double e[3], u[3], turn[3], old[3], *s = spring[a][b], ra = R[a], rb = R[b], mass = b < n ? m[a]*m[b]/(m[a] + m[b]) : m[a];
  EACH e[k] = b < n ? x[b][k] - x[a][k] : -normal[b][k], u[k] = x[b][k] - x[a][k];
  double size = sqrt(dot(e, e)), overlap = ra + rb - dot(u, e)/size, in, out;
  EACH e[k] /= size, old[k] = s[k] *= overlap > 0, u[k] = v[a][k] - v[b][k], turn[k] = ra*w[a][k] + rb*w[b][k];
  if (overlap <= 0) return;
  double area = sqrt((b < n ? R[a]*R[b]/(R[a] + R[b]) : R[a])*overlap), kn = 2*area/(soft[a] + soft[b]), kt = 8*area/(shear[a] + shear[b]);
  double xi = NUM("contacts.%d.%d.xi", material[a], material[b]), mu = NUM("contacts.%d.%d.mu_s", material[a], material[b]);
  double push = 2/3.0*kn*overlap + 2*xi*sqrt(kn*mass)*(in = dot(u, e)), most = push > 0 ? push : 0;
  EACH s[k] += (u[k] - in*e[k] + cross(turn, e, k) + cross(e, old, k)*(dot(w[a], e) + dot(w[b], e))/2)*dt;
  out = dot(s, e); EACH s[k] -= out*e[k];
  double load = kt*sqrt(dot(s, s));
  EACH s[k] *= load > mu*most ? mu*most/load : 1, F[a][k] -= push*e[k] + kt*s[k], F[b][k] += push*e[k] + kt*s[k];
  EACH T[a][k] -= ra*kt*cross(e, s, k), T[b][k] -= rb*kt*cross(e, s, k);
  if (told) fprintf(told, "%.17g,%d,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", now, a, b < n ? b : n - 1 - b,
    overlap, push, e[0], e[1], e[2], -kt*s[0], -kt*s[1], -kt*s[2]);
}
static void kick(void) {for (int i = 0; i < n; i++) EACH v[i][k] += F[i][k]*dt/2/m[i], w[i][k] += T[i][k]*dt/2/I[i];}
int main(int argc, char **argv) {
  if (argc < 3) return puts("{\"reads\": \"text\", \"parts\": [\"planes\", \"particles\"], \"particles\": 32,"
    "\"numbers\": [\"mu_s\", \"xi\"], \"options\": {\"method\": [\"verlet\"], \"sliding\": [\"elongation\"],"
    "\"increment\": [\"material\"], \"transport\": [\"frame\"], \"lever\": [\"radius\"], \"friction_cap\": [\"nonnegative\"]}}") < 0;
  for (FILE *in = fopen(argv[2], "r"); in && fscanf(in, "%127s %127[^\n]%*[^\n]", text[lines][0], text[lines][1]) == 2;) lines++;
  n = (int)NUM("particles"), dt = NUM("integrate.dt"), VEC(g, "gravity");
  int all = n + (int)NUM("planes"), steps = (int)lround(NUM("run.until")/dt), every = (int)lround(NUM("run.record")/dt);
  for (int b = 0; b < all; b++) {
    const char *part = b < n ? "particles" : "planes";
    int i = b < n ? b + 1 : b + 1 - n, q = material[b] = (int)NUM("%s.%d.material", part, i);
    double E = NUM("materials.%d.young", q), nu = NUM("materials.%d.poisson", q), yields = !NUM("%s.%d.rigid", part, i);
    R[b] = NUM("%s.%d.radius", part, i), m[b] = NUM("%s.%d.mass", part, i), I[b] = NUM("%s.%d.inertia", part, i);
    soft[b] = yields*(1 - nu*nu)/E, shear[b] = yields*2*(2 - nu)*(1 + nu)/E, VEC(normal[b], "%s.%d.normal", part, i);
    VEC(x[b], "%s.%d.%s", part, i, b < n ? "position" : "point"), VEC(v[b], "%s.%d.velocity", part, i), VEC(w[b], "%s.%d.spin", part, i);
  }
  puts("time,particle,x,y,z,vx,vy,vz,wx,wy,wz");
  if (NUM("run.forces") && (touches = tmpfile())) fputs("time,i,j,overlap,normal,nx,ny,nz,tx,ty,tz\n", touches);
  for (int step = 0; step <= steps; step++) {
    for (int b = 0; b < all; b++) EACH F[b][k] = m[b]*g[k], T[b][k] = 0;
    now = step*dt, told = step % every == 0 || step == steps ? touches : NULL;
    for (int a = 0; a < n; a++) for (int b = a + 1; b < all; b++) contact(a, b);
    if (step > 0) kick();
    for (int i = 0; i < n && (step % every == 0 || step == steps); i++)
      printf("%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", step*dt, i,
        x[i][0], x[i][1], x[i][2], v[i][0], v[i][1], v[i][2], w[i][0], w[i][1], w[i][2]);
    kick();
    for (int i = 0; i < n; i++) EACH x[i][k] += v[i][k]*dt;
  }
  for (int c = touches ? rewind(touches), 0 : EOF; c != EOF && (c = getc(touches)) != EOF;) putchar(c);
}
