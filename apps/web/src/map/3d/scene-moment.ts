import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { type PlaybackPosition, positionAtTime } from '@wakeline/domain/replay/playback';
import type { LngLat } from '../map-view.ts';
import { headingAt } from './camera-mode.ts';
import type { CameraTarget } from './camera-poses.ts';
import { type Scene, type SceneBody, type SceneItem, toRgb } from './scene.ts';
import { locateOnLine } from './scene-line.ts';
import type { SceneTrack } from './scene-track.ts';
import { pitchFromClimb, verticalStateAt } from './vertical-state.ts';

/** Milliseconds of the track before and after a moment of which a body takes its course where the device told none. */
const COURSE_WINDOW_MS = 5_000;

/** What a scene shows of its tracks. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Milliseconds that are drawn strong behind the markers; null: all. */
  readonly trailMs: number | null;
  /** From this device is looked: it does not stand in its own way. */
  readonly viewerTrackerId: number | null;
}

/** What a scene needs to know of the map. */
export interface SceneTerrain {
  readonly toMapDatum: (lngLat: LngLat) => LngLat;
  /** Metres of the ground as they are drawn; null where it is not known, or flat. */
  readonly terrainHeightAt: (lngLat: LngLat) => number | null;
}

/** Puts a track's markers and the strong part of its line where a moment says. */
export function updateItem(
  sceneTrack: SceneTrack,
  item: SceneItem,
  moment: Moment,
  scene: Scene,
  { toMapDatum, terrainHeightAt }: SceneTerrain,
): void {
  const { track } = sceneTrack;
  const here = positionAtTime(track, moment.time);
  if (here === null) return;
  const mapLngLat = toMapDatum(here);
  const [x, y] = [mercatorX(mapLngLat.lng), mercatorY(mapLngLat.lat)];
  const trackStart = track.time[0] ?? 0;
  item.head = moment.time < trackStart ? { vertex: -1, share: 0 } : locateOnLine(item.line, here.index, x, y);
  item.tail = tailOf(sceneTrack, item, moment, toMapDatum);
  item.body =
    moment.viewerTrackerId === sceneTrack.trackerId
      ? null
      : {
          x: x + Math.round((item.line.x[0] ?? x) - x),
          y,
          ...bodyOf(sceneTrack, here, moment.time, scene, (terrainHeightAt(here) ?? 0) / scene.exaggeration),
        };
}

function tailOf(
  { track }: SceneTrack,
  { line }: SceneItem,
  { time, trailMs }: Moment,
  toMapDatum: SceneTerrain['toMapDatum'],
): SceneItem['tail'] {
  const trailStart = trailMs === null ? null : time - trailMs;
  const position =
    trailStart === null || trailStart < (track.time[0] ?? 0) ? null : positionAtTime(track, trailStart);
  if (position === null) return { vertex: 0, share: 0 };
  const mapLngLat = toMapDatum(position);
  return locateOnLine(line, position.index, mercatorX(mapLngLat.lng), mercatorY(mapLngLat.lat));
}

/** @param terrainHeight metres under it, not exaggerated. */
function bodyOf(
  { track, colour, body }: SceneTrack,
  here: PlaybackPosition,
  time: number,
  { relief, exaggeration }: Scene,
  terrainHeight: number,
): Omit<SceneBody, 'x' | 'y'> {
  const { height, climb } = verticalStateAt(track, time);
  return {
    height: relief ? Math.max(height ?? terrainHeight, terrainHeight) : (height ?? 0),
    terrainHeight,
    course: here.course ?? headingAt(track, time, COURSE_WINDOW_MS),
    pitch: pitchFromClimb(climb, here.speed, exaggeration),
    colour: toRgb(colour),
    kind: body,
    faint: here.isGap,
  };
}

/** Where a device is at a time, for a camera; null when that is not known. */
export function cameraTargetAt(
  { track }: SceneTrack,
  time: number,
  windowMs: number,
  { relief, exaggeration }: Scene,
  terrainHeightAt: SceneTerrain['terrainHeightAt'],
): CameraTarget | null {
  const lngLat = positionAtTime(track, time);
  if (lngLat === null) return null;
  const terrainHeight = terrainHeightAt(lngLat) ?? 0;
  const height = (verticalStateAt(track, time).height ?? 0) * exaggeration;
  return {
    lngLat,
    height: relief ? Math.max(height, terrainHeight) : height,
    terrainHeight,
    heading: headingAt(track, time, windowMs),
  };
}
