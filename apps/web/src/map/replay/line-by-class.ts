import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { Position } from 'geojson';

/** A place of a line: a fix, or a place on the way from it to the next. */
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
 * A line cut where its colour changes; the way from a fix has the colour of the fix. Longitudes run on across the antimeridian.
 *
 * @param classOf null: it has one colour.
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
  let of: number | null = null;
  for (const point of points.slice(1)) {
    const fixClass = classOf?.(last.fix) ?? 0;
    if (fixClass !== of) {
      of = fixClass;
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
