import { chooseMinLevel } from '@wakeline/domain/tracks/significance';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';
import type { Bounds } from '../map-view.ts';

/**
 * Bounding boxes of a line's segments, four numbers each: west, south, east, north; longitudes are continuous like
 * those of the line.
 */
export function segmentBoxes({ segments }: TrackLine): Float64Array {
  const boxes = new Float64Array(segments.length * 4);
  for (const [segment, { line }] of segments.entries()) {
    let [west, south, east, north] = [
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (const [lng, lat] of line) {
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
    boxes.set([west, south, east, north], segment * 4);
  }
  return boxes;
}

/** The segments whose boxes intersect an area, on any copy of the world. */
export function findSegments(boxes: Float64Array, { west, south, east, north }: Bounds): number[] {
  const found: number[] = [];
  for (let at = 0; at + 3 < boxes.length; at += 4) {
    if ((boxes[at + 1] ?? 0) > north || (boxes[at + 3] ?? 0) < south) continue;
    const boxWest = boxes[at] ?? 0;
    const boxEast = boxes[at + 2] ?? 0;
    // The westernmost copy that does not end before the area starts.
    const worldOffset = Math.ceil((west - boxEast) / 360) * 360;
    if (boxWest + worldOffset <= east) found.push(at / 4);
  }
  return found;
}

/**
 * The minimum level of drawn fixes: `wanted`, or coarser, so that the segments have at most `maxPositions` positions.
 */
export function chooseLevel(
  segments: readonly { readonly line: TrackLine; readonly segment: number }[],
  wanted: number,
  maxPositions: number,
): number {
  let count = 0;
  for (const { line, segment } of segments) {
    const { from, to } = line.segments[segment] ?? { from: 0, to: 0 };
    count += to - from + 1;
  }
  if (count <= maxPositions) return wanted;
  const levels = new Uint8Array(count);
  let at = 0;
  for (const { line, segment } of segments) {
    const { from, to } = line.segments[segment] ?? { from: 0, to: 0 };
    levels.set(line.levels.subarray(from, to + 1), at);
    at += to - from + 1;
  }
  return Math.max(wanted, chooseMinLevel(levels, maxPositions));
}
