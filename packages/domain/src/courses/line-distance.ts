import type { Position } from '../fences/fence-shape.ts';
import { geodesicLength } from '../geo/geodesic.ts';
import { tangentPlane } from '../layers/ground-plane.ts';

/** Metres along a line to the point of it that is nearest to a position; 0 for an empty line. */
export function lineDistance(line: readonly Position[], at: Position): number {
  const ground = tangentPlane(at);
  const vertices = line.map((position) => ground.toPlane(position));
  let [nearest, found, passed] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const [index, end] of vertices.entries()) {
    const start = vertices[index - 1];
    const [from, to] = [line[index - 1], line[index]];
    if (start === undefined || from === undefined || to === undefined) continue;
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const square = dx * dx + dy * dy;
    const fraction = square === 0 ? 0 : Math.min(1, Math.max(0, -(start.x * dx + start.y * dy) / square));
    const distance = Math.hypot(start.x + fraction * dx, start.y + fraction * dy);
    const length = geodesicLength([from, to]);
    if (distance < nearest) [nearest, found] = [distance, passed + fraction * length];
    passed += length;
  }
  return found;
}
