// SPDX-License-Identifier: Apache-2.0
import { near } from "./camera";

// A record is one piece of a line: from, to, look, shape. The look holds, from the lowest bit: color (8), rank of depth (8),
// width in sixteenths of the usual (8), flags (5), number of the piece (3).
export const flag = { scale: 1, whole: 2, failed: 4, bent: 8, cut_end: 16 };
/** Lines between groups that run together are neither bent nor cut: they have both flags. */
export const bundled = flag.bent | flag.cut_end;
export const isBundled = (flags: number): boolean => (flags & bundled) === bundled;
export const isBent = (flags: number): boolean => (flags & bundled) === flag.bent;
export const isCut = (flags: number): boolean => (flags & bundled) === flag.cut_end;
export const bentPieces = 8;
/** Pieces of a line: of curves, of lines that are cut, of straight ones. */
export const piecesOf = (flags: number): number => (isCut(flags) ? 2 : flags & bundled ? bentPieces : 1);
export const cutLength = 0.5; // in 3 dimensions
export const texelsPerRow = 2048;

const common = `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D positions;
uniform highp sampler2D colors;
uniform mat3 turn;
uniform vec3 target;
uniform vec4 lens; // scale, shrink, 1 / reach, 1 / pixels per CSS pixel
uniform vec2 size; // half of the canvas, CSS pixels
uniform vec4 style; // usual width, radius of routers, distance of lanes, weight of rank in depth
uniform vec4 veil; // how opaque lines are, the least opaque rank, length of the mean line, 1: used
uniform float cut; // how far lines reach that go around a grid in 3 dimensions
uniform vec3 mode; // 1 in 2 dimensions; how pale lines are; how dense the fog
const float near = ${near};
vec3 at(uint i) { return texelFetch(positions, ivec2(i & ${texelsPerRow - 1}u, i / ${texelsPerRow}u), 0).xyz; }
vec3 paint(uint i, int row) { return texelFetch(colors, ivec2(i, row), 0).rgb; }
vec4 view(vec3 p) {
  vec3 v = turn * (p - target);
  return vec4(v.x * lens.x, -v.y * lens.x, -v.z * lens.z, 1. - v.z * lens.y);
}
vec3 faded(vec3 color, float depth, float share) {
  float far = clamp(depth * mode.z * .5 + .5, 0., 1.);
  return mix(color, paint(14u, 1), (1. - mode.x) * far * (.85 - .5 * share));
}
float layered(float depth, float rank) {
  return mix(clamp(depth * .9, -.98, .98), 1. - 2. * rank, style.w) * .9;
}
`;
const shapes = `
uniform int hubs; // the first of them in the table of positions
bool isBundled(uint flags) { return (flags & ${bundled}u) == ${bundled}u; }
bool isBent(uint flags) { return (flags & ${bundled}u) == ${flag.bent}u; }
bool isCut(uint flags) { return (flags & ${bundled}u) == ${flag.cut_end}u; }
vec3 along(uvec4 r, vec3 a, vec3 b, float t, bool second) {
  uint flags = r.z >> 24u;
  if (isBundled(flags)) {
    vec3 c = at(uint(hubs) + (r.w & 65535u)), d = at(uint(hubs) + (r.w >> 16u));
    float s = 1. - t;
    return s * s * s * a + 3. * s * s * t * c + 3. * s * t * t * d + t * t * t * b;
  }
  if (isCut(flags)) {
    vec3 way = mode.x > .5 ? vec3(unpackHalf2x16(r.w), 0.) : normalize(a - b) * cut;
    return second ? b - way * 2. * (1. - t) : a + way * 2. * t;
  }
  vec3 p = mix(a, b, t);
  if (isBent(flags)) {
    vec3 d = b - a;
    p.xy += 4. * t * (1. - t) * uintBitsToFloat(r.w) * vec2(d.y, -d.x);
  }
  return p;
}
`;

export const lineVertices = `${common}${shapes}
uniform highp usampler2D records;
uniform int first;
uniform int form; // 0 wide, 1 thin, 2 bars: the fill of the buffer before the target
flat out vec3 color;
out float run;
flat out float dash;
flat out float alpha;
void main() {
  int number = first + (form == 1 ? gl_VertexID >> 1 : gl_VertexID >> 2), corner = form == 1 ? gl_VertexID * 2 & 3 : gl_VertexID & 3;
  uvec4 r = texelFetch(records, ivec2(number & ${texelsPerRow - 1}, number / ${texelsPerRow}), 0);
  uint flags = r.z >> 24u & 31u;
  float piece = float(r.z >> 29u), pieces = isCut(flags) ? 2. : (flags & ${bundled}u) != 0u ? ${bentPieces}. : 1.;
  float lane = (flags & ${flag.whole}u) != 0u ? 0. : style.z;
  float end = (flags & ${flag.whole}u) != 0u ? 1. : .5 + .5 * min(lane, 1.);
  float rank = float(r.z >> 8u & 255u) / 255.;
  float width = style.x * float(r.z >> 16u & 255u) / 16.;
  vec2 t = vec2(piece, piece + 1.) / pieces;
  bool second = isCut(flags) && piece > .5;
  t = second ? vec2(1.5 - end, 1.) : min(t, vec2(end));
  if (form == 2) t = vec2(.9, 1.);
  vec3 from = at(r.x), to = at(r.y);
  vec4 a = view(along(r, from, to, t.x, second || form == 2)), b = view(along(r, from, to, t.y, second || form == 2));
  if (t.x >= t.y || (a.w < near && b.w < near)) { gl_Position = vec4(2., 2., 2., 1.); return; }
  if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 pa = a.xy / a.w, pb = b.xy / b.w, d = pb - pa;
  float length_ = length(d);
  if (pieces > 2. && form != 2) {
    float here = (corner & 2) == 0 ? t.x : t.y;
    vec4 next = view(along(r, from, to, here + .01, false)), last = view(along(r, from, to, here - .01, false));
    d = next.xy / next.w - last.xy / last.w;
  }
  d = length(d) > 1e-4 ? normalize(d) : vec2(1., 0.);
  vec2 side = vec2(d.y, -d.x);
  float w = (corner & 2) == 0 ? a.w : b.w;
  if (mode.x < .5) width *= clamp(1. / w, .4, 1.6);
  if (form == 2) {
    pb -= d * style.y; pa = pb - d * (1. + 15. * rank); width = 5.;
  }
  float thin = max(width, 1.);
  vec2 p = ((corner & 2) == 0 ? pa : pb) + side * (min(lane, 1.) * (.5 * thin + .6));
  if (form != 1) p += side * thin * ((corner & 1) == 0 ? .5 : -.5);
  float depth = (corner & 2) == 0 ? a.z : b.z;
  bool scaled = (flags & ${flag.scale}u) != 0u;
  color = paint(r.z & 255u, scaled ? 0 : 1);
  color = faded(mix(paint(14u, 1), color, clamp(width, .35, 1.) * (1. - (form == 2 ? 0. : mode.y))), depth, scaled ? rank : .3);
  float full = length_ * (pieces > 2. ? pieces : lane > 0. || (flags & ${flag.whole}u) != 0u ? 1. : 2.);
  float pale = min(1., veil.x * clamp(sqrt(veil.z / max(1., full)), 1., 4.));
  alpha = veil.w < .5 ? 1. : mix(pale, 1., smoothstep(veil.y - .1176, veil.y, rank));
  dash = (flags & ${flag.failed}u) != 0u ? 1. : isCut(flags) ? .8 : 0.;
  run = ((corner & 2) != 0) != second ? length_ : 0.;
  gl_Position = vec4(p / size, form == 2 ? -.95 : layered(depth, rank), 1.);
}`;

export const lineFragments = `#version 300 es
precision mediump float;
flat in vec3 color;
in float run;
flat in float dash;
flat in float alpha;
out vec4 result;
void main() {
  if (dash > .9 && fract(run / 7.) > .55) discard;
  if (dash > .5 && dash < .9 && run > 14. && fract(run / 5.) > .6) discard;
  result = vec4(color * alpha, alpha);
}`;

// Routers and blocks: x number, y look: color (8), kind (2), flags (1: by scale).
export const pointVertices = `${common}
layout(location = 0) in uvec2 point;
flat out vec3 color;
flat out vec3 paper;
flat out float radius;
flat out int kind;
void main() {
  vec4 v = view(at(point.x));
  if (v.w < near) { gl_Position = vec4(2., 2., 2., 1.); gl_PointSize = 1.; return; }
  float r = mode.x > .5 ? style.y : style.y * clamp(1. / v.w, .4, 1.6);
  kind = int(point.y >> 8u & 3u);
  r *= float(point.y >> 16u & 255u) / 16.;
  radius = r / lens.w;
  color = faded(paint(point.y & 255u, (point.y >> 10u & 1u) != 0u ? 0 : 1), v.z, .2);
  paper = paint(14u, 1);
  gl_PointSize = 2. * radius + 2.;
  float depth = mode.x > .5 ? -.95 : layered(v.z - .4 * lens.z, 1.);
  gl_Position = vec4(v.xy / v.w / size, depth, 1.);
}`;

export const pointFragments = `#version 300 es
precision highp float;
flat in vec3 color;
flat in vec3 paper;
flat in float radius;
flat in int kind; // 0 filled, 1 hollow, 2 square, 3 crossed
uniform float under; // 1: the first fragment stays on top
out vec4 result;
void main() {
  vec2 p = (gl_PointCoord * 2. - 1.) * (radius + 1.);
  float d = kind == 2 ? max(abs(p.x), abs(p.y)) + .12 * radius : length(p);
  float alpha = clamp(radius + .5 - d, 0., 1.);
  if (alpha <= 0.) discard;
  float rim = clamp(radius * .3, 1., 3.);
  vec3 c = color;
  if (kind == 1 || kind == 3) c = mix(paper, color, clamp(d - (radius - rim) + .5, 0., 1.));
  if (kind == 3) c = mix(c, color, clamp(rim * .6 - min(abs(p.x - p.y), abs(p.x + p.y)) * .7071 + .5, 0., 1.));
  result = vec4(c * mix(1., alpha, under), alpha);
}`;

// Dots on channels: a record, and where on it: from, to, look, shape; share of the way.
export const dotVertices = `${common}${shapes}
layout(location = 0) in uvec4 r;
layout(location = 1) in float share;
flat out vec3 color;
flat out vec3 paper;
flat out float radius;
flat out int kind;
void main() {
  uint flags = r.z >> 24u & 31u;
  vec3 from = at(r.x), to = at(r.y);
  vec4 a = view(from), b = view(to);
  float margin = isCut(flags) ? .15 : min(.45, style.y / max(1., distance(a.xy / a.w, b.xy / b.w)));
  float t = mix(margin, 1. - margin, share), step = t > .5 ? -.02 : .02;
  bool second = t > .5;
  vec4 v = view(along(r, from, to, t, second)), next = view(along(r, from, to, t + step, second));
  vec2 d = (next.xy / next.w - v.xy / v.w) * sign(step);
  d = length(d) > 1e-5 ? normalize(d) : vec2(1., 0.);
  float lane = (flags & ${flag.whole}u) != 0u ? 0. : min(style.z, 1.);
  float width = max(style.x * float(r.z >> 16u & 255u) / 16., 1.);
  vec2 p = v.xy / v.w + vec2(d.y, -d.x) * lane * (.5 * width + .6);
  float r0 = float(r.z >> 8u & 255u) / 16.;
  radius = r0 / lens.w;
  kind = 0;
  color = paint(r.z & 255u, 1);
  paper = paint(14u, 1);
  gl_PointSize = 2. * radius + 2.;
  gl_Position = v.w < near ? vec4(2., 2., 2., 1.) : vec4(p / size, -.97, 1.);
}`;
