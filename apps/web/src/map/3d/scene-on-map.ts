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
  /** Terrain tiles, null for flat, and the vertical exaggeration. */
  setTerrain(tiles: ElevationTiles | null, exaggeration: number): void;
  /** Epoch milliseconds; `trailMs`: milliseconds of trail behind the markers, null for all. */
  setTime(time: number, trailMs: number | null): void;
  /** The device that the camera looks from; it is not drawn. */
  setViewer(trackerId: number | null): void;
  /** The camera target for a device at the current time; null if it is not drawn. */
  getCameraTarget(trackerId: number, windowMs: number): CameraTarget | null;
  /** Called after a change of the datum. */
  reproject(): void;
  stop(): void;
}

export interface SceneEvents {
  /** More terrain is loaded: the camera target may be higher. */
  readonly onTerrainLoaded: () => void;
  /** Terrain tiles failed to load, or load again. */
  readonly onTerrainFailed: (failed: boolean) => void;
}

/** Draws tracks in 3D; renders only after changes. */
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

  /** @param unchanged tracks that keep their items */
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

/** Replaces the tracks of a scene. Known ones keep their line and terrain heights. */
function replaceItems(
  scene: Scene,
  sceneTracks: readonly SceneTrack[],
  unchanged: readonly SceneTrack[],
  toMapDatum: MapView['toMapDatum'],
): void {
  const before = new Map(scene.items);
  // The limit applies to all tracks together.
  const maxVertices = Math.floor(MAX_VERTICES / sceneTracks.length);
  scene.items.clear();
  for (const sceneTrack of sceneTracks) {
    const isKnown = unchanged.some(
      ({ track, trackerId }) => trackerId === sceneTrack.trackerId && track === sceneTrack.track,
    );
    const item = isKnown ? before.get(sceneTrack.trackerId) : undefined;
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
