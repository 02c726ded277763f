import { rateOf } from '@wakeline/domain/replay/replay-clock';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CameraOnMap } from '../../../map/3d/camera-on-map.ts';
import type { OverviewTarget } from '../../../map/3d/camera-poses.ts';
import type { SceneColour } from '../../../map/3d/scene-colours.ts';
import { type SceneOnMap, showScene } from '../../../map/3d/scene-on-map.ts';
import type { SceneTrack } from '../../../map/3d/scene-track.ts';
import type { ElevationTiles } from '../../../map/layers/relief.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useReducedMotion } from '../../../ui/media.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { Replay3dView } from './replay-3d-address.ts';

export interface Scene3dOptions {
  readonly tracks: readonly SceneTrack[];
  readonly clock: ClockStore;
  /** Milliseconds of trail behind the markers; null: the full track. */
  readonly trailMs: number | null;
  readonly colour: SceneColour;
  readonly view3d: Replay3dView;
  /** Elevation tiles; null: flat. */
  readonly elevation: ElevationTiles | null;
  /** Coordinate system of the base layer; a change redraws everything. */
  readonly coordinates: string;
  /** The device that the camera looks at. */
  readonly target: number | null;
  readonly overview: OverviewTarget | null;
  /** Pixels of the map that the panel covers, on any side. */
  readonly covered: number;
  /** The user moved the camera: its mode is now `free`, or its pose has changed. */
  readonly onFree: () => void;
  readonly onPoseChange: () => void;
}

export interface Scene3d {
  readonly camera: CameraOnMap | null;
  /** Elevation tiles failed to load. */
  readonly terrainFailed: boolean;
}

/** Milliseconds before and after a time from which a camera behind a device takes its direction. */
const HEADING_WINDOW_MS = 15_000;
/** The same in real time, seconds, for fast playback. */
const HEADING_WINDOW_VIEWER_S = 0.5;

/** Draws tracks in 3D at the time of a clock, bypassing React, and moves the camera. */
export function useScene3d(view: MapView | null, options: Scene3dOptions): Scene3d {
  const { tracks, clock, trailMs, colour, view3d, elevation, coordinates, target, overview, covered } =
    options;
  const reducedMotion = useReducedMotion();
  const [scene, setScene] = useState<SceneOnMap | null>(null);
  const [camera, setCamera] = useState<CameraOnMap | null>(null);
  const [terrainFailed, setTerrainFailed] = useState(false);
  const aimRef = useRef(() => {});
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (view === null) return;
    const created = showScene(view, {
      onTerrainLoaded: () => aimRef.current(),
      onTerrainFailed: setTerrainFailed,
    });
    setScene(created);
    return () => {
      setScene(null);
      created.stop();
    };
  }, [view]);

  useEffect(() => {
    if (view === null) return;
    const created = new CameraOnMap(view, {
      reducedMotion,
      onFree: () => latest.current.onFree(),
      onPoseChange: () => latest.current.onPoseChange(),
    });
    setCamera(created);
    return () => {
      setCamera(null);
      created.stop();
    };
  }, [view, reducedMotion]);

  useEffect(() => scene?.setTerrain(elevation, view3d.exaggeration), [scene, elevation, view3d.exaggeration]);
  useEffect(() => scene?.setTracks(tracks), [scene, tracks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new tracks need colours, too
  useEffect(() => scene?.setColour(colour), [scene, colour, tracks]);
  const viewerTrackerId = view3d.camera === 'inside' ? target : null;
  useEffect(() => scene?.setViewer(viewerTrackerId), [scene, viewerTrackerId]);
  const lastCoordinates = useRef(coordinates);
  useEffect(() => {
    if (lastCoordinates.current === coordinates) return;
    lastCoordinates.current = coordinates;
    scene?.reproject();
  }, [scene, coordinates]);

  const aim = useMemo(
    () => () => {
      if (scene === null || camera === null) return;
      const { time, level } = clock.get();
      scene.setTime(time, trailMs);
      const windowMs = Math.max(HEADING_WINDOW_MS, HEADING_WINDOW_VIEWER_S * 1_000 * rateOf(level));
      camera.aim(target === null ? null : scene.getCameraTarget(target, windowMs));
    },
    [scene, camera, clock, trailMs, target],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: anything that moves what is drawn moves the camera, too
  useEffect(() => {
    aimRef.current = aim;
    aim();
    return clock.subscribe(aim);
  }, [aim, clock, tracks, elevation, view3d.exaggeration]);

  // Resets the camera when its mode changes, when the first tracks are loaded, and when the free area of the map
  // changes.
  const ready = tracks.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: user moves are handled by the map itself
  useEffect(() => {
    if (!ready || camera === null) return;
    aim();
    camera.setMode(view3d.camera, overview, latest.current.view3d.pose);
  }, [camera, ready, view3d.camera, target, overview, covered]);

  return { camera, terrainFailed };
}
