/** Marker bodies: x to the right, y ahead, z up; half their length is 1. */
export type BodyKind = 'arrow' | 'aircraft';

type Point = readonly [x: number, y: number, z: number];
type Face = readonly [Point, Point, Point];

/** A dart with a ridge: its direction is visible from all sides. */
function arrow(): Face[] {
  const nose: Point = [0, 1, 0];
  const left: Point = [-0.72, -0.85, 0];
  const right: Point = [0.72, -0.85, 0];
  const notch: Point = [0, -0.45, 0];
  const ridge: Point = [0, -0.35, 0.42];
  return [
    [nose, left, ridge],
    [nose, ridge, right],
    [left, notch, ridge],
    [notch, right, ridge],
    [nose, notch, left],
    [nose, right, notch],
  ];
}

/** An aircraft: a fuselage with four sides, wings, tail and fin. */
function aircraft(): Face[] {
  const nose: Point = [0, 1, 0];
  const tail: Point = [0, -1, 0.08];
  const ring = (y: number, r: number): Point[] => [
    [r, y, 0],
    [0, y, r],
    [-r, y, 0],
    [0, y, -r],
  ];
  const [front, back] = [ring(0.62, 0.13), ring(-0.45, 0.12)];
  const faces: Face[] = [];
  for (let at = 0; at < 4; at += 1) {
    const next = (at + 1) % 4;
    const [a, b, c, d] = [front[at], front[next], back[at], back[next]];
    if (a === undefined || b === undefined || c === undefined || d === undefined) continue;
    faces.push([nose, a, b], [a, c, b], [b, c, d], [c, tail, d]);
  }
  for (const side of [-1, 1]) {
    faces.push(
      [
        [0, 0.32, 0.02],
        [side, -0.22, 0.1],
        [0, -0.12, 0.02],
      ],
      [
        [side, -0.22, 0.1],
        [side, -0.36, 0.1],
        [0, -0.12, 0.02],
      ],
      [
        [0, -0.72, 0.08],
        [side * 0.4, -0.98, 0.1],
        [0, -0.95, 0.08],
      ],
    );
  }
  faces.push([
    [0, -0.6, 0.08],
    [0, -1.02, 0.5],
    [0, -0.98, 0.08],
  ]);
  return faces;
}

function normalOf([a, b, c]: Face): Point {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Point = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal);
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}

/** Points and normals, six numbers for each vertex of each triangle. */
export function bodyVertices(kind: BodyKind): Float32Array {
  const faces = kind === 'aircraft' ? aircraft() : arrow();
  return new Float32Array(faces.flatMap((face) => face.flatMap((point) => [...point, ...normalOf(face)])));
}

/** A square on the ground, for the shadow. */
export function squareVertices(): Float32Array {
  const [a, b, c, d]: readonly [Point, Point, Point, Point] = [
    [-1, -1, 0],
    [1, -1, 0],
    [-1, 1, 0],
    [1, 1, 0],
  ];
  return new Float32Array([a, b, c, b, d, c].flatMap((point) => [...point, 0, 0, 1]));
}

/**
 * Rotates a body by its course (degrees clockwise from north) and its pitch (degrees, nose up) on the axes of the
 * map: x to the east, y to the south, z up. Column-major.
 */
export function rotationMatrix(course: number, pitch: number): Float32Array {
  const [yaw, climb] = [(course * Math.PI) / 180, (pitch * Math.PI) / 180];
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  const [up, flat] = [Math.sin(climb), Math.cos(climb)];
  // The directions of its right side, nose and top; y of the map points south.
  return new Float32Array([cos, sin, 0, sin * flat, -cos * flat, up, -sin * up, cos * up, flat]);
}
