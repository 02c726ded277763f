import { latFromMercator, lngFromMercator } from '@wakeline/domain/geo/web-mercator';
import type { SceneLine } from './scene-line.ts';

/** A track on the ground lies so many metres over it, so that it is not half buried. */
const TERRAIN_CLEARANCE = 2;

/** The height of each vertex as it is drawn, before exaggeration: on the ground where no device said it, and never under it. */
export function drawnHeights(line: SceneLine, terrainHeights: Float32Array, relief: boolean): Float32Array {
  return line.height.map((height, at) => {
    const floor = terrainHeights[at] ?? 0;
    if (Number.isNaN(height)) return relief ? floor + TERRAIN_CLEARANCE : 0;
    return relief ? Math.max(height, floor + TERRAIN_CLEARANCE) : height;
  });
}

/** Milliseconds of one slice: asking for the ground of a long track must not be felt. */
const SLICE_MS = 6;

/** Asks for the ground under each vertex, slice by slice. */
export interface TerrainReading {
  stop(): void;
}

/**
 * @param heightAt drawn height of the ground at a place of the map's coordinates; null where it is not known yet.
 * @param target metres, not exaggerated; what is not known stays.
 */
export function readTerrainHeights(
  line: SceneLine,
  target: Float32Array,
  exaggeration: number,
  heightAt: (lng: number, lat: number) => number | null,
  onDone: () => void,
): TerrainReading {
  let vertex = 0;
  let timer: ReturnType<typeof setTimeout>;
  function readSlice(): void {
    const until = performance.now() + SLICE_MS;
    while (vertex < line.length) {
      const metres = heightAt(lngFromMercator(line.x[vertex] ?? 0), latFromMercator(line.y[vertex] ?? 0));
      // The engine answers 0 where it has no tile.
      if (metres !== null && metres !== 0) target[vertex] = metres / exaggeration;
      vertex += 1;
      if (vertex % 64 === 0 && performance.now() > until) {
        timer = setTimeout(readSlice);
        return;
      }
    }
    onDone();
  }
  timer = setTimeout(readSlice);
  return { stop: () => clearTimeout(timer) };
}
