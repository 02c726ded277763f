import { rateOf } from '@wakeline/domain/replay/replay-clock';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CameraOnMap } from '../../../map/3d/camera-on-map.ts';
import type { WholeTarget } from '../../../map/3d/camera-poses.ts';
import type { SceneColour } from '../../../map/3d/scene-colours.ts';
import { type SceneOnMap, showScene } from '../../../map/3d/scene-on-map.ts';
import type { SceneTrack } from '../../../map/3d/scene-track.ts';
import type { ElevationTiles } from '../../../map/layers/relief.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useReducedMotion } from '../../../ui/media.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { SpaceView } from './space-address.ts';

export interface SpaceOptions {
  readonly tracks: readonly SceneTrack[];
  readonly clock: ClockStore;
  /** Milliseconds that are drawn strong behind the markers; null: all. */
  readonly wake: number | null;
  readonly colour: SceneColour;
  readonly shown: SpaceView;
  /** Tiles of the height of the ground; null: it is flat. */
  readonly elevation: ElevationTiles | null;
  /** Name of the coordinates of the base layer: in others everything is drawn anew. */
  readonly coordinates: string;
  /** The device that the camera looks at. */
  readonly target: number | null;
  readonly whole: WholeTarget | null;
  /** Pixels that the panel takes from the map, whichever side it is on. */
  readonly covered: number;
  /** The camera moved by hand: it is free now, or it stands otherwise. */
  readonly onFree: () => void;
  readonly onLook: () => void;
}

export interface Space {
  readonly camera: CameraOnMap | null;
  /** Tiles of the height of the ground were asked for, and cannot be had. */
  readonly groundFailed: boolean;
}

/** Milliseconds of the track before and after a moment of which a camera behind a device takes its direction. */
const LOOK_OVER = 15_000;
/** The same in seconds of the viewer, where it goes fast. */
const LOOK_VIEWER = 0.5;

/** Shows tracks in space with the time of a clock, past React, and moves the camera along. */
export function useSpace(view: MapView | null, options: SpaceOptions): Space {
  const { tracks, clock, wake, colour, shown, elevation, coordinates, target, whole, covered } = options;
  const reducedMotion = useReducedMotion();
  const [space, setSpace] = useState<SceneOnMap | null>(null);
  const [camera, setCamera] = useState<CameraOnMap | null>(null);
  const [groundFailed, setGroundFailed] = useState(false);
  const aiming = useRef(() => {});
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (view === null) return;
    const made = showScene(view, {
      onGround: () => aiming.current(),
      onGroundFailed: setGroundFailed,
    });
    setSpace(made);
    return () => {
      setSpace(null);
      made.stop();
    };
  }, [view]);

  useEffect(() => {
    if (view === null) return;
    const made = new CameraOnMap(view, {
      reducedMotion,
      onFree: () => latest.current.onFree(),
      onLook: () => latest.current.onLook(),
    });
    setCamera(made);
    return () => {
      setCamera(null);
      made.stop();
    };
  }, [view, reducedMotion]);

  useEffect(() => space?.setGround(elevation, shown.rise), [space, elevation, shown.rise]);
  useEffect(() => space?.setTracks(tracks), [space, tracks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new tracks are painted anew too
  useEffect(() => space?.setColour(colour), [space, colour, tracks]);
  const inside = shown.camera === 'inside' ? target : null;
  useEffect(() => space?.setEye(inside), [space, inside]);
  const known = useRef(coordinates);
  useEffect(() => {
    if (known.current === coordinates) return;
    known.current = coordinates;
    space?.moveOver();
  }, [space, coordinates]);

  const aim = useMemo(
    () => () => {
      if (space === null || camera === null) return;
      const { time, level } = clock.get();
      space.setTime(time, wake);
      const over = Math.max(LOOK_OVER, LOOK_VIEWER * 1_000 * rateOf(level));
      camera.aim(target === null ? null : space.target(target, over));
    },
    [space, camera, clock, wake, target],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn elsewhere is looked at elsewhere
  useEffect(() => {
    aiming.current = aim;
    aim();
    return clock.subscribe(aim);
  }, [aim, clock, tracks, elevation, shown.rise]);

  // The camera is put anew when another one is chosen, when there is something to look at for the first time, and when what is free of
  // the map is another part of it.
  const ready = tracks.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how the hand turned it is told by the map itself
  useEffect(() => {
    if (!ready || camera === null) return;
    aim();
    camera.setMode(shown.camera, whole, latest.current.shown.look);
  }, [camera, ready, shown.camera, target, whole, covered]);

  return { camera, groundFailed };
}
