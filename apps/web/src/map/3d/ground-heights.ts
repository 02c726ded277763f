import { latFromMercator, lngFromMercator } from '@wakeline/domain/geo/web-mercator';
import type { SceneLine } from './scene-line.ts';

/** A track on the ground lies so many metres over it, so that it is not half buried. */
const LIFT = 2;

/** The height of each vertex as it is drawn, before exaggeration: on the ground where no device said it, and never under it. */
export function drawnHeights(line: SceneLine, ground: Float32Array, relief: boolean): Float32Array {
  return line.height.map((height, at) => {
    const floor = ground[at] ?? 0;
    if (Number.isNaN(height)) return relief ? floor + LIFT : 0;
    return relief ? Math.max(height, floor + LIFT) : height;
  });
}

/** Milliseconds of one slice: asking for the ground of a long track must not be felt. */
const SLICE = 6;

/** Asks for the ground under each vertex, slice by slice. */
export interface GroundReading {
  stop(): void;
}

/**
 * @param at drawn height of the ground at a place of the map's coordinates; null where it is not known yet.
 * @param into metres, not exaggerated; what is not known stays.
 */
export function readGround(
  line: SceneLine,
  into: Float32Array,
  rise: number,
  at: (lng: number, lat: number) => number | null,
  onDone: () => void,
): GroundReading {
  let vertex = 0;
  let timer: ReturnType<typeof setTimeout>;
  function slice(): void {
    const until = performance.now() + SLICE;
    while (vertex < line.length) {
      const metres = at(lngFromMercator(line.x[vertex] ?? 0), latFromMercator(line.y[vertex] ?? 0));
      // The engine answers 0 where it has no tile.
      if (metres !== null && metres !== 0) into[vertex] = metres / rise;
      vertex += 1;
      if (vertex % 64 === 0 && performance.now() > until) {
        timer = setTimeout(slice);
        return;
      }
    }
    onDone();
  }
  timer = setTimeout(slice);
  return { stop: () => clearTimeout(timer) };
}
