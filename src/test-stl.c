/* test-stl.c -- STL files: both formats, exact messages for bad ones  */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <trundle/files.h>
#include "tap.h"

static const char *const path = "test-stl.stl";

static void
put_file(const void *data, size_t size)
{
  FILE *f = fopen(path, "wb");
  if (f) {
    (void)fwrite(data, 1, size, f);
    (void)fclose(f);
  }
}

/* The text is refused with this message, after the name of the file.  */
static void
refused(const char *text, const char *message)
{
  char whole[500];
  tr_error err = {0};
  tr_stl stl;
  put_file(text, strlen(text));
  (void)snprintf(whole, sizeof whole, "%s: %s", path, message);
  tap_status(tr_stl_read(path, &stl, &err), TR_EFORMAT);
  if (!tap_ok(!strcmp(err.text, whole), "%s", message))
    printf("# %s\n", err.text);
  tap_ok(stl.corner == NULL && stl.triangles == 0, "nothing is left");
}

#define FACET_1 " facet normal 0 0 1\n  outer loop\n" \
  "   vertex 0.125 -2.5e-1 +3\n   vertex 1 0 0\n   vertex 0 1 0\n  endloop\n endfacet\n"

TAP_TEST(text, "a text of several solids is read, in any case and shape", "same numbers")
{
  const char *text = "SOLID  a bucket \r\n" FACET_1 "Facet Normal nan nan -nan Outer Loop\n"
    "vertex 1 2 3 VERTEX 4 5 6 vertex 7 8 9.5 endloop endfacet\nendsolid a bucket\n"
    "solid\n" FACET_1 "endsolid";
  tr_stl stl;
  tr_error err = {0};
  put_file(text, strlen(text));
  tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
  tap_ok(stl.triangles == 3 && !stl.binary, "text: two solids, three triangles");
  tap_ok(!strcmp(stl.name, "a bucket"), "text: the name, without the end of the line");
  if (stl.triangles == 3) {
    tap_near(stl.corner[0].x + 10*stl.corner[0].y + 100*stl.corner[0].z, 297.625, 0,
             "text: the first corner");
    tap_near(stl.corner[5].x + 10*stl.corner[5].y + 100*stl.corner[5].z, 1037, 0,
             "text: the sixth corner");
  }
  tr_stl_clear(&stl);
  (void)remove(path);
}

/* The same two corners in every dialect of a text.  */
static void
same_numbers(const char *text, const char *name)
{
  tr_stl stl;
  tr_error err = {0};
  put_file(text, strlen(text));
  if (tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS) && tap_ok(stl.triangles == 1, "one triangle, %s", name)) {
    tap_near(stl.corner[0].x + 10*stl.corner[0].y + 100*stl.corner[0].z, 297.625, 0, "the first corner, %s", name);
    tap_near(stl.corner[2].x + 10*stl.corner[2].y + 100*stl.corner[2].z, 10, 0, "the third corner, %s", name);
    tap_ok(!strncmp(stl.name, "tub", 3) && !strpbrk(stl.name, "\r\n"), "the name, %s", name);
  } else {
    printf("# %s\n", err.text);
  }
  tr_stl_clear(&stl);
  (void)remove(path);
}

TAP_TEST(dialects, "a text has the same numbers with any mark, line end, comment, name and exponent", "same numbers")
{
  static const char facet[] = FACET_1;
  char text[2*sizeof facet + 100];
  same_numbers("\xef\xbb\xbfsolid tub\n" FACET_1 "endsolid tub\n", "with a byte-order mark");
  same_numbers("# made by hand, with a remark that is longer than the header of a binary file would be\n\n  # two\n"
               "solid tub\n# a facet\n" FACET_1 "#endsolid\nendsolid tub\n#", "with comments");
  same_numbers("\xef\xbb\xbf#\r\nsolid tub\r\n" FACET_1 "endsolid tub\r\n", "with both");
  same_numbers("solid tub vertex 7 8 9 facet normal 1 2 3\n" FACET_1 "endsolid tub facet\n", "named like a facet");
  same_numbers("solid tub\nfacet normal 0 0 1\nouter loop\nvertex 1.25D-1 -2.5d-01 +003\nvertex 01 0 00\n"
               "vertex 0d0 1.0D+00 -0\nendloop\nendfacet\nendsolid tub\n", "with exponents of Fortran and zeros");
  for (int pair = 0; pair < 2; pair++) {        /* CR, and LF CR, which is an empty line more */
    size_t n = 0;
    for (const char *s = "solid tub\n" FACET_1 "endsolid tub\n"; *s; s++) {
      if (*s == '\n' && pair)
        text[n++] = '\n';
      text[n++] = *s == '\n' ? '\r' : *s;
    }
    text[n] = 0;
    same_numbers(text, pair ? "with lines that end in LF CR" : "with lines that end in CR");
  }
}

TAP_TEST(bad_text, "a bad text is refused by line, word and what was expected",
         "words of the message")
{
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 zero\n",
          "line 5: found 'zero', expected coordinate z, a finite number");
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex 0 inf 0\n",
          "line 4: found 'inf', expected coordinate y, a finite number");
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex 0 0 0x1p3\n",
          "line 4: found '0x1p3', expected coordinate z, a finite number");
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex 0 1 0\n vertx 1 0 0\n",
          "line 5: found 'vertx', expected 'vertex'");
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex 0 1",
          "line 4: the file ends, expected coordinate z, a finite number");
  refused("solid x\n" FACET_1, "line 9: the file ends, expected 'facet' or 'endsolid'");
  refused("solid x\n facet normal 0 0 no\n", "line 2: found 'no', expected a number of the normal");
  refused("solid x\n" FACET_1 " facet norm\n", "line 9: found 'norm', expected 'normal'");
  refused("solid x\n" FACET_1 "endsolid x\nsolidly\n", "line 10: found 'solidly', expected 'solid'");
  refused("solid x\nendsolid x\n", "no triangle, expected at least one");
  refused("", "0 bytes, expected 'solid' (text) or a binary header of 84 bytes");
  refused("OFF\n8 6 12\n", "line 1: found 'OFF', expected 'solid'");
  refused("\x01OFF", "4 bytes, expected 'solid' (text) or a binary header of 84 bytes");
  refused("ply in a text so long that there would be room for the header of a binary file, and for a count behind it\n",
          "line 1: found 'ply', expected 'solid'");
  refused("\xff\xfes", "a text in UTF-16, expected one in UTF-8 or ASCII");
  refused("solid x\n# facet\n\r\n facet normal 0 0 1\r outer loop\n\r vertex 1,5 0 0\n",
          "line 7: found '1,5', expected coordinate x, a finite number with a decimal point");
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex "
          "0.00000000000000000000000000000000000000000000000000000000000000001 0 0\n",
          "line 4: found '0.0000000000000000000000000000000000000000000000000000000000000',"
          " expected coordinate x, a finite number");
  refused("solid x\n facet normal 0 0 1\n outer loop\n vertex "
          "a234567890b234567890c234567890d234567890e234567890f23456789012 0 0\n",
          "line 4: found 'a234567890b234567890c234567890d234567890e234567890f23456789012',"
          " expected coordinate x, a finite number");
  (void)remove(path);
}

/* A binary file written here byte by byte, with a header that begins with
   `solid', as many programs do.  1.0f is 3f800000.  */
enum { TWO = 84 + 2*50 };       /* bytes of two triangles */

static void
two_triangles(unsigned char *data)
{
  memset(data, 0, TWO);
  memcpy(data, "solid in truth binary", 21);
  data[80] = 2;
  data[84 + 12 + 2] = 0x80, data[84 + 12 + 3] = 0x3f;              /* x of corner 0: 1 */
  data[84 + 50 + 12 + 32 + 2] = 0x20, data[84 + 50 + 12 + 32 + 3] = 0xc1;   /* z of the last: -10 */
}

TAP_TEST(binary, "a binary file is read though its header begins like a text", "same numbers")
{
  unsigned char data[TWO];
  tr_stl stl;
  tr_error err = {0};
  two_triangles(data);
  put_file(data, sizeof data);
  tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
  tap_ok(stl.binary == 1 && stl.triangles == 2, "binary: two triangles");
  tap_ok(!strcmp(stl.name, "solid in truth binary"), "binary: the header");
  if (stl.triangles == 2) {
    tap_near(stl.corner[0].x, 1, 0, "binary: a number of the first triangle");
    tap_near(stl.corner[5].z, -10, 0, "binary: the last number");
  }
  tr_stl_clear(&stl);
  memset(data, ' ', 80);
  put_file(data, sizeof data);
  tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
  tap_ok(stl.name[0] == 0, "binary: a header of blanks is no name");
  tr_stl_clear(&stl);
  for (int zeros = 0; zeros < 80; zeros += 37) {
    memset(data + 80 - zeros, 0, (size_t)zeros);
    memcpy(data, "a tub", 5);
    put_file(data, sizeof data);
    tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
    tap_ok(!strcmp(stl.name, "a tub"), "binary: a name without the blanks and %d zeros behind it", zeros);
    tr_stl_clear(&stl);
  }
  (void)remove(path);
}

TAP_TEST(binary_sizes, "a count that is not that of the facets is refused with both, and some bytes at the end are "
         "left alone",
         "words of the message")
{
  tr_stl stl;
  tr_error err = {0};
  char told[150];
  for (int solid = 1; solid >= 0; solid--) {
    unsigned char data[TWO + 7] = {0};
    two_triangles(data);
    memcpy(data, solid ? "solid " : "binary", 6);
    put_file(data, TWO - 1);
    tap_status(tr_stl_read(path, &stl, &err), TR_EFORMAT);
    tap_ok(!strcmp(err.text, "test-stl.stl: byte 80 announces 2 triangles, but 1 follow: 183 bytes,"
                   " expected 184"), "%s", err.text);
    for (int count = 0; count < 9; count += 1 + 6*(count == 1)) {      /* 0, 1, 8 */
      data[80] = (unsigned char)count;
      put_file(data, sizeof data);
      tap_status(tr_stl_read(path, &stl, &err), TR_EFORMAT);
      (void)snprintf(told, sizeof told, "test-stl.stl: byte 80 announces %d triangles, but 2 follow: 191 bytes,"
                     " expected %d", count, 84 + 50*count);
      tap_ok(!strcmp(err.text, told) && !stl.corner && !stl.triangles, "%s", err.text);
    }
    data[80] = 2;
    put_file(data, sizeof data);
    tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
    tap_ok(stl.binary && stl.triangles == 2 && stl.spare == 7 && stl.corner[5].z < -9.9 && stl.corner[5].z > -10.1,
           "binary: bytes at the end are left alone, header %.6s", data);
    tr_stl_clear(&stl);
  }
  (void)remove(path);
}

TAP_TEST(bad_binary, "a number that is not finite is refused by byte, corner and triangle",
         "words of the message")
{
  unsigned char data[TWO], more[TWO + 3] = {0};
  tr_stl stl;
  tr_error err = {0};
  two_triangles(data);
  data[84 + 50 + 12 + 4 + 2] = 0x80, data[84 + 50 + 12 + 4 + 3] = 0x7f;   /* y of corner 0: inf */
  put_file(data, sizeof data);
  tap_status(tr_stl_read(path, &stl, &err), TR_EFORMAT);
  tap_ok(!strcmp(err.text, "test-stl.stl: byte 150: coordinate y of corner 0 of triangle 1 is inf,"
                 " expected a finite number"), "%s", err.text);
  memcpy(more, data, sizeof data);
  put_file(more, sizeof more);
  tap_status(tr_stl_read(path, &stl, &err), TR_EFORMAT);
  (void)remove(path);
}

TAP_TEST(whole_room, "a text that fills the room of the reader to its last byte is read", "same numbers")
{
  static char text[131072];
  tr_stl stl;
  tr_error err = {0};
  for (size_t size = sizeof text/2; size <= sizeof text; size *= 2) {
    memset(text, ' ', size);
    memcpy(text, "solid x\n" FACET_1, strlen("solid x\n" FACET_1));
    memcpy(text + size - 8, "endsolid", 8);
    put_file(text, size);
    tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
    tap_ok(stl.triangles == 1, "%zu bytes", size);
    tr_stl_clear(&stl);
  }
  (void)remove(path);
}

TAP_TEST(padded_text, "bytes of zero part the words of a text as blanks do", "same numbers")
{
  static const char words[] = "solid a tub with a name so long that no zero stands among the first 84 bytes\n"
    "facet normal 0 0 1 outer loop vertex 1 2 3\0vertex 4 5 6.5 vertex\0\0 7 8 9\0endloop\0endfacet\0"
    "endsolid a tub\n\0\0\0";
  tr_stl stl;
  tr_error err = {0};
  put_file(words, sizeof words - 1);
  tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
  tap_ok(stl.triangles == 1 && stl.corner[1].z == 6.5 && stl.corner[2].x == 7, "one triangle");
  tr_stl_clear(&stl);
  (void)remove(path);
  tap_status(tr_stl_read(".", &stl, &err), TR_EFILE);
  tap_ok(strstr(err.text, "directory") != NULL, "a folder is no file: %s", err.text);
}

TAP_TEST(long_name, "a name is cut where the header ends, before its last byte", "same words")
{
  static const tr_vec3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  char name[101], want[101];
  tr_error err;
  for (int solid = 0; solid < 2; solid++) {
    tr_stl stl;
    for (int k = 0; k < 100; k++)
      name[k] = (char)('a' + k % 23);
    name[100] = 0;
    memcpy(name, solid ? "solid" : "s0lid", 5);
    tap_status(tr_stl_write(path, name, corner, 1, &err), TR_SUCCESS);
    tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
    (void)snprintf(want, 80, "%s%s", solid ? "_" : "", name);
    tap_ok(!strcmp(stl.name, want), "%s", stl.name);
    tr_stl_clear(&stl);
  }
  (void)remove(path);
}

TAP_TEST(written, "what is written is read back in single precision",
         "half a unit of the last place of 3")
{
  tr_vec3 corner[300];
  tr_stl stl;
  tr_error err = {0};
  double worst = 0;
  for (int k = 0; k < 300; k++)
    corner[k] = tr_vec(tap_random(-3, 3), tap_random(-3, 3), tap_random(-3, 3));
  tap_status(tr_stl_write(path, "solid floor", corner, 100, &err), TR_SUCCESS);
  tap_status(tr_stl_read(path, &stl, &err), TR_SUCCESS);
  tap_ok(stl.triangles == 100 && stl.binary, "written: 100 triangles");
  tap_ok(!strcmp(stl.name, "_solid floor"), "written: a header that no reader takes for text");
  for (int k = 0; k < 300 && stl.triangles == 100; k++)
    worst = fmax(worst, tr_norm(tr_sub(stl.corner[k], corner[k])));
  tap_below(worst, 3*6e-8*sqrt(3), "written and read: rounded to single precision");
  tr_stl_clear(&stl);
  (void)remove(path);
}

static tr_vec3
normal_of_facet(const unsigned char *facet)
{
  float normal[3];
  for (int i = 0; i < 3; i++) {
    const unsigned char *p = facet + 4*i;
    const uint32_t bits = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16
      | (uint32_t)p[3] << 24;
    memcpy(&normal[i], &bits, 4);
  }
  return tr_vec(normal[0], normal[1], normal[2]);
}

TAP_TEST(written_normal, "a facet is written with its unit normal",
         "roundings to single precision")
{
  const tr_vec3 corner[3] = {{2.1, -0.3, 1.7}, {-1.9, 2.2, 0.4}, {0.6, -2.7, -2.3}};
  unsigned char facet[84 + 50] = {0};
  tr_error err;
  tap_status(tr_stl_write(path, "x", corner, 1, &err), TR_SUCCESS);
  FILE *f = fopen(path, "rb");
  tap_ok(f && fread(facet, 1, sizeof facet, f) == sizeof facet, "the file has a facet");
  if (f)
    (void)fclose(f);
  const tr_vec3 n = normal_of_facet(facet + 84);
  const tr_vec3 area = {-13.12, -14.05, 13.35};         /* (-4, 2.5, -1.3) x (-1.5, -2.4, -4) */
  tap_below(tr_norm(tr_axpy(-1/sqrt(547.7594), area, n)), 1.5e-7,
            "written: a unit normal, from where the corners are seen to turn left");
  tap_ok(facet[84 + 48] == 0 && facet[84 + 49] == 0, "and no attributes behind it");
  const tr_vec3 line[3] = {{2, -1, 0.5}, {3, 1, 2.5}, {4, 3, 4.5}};
  tap_status(tr_stl_write(path, "x", line, 1, &err), TR_SUCCESS);
  f = fopen(path, "rb");
  tap_ok(f && fread(facet, 1, sizeof facet, f) == sizeof facet && tr_norm(normal_of_facet(facet + 84)) == 0,
         "a triangle without an area has a normal of zero");
  if (f)
    (void)fclose(f);
  (void)remove(path);
}

TAP_TEST(not_written, "what cannot be written is refused, and leaves no file",
         "words of the message")
{
  tr_vec3 corner[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1e39, 0}, {1, 0, 0}, {0, 1, 0}};
  tr_stl stl;
  tr_error err = {0};
  (void)remove(path);
  tap_status(tr_stl_write(path, "x", corner, 2, &err), TR_EINVAL);
  tap_ok(!strcmp(err.text, "test-stl.stl: triangle 1 has a corner that is not finite or too large for"
                 " single precision"), "%s", err.text);
  tap_status(tr_stl_read(path, &stl, &err), TR_EFILE);
  tap_ok(!strncmp(err.text, "test-stl.stl: ", 14), "%s", err.text);
  tap_status(tr_stl_write(path, "x", corner + 3, 1, &err), TR_EINVAL);
  tap_ok(!strncmp(err.text, "test-stl.stl: triangle 0 ", 25), "%s", err.text);
  tap_status(tr_stl_write(path, "x", corner, 0, &err), TR_EINVAL);
  tap_ok(!strcmp(err.text, "test-stl.stl: 0 triangles, expected 1 to 4294967295"), "%s", err.text);
  tap_ok(tr_stl_write("no-such-folder/x.stl", "x", corner, 1, &err) == TR_EFILE
         && strstr(err.text, "no-such-folder/x.stl: ") == err.text, "%s", err.text);
  FILE *full = fopen("/dev/full", "rb");       /* a disc without room, where there is one */
  if (full) {
    (void)fclose(full);
    for (int twice = 0; twice < 2; twice++)
      tap_status(tr_stl_write("/dev/full", "x", corner, 1, NULL), TR_EFILE);
  }
}

TAP_MAIN()
