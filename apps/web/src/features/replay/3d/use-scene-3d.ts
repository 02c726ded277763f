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
  /** Milliseconds that are drawn strong behind the markers; null: all. */
  readonly trailMs: number | null;
  readonly colour: SceneColour;
  readonly view3d: Replay3dView;
  /** Tiles of the height of the ground; null: it is flat. */
  readonly elevation: ElevationTiles | null;
  /** Name of the coordinates of the base layer: in others everything is drawn anew. */
  readonly coordinates: string;
  /** The device that the camera looks at. */
  readonly target: number | null;
  readonly overview: OverviewTarget | null;
  /** Pixels that the panel takes from the map, whichever side it is on. */
  readonly covered: number;
  /** The camera moved by hand: it is free now, or it stands otherwise. */
  readonly onFree: () => void;
  readonly onPoseChange: () => void;
}

export interface Scene3d {
  readonly camera: CameraOnMap | null;
  /** Tiles of the height of the ground were asked for, and cannot be had. */
  readonly terrainFailed: boolean;
}

/** Milliseconds of the track before and after a moment of which a camera behind a device takes its direction. */
const HEADING_WINDOW_MS = 15_000;
/** The same in seconds of the viewer, where it goes fast. */
const HEADING_WINDOW_VIEWER_S = 0.5;

/** Shows tracks in space with the time of a clock, past React, and moves the camera along. */
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
    const made = showScene(view, {
      onTerrainLoaded: () => aimRef.current(),
      onTerrainFailed: setTerrainFailed,
    });
    setScene(made);
    return () => {
      setScene(null);
      made.stop();
    };
  }, [view]);

  useEffect(() => {
    if (view === null) return;
    const made = new CameraOnMap(view, {
      reducedMotion,
      onFree: () => latest.current.onFree(),
      onPoseChange: () => latest.current.onPoseChange(),
    });
    setCamera(made);
    return () => {
      setCamera(null);
      made.stop();
    };
  }, [view, reducedMotion]);

  useEffect(() => scene?.setTerrain(elevation, view3d.exaggeration), [scene, elevation, view3d.exaggeration]);
  useEffect(() => scene?.setTracks(tracks), [scene, tracks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new tracks are painted anew too
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn elsewhere is looked at elsewhere
  useEffect(() => {
    aimRef.current = aim;
    aim();
    return clock.subscribe(aim);
  }, [aim, clock, tracks, elevation, view3d.exaggeration]);

  // The camera is put anew when another one is chosen, when there is something to look at for the first time, and when what is free of
  // the map is another part of it.
  const ready = tracks.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how the hand turned it is told by the map itself
  useEffect(() => {
    if (!ready || camera === null) return;
    aim();
    camera.setMode(view3d.camera, overview, latest.current.view3d.pose);
  }, [camera, ready, view3d.camera, target, overview, covered]);

  return { camera, terrainFailed };
}
