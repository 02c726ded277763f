/**
 * Shaders of the surface. Positions are two 32-bit numbers each, relative to the centre of the view, as in
 * `3d/scene-shaders.ts`. Colours are premultiplied.
 */

const VIEW = `#version 300 es
precision highp float;
/** The point of the map square at u_anchor: x and y high, x and y low. */
uniform vec4 u_centre;
uniform float u_worldSize;
/** Cosine and sine of the bearing. */
uniform vec2 u_bearing;
/** Pixels of the canvas. */
uniform vec2 u_anchor;
uniform vec2 u_size;
uniform float u_ratio;
/** Milliseconds. */
uniform float u_now;

vec2 toPixel(vec4 at) {
  vec2 away = ((at.xy - u_centre.xy) + (at.zw - u_centre.zw)) * u_worldSize;
  return u_anchor + vec2(
    u_bearing.x * away.x + u_bearing.y * away.y,
    u_bearing.x * away.y - u_bearing.y * away.x);
}

vec4 toClip(vec2 pixel) {
  return vec4(pixel.x / u_size.x * 2.0 - 1.0, 1.0 - pixel.y / u_size.y * 2.0, 0.0, 1.0);
}

/** A corner of the unit square around 0. */
vec2 corner() {
  return vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 0.5;
}
`;

/** The moving position of an instance, as `pointAt` in `moving-point.ts`. */
const MOTION = `
layout(location = 0) in vec4 a_from;
layout(location = 1) in vec4 a_to;
/** Start and duration, milliseconds. */
layout(location = 2) in vec2 a_time;

vec2 centre() {
  float rest = a_time.y <= 0.0 ? 0.0 : 1.0 - clamp((u_now - a_time.x) / a_time.y, 0.0, 1.0);
  vec2 to = toPixel(a_to);
  return rest == 0.0 ? to : mix(toPixel(a_from), to, 1.0 - rest * rest);
}
`;

/** Floats of the attributes of `MOTION`. */
export const MOTION_SIZES = [4, 4, 2] as const;

/** Floats of the attributes: motion, texels, size and offset in pixels, look. */
export const SPRITE_SIZES = [...MOTION_SIZES, 4, 4, 4] as const;

export const SPRITE_VERTEX = `${VIEW}${MOTION}
layout(location = 3) in vec4 a_texels;
layout(location = 4) in vec4 a_box;
/** Rotation in radians, its share of the bearing, opacity, whether it lies on whole pixels. */
layout(location = 5) in vec4 a_look;
uniform float u_atlasSize;
uniform float u_angle;
out vec2 v_texel;
out float v_opacity;

void main() {
  vec2 middle = centre() + a_box.zw;
  float angle = a_look.x - u_angle * a_look.y;
  vec2 direction = vec2(cos(angle), sin(angle));
  if (a_look.w > 0.0) middle = floor((middle - a_box.xy * 0.5) * u_ratio + 0.5) / u_ratio + a_box.xy * 0.5;
  vec2 at = corner() * a_box.xy;
  gl_Position = toClip(middle + vec2(
    at.x * direction.x - at.y * direction.y,
    at.x * direction.y + at.y * direction.x));
  v_texel = (a_texels.xy + (corner() + 0.5) * a_texels.zw) / u_atlasSize;
  v_opacity = a_look.z;
}`;

export const SPRITE_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D u_atlas;
in vec2 v_texel;
in float v_opacity;
out vec4 colour;
void main() { colour = texture(u_atlas, v_texel) * v_opacity; }`;

/** Floats of the attributes: motion, fill, stroke, shape. */
export const CIRCLE_SIZES = [...MOTION_SIZES, 4, 4, 4] as const;

export const CIRCLE_VERTEX = `${VIEW}${MOTION}
layout(location = 3) in vec4 a_fill;
layout(location = 4) in vec4 a_stroke;
/** Radius of the fill, width of the stroke around it, growth of the radius of a pulse in pixels, whether it pulses. */
layout(location = 5) in vec4 a_shape;
/** Growth and opacity of a pulse, 0 to 1. */
uniform vec2 u_pulse;
out vec2 v_away;
flat out float v_radius;
flat out float v_width;
flat out vec4 v_fill;
flat out vec4 v_stroke;

void main() {
  float opacity = mix(1.0, u_pulse.y, a_shape.w);
  v_radius = a_shape.x + a_shape.z * u_pulse.x;
  v_width = a_shape.y;
  v_fill = a_fill * opacity;
  v_stroke = a_stroke * opacity;
  v_away = corner() * 2.0 * (v_radius + v_width + 1.0);
  gl_Position = toClip(centre() + v_away);
}`;

export const CIRCLE_FRAGMENT = `#version 300 es
precision highp float;
uniform float u_ratio;
in vec2 v_away;
flat in float v_radius;
flat in float v_width;
flat in vec4 v_fill;
flat in vec4 v_stroke;
out vec4 colour;

void main() {
  float away = length(v_away);
  float inside = clamp((v_radius - away) * u_ratio + 0.5, 0.0, 1.0);
  float covered = clamp((v_radius + v_width - away) * u_ratio + 0.5, 0.0, 1.0);
  colour = v_fill * inside + v_stroke * (covered - inside);
}`;

/** Floats of a vertex: position, colour, whether a line connects it to the next vertex. */
export const LINE_VERTEX_FLOATS = 9;
/** A segment is an instance that sees four consecutive vertices: before, from, to and after. */
export const LINE_ATTRIBUTES = [
  { size: 4, offset: 0 },
  { size: 1, offset: 8 },
  { size: 4, offset: LINE_VERTEX_FLOATS },
  { size: 4, offset: LINE_VERTEX_FLOATS + 4 },
  { size: 1, offset: LINE_VERTEX_FLOATS + 8 },
  { size: 4, offset: 2 * LINE_VERTEX_FLOATS },
  { size: 1, offset: 2 * LINE_VERTEX_FLOATS + 8 },
  { size: 4, offset: 3 * LINE_VERTEX_FLOATS },
] as const;

export const LINE_VERTEX = `${VIEW}
layout(location = 0) in vec4 a_before;
layout(location = 1) in float a_beforeJoined;
layout(location = 2) in vec4 a_from;
layout(location = 3) in vec4 a_colour;
layout(location = 4) in float a_joined;
layout(location = 5) in vec4 a_to;
layout(location = 6) in float a_toJoined;
layout(location = 7) in vec4 a_after;
/** Half the width with the casing, pixels. */
uniform float u_outer;
out vec2 v_pixel;
flat out vec4 v_colour;
flat out vec4 v_segment;
flat out vec4 v_neighbours;
flat out vec2 v_joined;

void main() {
  if (a_joined == 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 from = toPixel(a_from);
  vec2 to = toPixel(a_to);
  vec2 along = to - from;
  float reach = length(along);
  along = reach < 1e-4 ? vec2(1.0, 0.0) : along / reach;
  vec2 across = vec2(-along.y, along.x);
  float beyond = u_outer + 1.0;
  vec2 at = corner();
  v_pixel = (at.x < 0.0 ? from - along * beyond : to + along * beyond) + across * at.y * 2.0 * beyond;
  gl_Position = toClip(v_pixel);
  v_colour = a_colour;
  v_segment = vec4(from, to);
  v_neighbours = vec4(toPixel(a_before), toPixel(a_after));
  v_joined = vec2(a_beforeJoined, a_toJoined);
}`;

/**
 * Each pixel is drawn by the nearest of a segment and its two neighbours, so that translucent lines are not darker
 * where they join.
 */
export const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform float u_ratio;
uniform float u_inner;
uniform float u_outer;
uniform vec4 u_casing;
in vec2 v_pixel;
flat in vec4 v_colour;
flat in vec4 v_segment;
flat in vec4 v_neighbours;
flat in vec2 v_joined;
out vec4 colour;

float distanceTo(vec2 from, vec2 to) {
  vec2 along = to - from;
  float squared = dot(along, along);
  float share = squared == 0.0 ? 0.0 : clamp(dot(v_pixel - from, along) / squared, 0.0, 1.0);
  return distance(v_pixel, from + along * share);
}

void main() {
  float away = distanceTo(v_segment.xy, v_segment.zw);
  if (v_joined.x > 0.0 && distanceTo(v_neighbours.xy, v_segment.xy) <= away) discard;
  if (v_joined.y > 0.0 && distanceTo(v_segment.zw, v_neighbours.zw) < away) discard;
  float line = clamp((u_inner - away) * u_ratio + 0.5, 0.0, 1.0);
  float casing = clamp((u_outer - away) * u_ratio + 0.5, 0.0, 1.0) * v_colour.a;
  vec4 over = v_colour * line;
  colour = over + u_casing * casing * (1.0 - over.a);
}`;
