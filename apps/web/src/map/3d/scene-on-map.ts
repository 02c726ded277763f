import type { ElevationTiles } from '../layers/relief.ts';
import type { MapView } from '../map-view.ts';
import type { CameraTarget } from './camera-poses.ts';
import { emptyScene, type Scene, toRgb } from './scene.ts';
import { colourRange, type SceneColour, vertexColours } from './scene-colours.ts';
import { MAX_VERTICES } from './scene-line.ts';
import { cameraTargetAt, type Moment, type SceneTerrain, updateItem } from './scene-moment.ts';
import { applyTerrain, createItem, type SceneTrack } from './scene-track.ts';
import { showSceneLayer } from './show-scene-layer.ts';
import { openTerrain } from './terrain-on-map.ts';
import { createTerrainReader } from './terrain-reader.ts';

export interface SceneOnMap {
  setTracks(tracks: readonly SceneTrack[]): void;
  setColour(colour: SceneColour): void;
  /** Tiles of the height of the ground, null for flat, and how many times as high everything is drawn. */
  setTerrain(tiles: ElevationTiles | null, exaggeration: number): void;
  /** Epoch milliseconds; `wake`: milliseconds that are drawn strong behind the markers, null for all. */
  setTime(time: number, trailMs: number | null): void;
  /** From this device is looked: it does not stand in its own way. */
  setViewer(trackerId: number | null): void;
  /** Where a device is at the time that was set; null when it is not drawn. */
  getCameraTarget(trackerId: number, windowMs: number): CameraTarget | null;
  /** The base layer has other coordinates now. */
  reproject(): void;
  stop(): void;
}

export interface SceneEvents {
  /** More of the ground is known: what is looked at may stand higher. */
  readonly onTerrainLoaded: () => void;
  /** Tiles of the height of the ground were asked for, and cannot be had; or they can again. */
  readonly onTerrainFailed: (failed: boolean) => void;
}

/** Shows tracks in 3D; nothing is drawn unless something changed. */
export function showScene(view: MapView, { onTerrainLoaded, onTerrainFailed }: SceneEvents): SceneOnMap {
  const { engine } = view;
  const scene = emptyScene();
  let sceneTracks: readonly SceneTrack[] = [];
  let colour: SceneColour = 'none';
  let moment: Moment = { time: 0, trailMs: null, viewerTrackerId: null };
  const reader = createTerrainReader(engine, scene, (item) => {
    applyTerrain(scene, item);
    updateItems();
    onTerrainLoaded();
  });
  const relief = openTerrain(view, reader.scheduleRead, onTerrainFailed);
  const terrain: SceneTerrain = { toMapDatum: view.toMapDatum, terrainHeightAt: relief.heightAt };

  function updateItems(): void {
    for (const sceneTrack of sceneTracks) {
      const item = scene.items.get(sceneTrack.trackerId);
      if (item !== undefined) updateItem(sceneTrack, item, moment, scene, terrain);
    }
    engine.triggerRepaint();
  }

  /** @param unchanged what stays as it is. */
  function rebuild(unchanged: readonly SceneTrack[]): void {
    replaceItems(scene, sceneTracks, unchanged, view.toMapDatum);
    applyColours(scene, sceneTracks, colour);
    updateItems();
    reader.scheduleRead();
  }

  const hideLayer = showSceneLayer(view, scene);
  let tiles: ElevationTiles | null = null;

  return {
    setTracks(next) {
      const unchanged = next.length === sceneTracks.length ? sceneTracks : [];
      sceneTracks = next;
      rebuild(unchanged);
    },
    setColour(next) {
      colour = next;
      applyColours(scene, sceneTracks, colour);
      engine.triggerRepaint();
    },
    setTerrain(next, exaggeration) {
      const tilesChanged = next !== tiles;
      tiles = next;
      scene.exaggeration = exaggeration;
      scene.relief = next !== null;
      relief.set(next, exaggeration);
      for (const item of scene.items.values()) {
        if (tilesChanged) item.terrainHeights.fill(0);
        applyTerrain(scene, item);
      }
      updateItems();
    },
    setTime(time, trailMs) {
      moment = { ...moment, time, trailMs };
      updateItems();
    },
    setViewer(viewerTrackerId) {
      moment = { ...moment, viewerTrackerId };
      updateItems();
    },
    getCameraTarget(trackerId, windowMs) {
      const sceneTrack = sceneTracks.find((one) => one.trackerId === trackerId);
      return sceneTrack === undefined
        ? null
        : cameraTargetAt(sceneTrack, moment.time, windowMs, scene, relief.heightAt);
    },
    reproject: () => rebuild([]),
    stop() {
      reader.stop();
      relief.stop();
      hideLayer();
    },
  };
}

/** Puts these tracks into a scene, and no others. Those that are known keep their line and what is known of the ground. */
function replaceItems(
  scene: Scene,
  sceneTracks: readonly SceneTrack[],
  unchanged: readonly SceneTrack[],
  toMapDatum: MapView['toMapDatum'],
): void {
  const before = new Map(scene.items);
  // All together have no more vertices than one may have.
  const maxVertices = Math.floor(MAX_VERTICES / sceneTracks.length);
  scene.items.clear();
  for (const sceneTrack of sceneTracks) {
    const same = unchanged.some(
      ({ track, trackerId }) => trackerId === sceneTrack.trackerId && track === sceneTrack.track,
    );
    const item = same ? before.get(sceneTrack.trackerId) : undefined;
    scene.items.set(
      sceneTrack.trackerId,
      item ?? createItem(sceneTrack, toMapDatum, maxVertices, scene.relief),
    );
  }
}

function applyColours({ items }: Scene, sceneTracks: readonly SceneTrack[], colour: SceneColour): void {
  const range = colourRange(
    sceneTracks.map(({ track }) => track),
    colour,
  );
  for (const sceneTrack of sceneTracks) {
    const item = items.get(sceneTrack.trackerId);
    if (item === undefined) continue;
    item.colours = vertexColours(sceneTrack.track, item.line.fix, colour, toRgb(sceneTrack.colour), range);
    item.version += 1;
  }
}
