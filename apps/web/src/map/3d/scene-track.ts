import type { Track } from '@wakeline/domain/tracks/track';
import type { LngLat } from '../map-view.ts';
import type { Scene, SceneItem } from './scene.ts';
import type { BodyKind } from './scene-bodies.ts';
import { createSceneLine } from './scene-line.ts';
import { drawnHeights } from './terrain-heights.ts';

/** A device drawn in 3D. */
export interface SceneTrack {
  readonly trackerId: number;
  readonly track: Track;
  /** Significance of each fix on the ground: `TrackLine.levels`. */
  readonly levels: Uint8Array;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly body: BodyKind;
}

/** Curtains end this many metres below the lowest terrain, which hides what is below it. */
const CURTAIN_DEPTH = 150;

/** A new item for a track, without terrain heights and without a time. */
export function createItem(
  { track, levels }: SceneTrack,
  toMapDatum: (lngLat: LngLat) => LngLat,
  maxVertices: number,
  relief: boolean,
): SceneItem {
  const line = createSceneLine(track, levels, toMapDatum, maxVertices);
  const terrainHeights = new Float32Array(line.length);
  return {
    line,
    colours: new Uint8Array(line.length * 4),
    heights: drawnHeights(line, terrainHeights, relief),
    terrainHeights,
    version: 0,
    tail: { vertex: 0, share: 0 },
    head: { vertex: -1, share: 0 },
    body: null,
  };
}

/** Applies the terrain heights of a track, and ends curtains below all terrain. */
export function applyTerrain(scene: Scene, item: SceneItem): void {
  item.heights = drawnHeights(item.line, item.terrainHeights, scene.relief);
  item.version += 1;
  let lowest = 0;
  for (const { terrainHeights } of scene.items.values())
    for (const metres of terrainHeights) if (metres < lowest) lowest = metres;
  scene.floor = scene.relief ? (lowest - CURTAIN_DEPTH) * scene.exaggeration : 0;
}
