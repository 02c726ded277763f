import { latFromMercator, lngFromMercator } from '@wakeline/domain/geo/web-mercator';
import type { SceneLine } from './scene-line.ts';

/** Height of a ground track above the terrain, metres, so that it is not half buried. */
const TERRAIN_CLEARANCE = 2;

/** The drawn height of each vertex before exaggeration: on the ground if not reported, and never below it. */
export function drawnHeights(line: SceneLine, terrainHeights: Float32Array, relief: boolean): Float32Array {
  return line.height.map((height, at) => {
    const floor = terrainHeights[at] ?? 0;
    if (Number.isNaN(height)) return relief ? floor + TERRAIN_CLEARANCE : 0;
    return relief ? Math.max(height, floor + TERRAIN_CLEARANCE) : height;
  });
}

/** Duration of one slice, milliseconds: querying the terrain of a long track must not block the page. */
const SLICE_MS = 6;

/** A running query of the terrain height of each vertex. */
export interface TerrainReading {
  stop(): void;
}

/**
 * Queries terrain heights in slices.
 *
 * @param heightAt drawn terrain height at map coordinates; null if unknown
 * @param target metres, not exaggerated; unknown values are left unchanged
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
      // The engine returns 0 where it has no tile.
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
