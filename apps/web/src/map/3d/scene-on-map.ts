import type { ElevationTiles } from '../layers/relief.ts';
import type { MapView } from '../map-view.ts';
import type { CameraTarget } from './camera-poses.ts';
import { openGround } from './ground-on-map.ts';
import { createGroundReader } from './ground-reader.ts';
import { keepSceneLayer } from './keep-scene-layer.ts';
import { emptyScene, rgbOf, type Scene } from './scene.ts';
import { colourRange, type SceneColour, vertexColours } from './scene-colours.ts';
import { MOST_VERTICES } from './scene-line.ts';
import { type Moment, placeItem, type SceneGround, targetOf } from './scene-moment.ts';
import { liftItem, newItem, type SceneTrack } from './scene-track.ts';

export interface SceneOnMap {
  setTracks(tracks: readonly SceneTrack[]): void;
  setColour(colour: SceneColour): void;
  /** Tiles of the height of the ground, null for flat, and how many times as high everything is drawn. */
  setGround(tiles: ElevationTiles | null, rise: number): void;
  /** Epoch milliseconds; `wake`: milliseconds that are drawn strong behind the markers, null for all. */
  setTime(time: number, wake: number | null): void;
  /** From this device is looked: it does not stand in its own way. */
  setEye(trackerId: number | null): void;
  /** Where a device is at the time that was set; null when it is not drawn. */
  target(trackerId: number, over: number): CameraTarget | null;
  /** The base layer has other coordinates now. */
  moveOver(): void;
  stop(): void;
}

export interface SceneEvents {
  /** More of the ground is known: what is looked at may stand higher. */
  readonly onGround: () => void;
  /** Tiles of the height of the ground were asked for, and cannot be had; or they can again. */
  readonly onGroundFailed: (failed: boolean) => void;
}

/** Shows tracks in 3D; nothing is drawn unless something changed. */
export function showScene(view: MapView, { onGround, onGroundFailed }: SceneEvents): SceneOnMap {
  const { engine } = view;
  const scene = emptyScene();
  let shown: readonly SceneTrack[] = [];
  let colour: SceneColour = 'none';
  let moment: Moment = { time: 0, wake: null, eye: null };
  const reader = createGroundReader(engine, scene, (item) => {
    liftItem(scene, item);
    place();
    onGround();
  });
  const relief = openGround(view, reader.soon, onGroundFailed);
  const ground: SceneGround = { toMap: view.toMap, groundAt: relief.at };

  function place(): void {
    for (const of of shown) {
      const item = scene.items.get(of.trackerId);
      if (item !== undefined) placeItem(of, item, moment, scene, ground);
    }
    engine.triggerRepaint();
  }

  /** @param known what stays as it is. */
  function rebuild(known: readonly SceneTrack[]): void {
    takeItems(scene, shown, known, view.toMap);
    paint(scene, shown, colour);
    place();
    reader.soon();
  }

  const dropLayer = keepSceneLayer(view, scene);
  let tiles: ElevationTiles | null = null;

  return {
    setTracks(next) {
      const known = next.length === shown.length ? shown : [];
      shown = next;
      rebuild(known);
    },
    setColour(next) {
      colour = next;
      paint(scene, shown, colour);
      engine.triggerRepaint();
    },
    setGround(next, rise) {
      const other = next !== tiles;
      tiles = next;
      scene.rise = rise;
      scene.relief = next !== null;
      relief.set(next, rise);
      for (const item of scene.items.values()) {
        if (other) item.ground.fill(0);
        liftItem(scene, item);
      }
      place();
    },
    setTime(time, wake) {
      moment = { ...moment, time, wake };
      place();
    },
    setEye(eye) {
      moment = { ...moment, eye };
      place();
    },
    target(trackerId, over) {
      const of = shown.find((one) => one.trackerId === trackerId);
      return of === undefined ? null : targetOf(of, moment.time, over, scene, relief.at);
    },
    moveOver: () => rebuild([]),
    stop() {
      reader.stop();
      relief.stop();
      dropLayer();
    },
  };
}

/** Puts these tracks into a scene, and no others. Those that are known keep their line and what is known of the ground. */
function takeItems(
  scene: Scene,
  shown: readonly SceneTrack[],
  known: readonly SceneTrack[],
  toMap: MapView['toMap'],
): void {
  const before = new Map(scene.items);
  // All together have no more vertices than one may have.
  const most = Math.floor(MOST_VERTICES / shown.length);
  scene.items.clear();
  for (const of of shown) {
    const same = known.some(({ track, trackerId }) => trackerId === of.trackerId && track === of.track);
    const item = same ? before.get(of.trackerId) : undefined;
    scene.items.set(of.trackerId, item ?? newItem(of, toMap, most, scene.relief));
  }
}

function paint({ items }: Scene, shown: readonly SceneTrack[], colour: SceneColour): void {
  const range = colourRange(
    shown.map(({ track }) => track),
    colour,
  );
  for (const of of shown) {
    const item = items.get(of.trackerId);
    if (item === undefined) continue;
    item.colours = vertexColours(of.track, item.line.fix, colour, rgbOf(of.colour), range);
    item.version += 1;
  }
}
