import type { Position } from '@wakeline/domain/fences/fence-shape';

/**
 * A point inside an area for its name: at half height, in the middle of the widest span there. Holes count as
 * outside.
 *
 * @param rings not closed; the outline first
 */
export function findLabelAnchor(rings: readonly (readonly Position[])[]): Position | null {
  const [outline] = rings;
  if (outline === undefined || outline.length === 0) return null;
  let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [, lat] of outline) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const middleLat = (south + north) / 2;
  const crossings = rings.flatMap((ring) => findCrossings(ring, middleLat)).sort((a, b) => a - b);
  let best: { readonly middle: number; readonly width: number } | null = null;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [west, east] = [crossings[index] ?? 0, crossings[index + 1] ?? 0];
    if (best === null || east - west > best.width) best = { middle: (west + east) / 2, width: east - west };
  }
  return best === null ? (outline[0] ?? null) : [best.middle, middleLat];
}

/** Longitudes at which a ring crosses a parallel. */
function findCrossings(ring: readonly Position[], parallel: number): number[] {
  const found: number[] = [];
  let before = ring.at(-1);
  for (const vertex of ring) {
    if (before !== undefined && before[1] > parallel !== vertex[1] > parallel)
      found.push(before[0] + ((parallel - before[1]) / (vertex[1] - before[1])) * (vertex[0] - before[0]));
    before = vertex;
  }
  return found;
}
