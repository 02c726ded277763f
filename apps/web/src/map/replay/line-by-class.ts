import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { Position } from 'geojson';

/** A point of a line: a fix, or a point between it and the next one. */
export interface LinePoint {
  readonly fix: number;
  readonly lng: number;
  readonly lat: number;
}

/** Lines of one colour. */
export interface ClassLines {
  readonly class: number;
  readonly lines: readonly Position[][];
}

/**
 * Cuts a line where its colour changes; the segment after a fix has the colour of the fix. Longitudes continue across
 * the antimeridian.
 *
 * @param classOf null: the line has one colour
 */
export function linesByClass(
  points: readonly LinePoint[],
  classOf: ((fix: number) => number) | null,
): ClassLines[] {
  const found = new Map<number, Position[][]>();
  let last = points[0];
  if (last === undefined) return [];
  let lng = last.lng;
  let line: Position[] = [];
  let currentClass: number | null = null;
  for (const point of points.slice(1)) {
    const fixClass = classOf?.(last.fix) ?? 0;
    if (fixClass !== currentClass) {
      currentClass = fixClass;
      line = [[lng, last.lat]];
      const lines = found.get(fixClass);
      if (lines === undefined) found.set(fixClass, [line]);
      else lines.push(line);
    }
    lng = nearestLng(point.lng, lng);
    line.push([lng, point.lat]);
    last = point;
  }
  return [...found].map(([name, lines]) => ({ class: name, lines }));
}
