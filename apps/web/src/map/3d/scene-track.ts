import type { Track } from '@wakeline/domain/tracks/track';
import type { LngLat } from '../map-view.ts';
import { drawnHeights } from './ground-heights.ts';
import type { Scene, SceneItem } from './scene.ts';
import type { BodyKind } from './scene-bodies.ts';
import { sceneLine } from './scene-line.ts';

/** A device to be drawn in 3D. */
export interface SceneTrack {
  readonly trackerId: number;
  readonly track: Track;
  /** How much each fix matters to the way over the ground: `TrackLine.levels`. */
  readonly levels: Uint8Array;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly body: BodyKind;
}

/** Metres below the lowest ground at which curtains end: the relief hides what is under it. */
const UNDER = 150;

/** A track that is new in a scene: its line, no ground known under it, and nothing of the time. */
export function newItem(
  { track, levels }: SceneTrack,
  toMap: (place: LngLat) => LngLat,
  mostVertices: number,
  relief: boolean,
): SceneItem {
  const line = sceneLine(track, levels, toMap, mostVertices);
  const ground = new Float32Array(line.length);
  return {
    line,
    colours: new Uint8Array(line.length * 4),
    heights: drawnHeights(line, ground, relief),
    ground,
    version: 0,
    tail: { vertex: 0, share: 0 },
    head: { vertex: -1, share: 0 },
    body: null,
  };
}

/** Takes over the ground under a track, and lets curtains end below all of it. */
export function liftItem(scene: Scene, item: SceneItem): void {
  item.heights = drawnHeights(item.line, item.ground, scene.relief);
  item.version += 1;
  let lowest = 0;
  for (const { ground } of scene.items.values())
    for (const metres of ground) if (metres < lowest) lowest = metres;
  scene.floor = scene.relief ? (lowest - UNDER) * scene.rise : 0;
}
