/** A point of the picture. */
export type Point = readonly [x: number, y: number];

/** A cubic Bézier curve; the boat is at its end. */
export type Course = readonly [start: Point, bend: Point, lead: Point, boat: Point];

/** Tangent of half the angle of a ship's wake in deep water, arcsin(1/3), after Kelvin (1887). */
const SPREAD = Math.tan(Math.asin(1 / 3));
const SAMPLES = 36;

function pointAt([a, b, c, d]: Course, t: number): Point {
  const u = 1 - t;
  const mix = (i: 0 | 1) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i];
  return [mix(0), mix(1)];
}

/** Direction of the curve at `t`, radians. */
function heading([a, b, c, d]: Course, t: number): number {
  const u = 1 - t;
  const slope = (i: 0 | 1) =>
    3 * u * u * (b[i] - a[i]) + 6 * u * t * (c[i] - b[i]) + 3 * t * t * (d[i] - c[i]);
  return Math.atan2(slope(1), slope(0));
}

function path(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The two arms of a boat's wake, the water between them, and the rotation of the boat in degrees. */
export function wakeOf(course: Course): { arms: readonly [string, string]; water: string; rotation: number } {
  const left: Point[] = [];
  const right: Point[] = [];
  let behind = 0;
  let [lastX, lastY] = course[3];
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    const t = 1 - sample / SAMPLES;
    const [x, y] = pointAt(course, t);
    behind += Math.hypot(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
    const across = heading(course, t) + Math.PI / 2;
    // Near the boat the arms open at Kelvin's angle; further away they flatten.
    const half = (SPREAD * behind) / (1 + behind / 260);
    left.push([x + Math.cos(across) * half, y + Math.sin(across) * half]);
    right.push([x - Math.cos(across) * half, y - Math.sin(across) * half]);
  }
  return {
    arms: [path(left), path(right)],
    water: `${path([...left, ...right.toReversed()])}Z`,
    rotation: (heading(course, 1) * 180) / Math.PI,
  };
}
