import { interpolate, withLongitude } from './antimeridian.ts';
import type { LngLatAlt } from './map-feature.ts';

/** Tolerance for points on the cut that were rounded when written. */
const TOLERANCE = 1e-8;

/** Cuts a line with unwrapped longitudes at the antimeridian (RFC 7946, 3.1.9); each part lies between -180 and 180. */
export function splitLine(points: readonly LngLatAlt[]): readonly (readonly LngLatAlt[])[] {
  const lines: LngLatAlt[][] = [];
  let worldCopy: number | null = null;
  const startLine = (point: LngLatAlt, copy: number) => {
    worldCopy = copy;
    lines.push([withLongitude(point, point[0] - 360 * copy)]);
  };
  for (let index = 1; index < points.length; index += 1) {
    let [from, to] = [points[index - 1] as LngLatAlt, points[index] as LngLatAlt];
    for (const point of [...findCrossings(from, to), to]) {
      const middle = (from[0] + point[0]) / 2;
      const along = Math.abs(middle % 360) === 180 && from[0] === point[0];
      const copy: number = along && worldCopy !== null ? worldCopy : Math.floor((middle + 180) / 360);
      if (copy !== worldCopy) startLine(from, copy);
      lines.at(-1)?.push(withLongitude(point, point[0] - 360 * copy));
      from = point;
    }
  }
  return lines;
}

/** The points in order where a segment crosses the antimeridian; not at its ends. */
function findCrossings(from: LngLatAlt, to: LngLatAlt): readonly LngLatAlt[] {
  const [low, high] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
  const found: LngLatAlt[] = [];
  for (let lng = 360 * Math.floor((low + 180) / 360) + 180; lng < high; lng += 360) {
    if (lng > low) found.push(withLongitude(interpolate(from, to, (lng - from[0]) / (to[0] - from[0])), lng));
  }
  return from[0] < to[0] ? found : found.reverse();
}

/**
 * Joins the lines of one object that were cut at the antimeridian; their longitudes are unwrapped. A point on the antimeridian
 * that lies on a straight line between its neighbours comes from the cut and is removed.
 */
export function joinLines(lines: readonly (readonly LngLatAlt[])[]): readonly (readonly LngLatAlt[])[] {
  const joined: LngLatAlt[][] = [];
  for (const [at, line] of lines.entries()) {
    const current = joined.at(-1);
    const [end, start] = [current?.at(-1), line[0]];
    if (current === undefined || end === undefined || !isCut(lines[at - 1]?.at(-1), start)) {
      joined.push([...line]);
      continue;
    }
    const shift = end[0] - start[0];
    const rest = line.slice(1).map((point) => withLongitude(point, point[0] + shift));
    if (isOnSegment(current.at(-2), end, rest[0])) current.pop();
    current.push(...rest);
  }
  return joined;
}

/** Whether a line starts where the previous one ended, on the other side of the antimeridian. */
function isCut(end: LngLatAlt | undefined, start: LngLatAlt | undefined): start is LngLatAlt {
  if (end === undefined || start === undefined) return false;
  return Math.abs(end[0]) === 180 && start[0] === -end[0] && start[1] === end[1];
}

function isOnSegment(from: LngLatAlt | undefined, point: LngLatAlt, to: LngLatAlt | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const cross = x * (point[1] - from[1]) - y * (point[0] - from[0]);
  return Math.abs(cross) <= TOLERANCE * Math.hypot(x, y);
}
