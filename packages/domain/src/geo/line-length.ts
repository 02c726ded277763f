import type { Position } from '../fences/fence-shape.ts';
import { greatCircleDistance } from './great-circle.ts';

/** Metres along great circles from each position to the next. */
export function lineLength(
  line: readonly (readonly [lng: number, lat: number, ...rest: number[]] | Position)[],
): number {
  let metres = 0;
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1], line[at]];
    if (from === undefined || to === undefined) continue;
    metres += greatCircleDistance(
      { longitude: from[0], latitude: from[1] },
      { longitude: to[0], latitude: to[1] },
    );
  }
  return metres;
}
