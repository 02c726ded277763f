import type { Position } from '@wakeline/domain/fences/fence-shape';

/**
 * A place inside of an area for its name: half the way up, in the middle of its widest stretch there. Holes count as outside.
 *
 * @param rings not closed; the outline first.
 */
export function labelPlace(rings: readonly (readonly Position[])[]): Position | null {
  const [outline] = rings;
  if (outline === undefined || outline.length === 0) return null;
  let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [, lat] of outline) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const half = (south + north) / 2;
  const crossings = rings.flatMap((ring) => crossingsOf(ring, half)).sort((a, b) => a - b);
  let best: { readonly middle: number; readonly width: number } | null = null;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [west, east] = [crossings[index] ?? 0, crossings[index + 1] ?? 0];
    if (best === null || east - west > best.width) best = { middle: (west + east) / 2, width: east - west };
  }
  return best === null ? (outline[0] ?? null) : [best.middle, half];
}

/** Longitudes at which a ring crosses a parallel. */
function crossingsOf(ring: readonly Position[], parallel: number): number[] {
  const found: number[] = [];
  let before = ring.at(-1);
  for (const corner of ring) {
    if (before !== undefined && before[1] > parallel !== corner[1] > parallel)
      found.push(before[0] + ((parallel - before[1]) / (corner[1] - before[1])) * (corner[0] - before[0]));
    before = corner;
  }
  return found;
}
