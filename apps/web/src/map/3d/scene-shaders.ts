/**
 * Shaders of the 3D tracks. Positions are two 32-bit numbers each, relative to an origin near the camera, so that
 * they stay exact for tracks of any length (P. Cozzi and K. Ring, 3D Engine Design for Virtual Globes, 2011, section
 * 5.4).
 */

/**
 * Bytes of a vertex: x and y high, x and y low, height, terrain height (32-bit floats), colour (4 bytes), joined (4
 * bytes).
 */
export const VERTEX_BYTES = 32;

/** Attributes of a segment in the layout of `VERTEX_BYTES`: from and to are two consecutive vertices. */
export const SEGMENT_ATTRIBUTES = [
  { size: 4, type: 'FLOAT', offset: 0 },
  { size: 2, type: 'FLOAT', offset: 16 },
  { size: 4, type: 'UNSIGNED_BYTE', offset: 24 },
  { size: 4, type: 'UNSIGNED_BYTE', offset: 28 },
  { size: 4, type: 'FLOAT', offset: VERTEX_BYTES },
  { size: 2, type: 'FLOAT', offset: VERTEX_BYTES + 16 },
  { size: 4, type: 'UNSIGNED_BYTE', offset: VERTEX_BYTES + 24 },
] as const;

const SEGMENT = `#version 300 es
precision highp float;
layout(location = 0) in vec4 a_from;
layout(location = 1) in vec2 a_fromHeight;
layout(location = 2) in vec4 a_fromColour;
layout(location = 3) in vec4 a_joined;
layout(location = 4) in vec4 a_to;
layout(location = 5) in vec2 a_toHeight;
layout(location = 6) in vec4 a_toColour;
uniform mat4 u_matrix;
uniform vec4 u_origin;
uniform float u_exaggeration;
out vec4 v_colour;
out float v_along;
flat out int v_segment;

vec4 project(vec4 at, float height) {
  return u_matrix * vec4((at.xy - u_origin.xy) + (at.zw - u_origin.zw), height, 1.0);
}
`;

/** A line of constant width in pixels. The part behind the camera is clipped before it is widened. */
export const LINE_VERTEX = `${SEGMENT}
uniform vec2 u_size;
uniform float u_width;
uniform float u_near;
uniform float u_onGround;
out float v_side;

void main() {
  vec4 from = project(a_from, mix(a_fromHeight.x, a_fromHeight.y, u_onGround) * u_exaggeration);
  vec4 to = project(a_to, mix(a_toHeight.x, a_toHeight.y, u_onGround) * u_exaggeration);
  v_segment = gl_InstanceID;
  if (a_joined.x == 0.0 || (from.w < u_near && to.w < u_near)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float first = from.w < u_near ? (u_near - from.w) / (to.w - from.w) : 0.0;
  float last = to.w < u_near ? (from.w - u_near) / (from.w - to.w) : 1.0;
  vec4 start = mix(from, to, first);
  vec4 end = mix(from, to, last);
  vec2 direction = (end.xy / end.w - start.xy / start.w) * u_size;
  float screenDistance = length(direction);
  vec2 across = screenDistance < 1e-4 ? vec2(0.0, 1.0) : vec2(-direction.y, direction.x) / screenDistance;
  bool atEnd = (gl_VertexID & 1) == 1;
  float side = gl_VertexID < 2 ? -1.0 : 1.0;
  vec4 position = atEnd ? end : start;
  position.xy += across * side * (u_width + 1.0) / u_size * position.w;
  gl_Position = position;
  v_side = side * (u_width + 1.0);
  v_along = atEnd ? last : first;
  v_colour = mix(a_fromColour, a_toColour, v_along);
}`;

/** A curtain from the line down to the floor. */
export const CURTAIN_VERTEX = `${SEGMENT}
uniform float u_floor;
out float v_up;

void main() {
  bool atEnd = (gl_VertexID & 1) == 1;
  bool top = gl_VertexID >= 2;
  float height = (atEnd ? a_toHeight.x : a_fromHeight.x) * u_exaggeration;
  gl_Position = a_joined.x == 0.0
    ? vec4(2.0, 2.0, 2.0, 1.0)
    : project(atEnd ? a_to : a_from, top ? height : u_floor);
  v_segment = gl_InstanceID;
  v_along = atEnd ? 1.0 : 0.0;
  v_up = top ? 1.0 : 0.0;
  v_colour = atEnd ? a_toColour : a_fromColour;
}`;

const TRAVELLED = `#version 300 es
precision highp float;
in vec4 v_colour;
in float v_along;
flat in int v_segment;
uniform ivec2 u_vertices;
uniform vec2 u_fractions;
uniform vec4 u_tint;
uniform vec2 u_alpha;
out vec4 colour;

/** Opacity: the travelled part, from the end of the trail to the marker, is strong. */
float opacity() {
  bool isStarted = v_segment > u_vertices.x || (v_segment == u_vertices.x && v_along >= u_fractions.x);
  bool ahead = v_segment > u_vertices.y || (v_segment == u_vertices.y && v_along > u_fractions.y);
  return isStarted && !ahead ? u_alpha.x : u_alpha.y;
}
`;

export const LINE_FRAGMENT = `${TRAVELLED}
in float v_side;
uniform float u_width;

void main() {
  float alpha = opacity() * clamp(u_width + 0.5 - abs(v_side), 0.0, 1.0);
  if (alpha < 0.02) discard;
  colour = vec4(mix(v_colour.rgb, u_tint.rgb, u_tint.a) * alpha, alpha);
}`;

export const CURTAIN_FRAGMENT = `${TRAVELLED}
in float v_up;

void main() {
  float alpha = opacity() * mix(0.45, 1.0, v_up);
  colour = vec4(mix(v_colour.rgb, u_tint.rgb, u_tint.a) * alpha, alpha);
}`;

/** A body at a position: its points are rotated and scaled. */
export const BODY_VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in vec3 a_point;
layout(location = 1) in vec3 a_normal;
uniform mat4 u_matrix;
uniform vec3 u_position;
uniform mat3 u_rotation;
uniform vec3 u_scale;
uniform vec4 u_colour;
uniform float u_light;
uniform vec2 u_shift;
out vec4 v_body;
out vec2 v_point;

void main() {
  gl_Position = u_matrix * vec4(u_position + (u_rotation * a_point) * u_scale, 1.0);
  gl_Position.xy += u_shift * gl_Position.w;
  float lit = abs(dot(normalize(u_rotation * a_normal), vec3(-0.32, -0.42, 0.85)));
  v_body = vec4(u_colour.rgb * mix(1.0, 0.55 + 0.5 * lit, u_light), 1.0) * u_colour.a;
  v_point = a_point.xy;
}`;

export const BODY_FRAGMENT = `#version 300 es
precision highp float;
in vec4 v_body;
out vec4 colour;
void main() { colour = v_body; }`;

/** A soft dark disc. */
export const SHADOW_FRAGMENT = `#version 300 es
precision highp float;
in vec4 v_body;
in vec2 v_point;
out vec4 colour;
void main() { colour = v_body * (1.0 - smoothstep(0.35, 1.0, length(v_point))); }`;
