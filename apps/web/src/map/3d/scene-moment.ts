import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { type PlaybackPosition, positionAtTime } from '@wakeline/domain/replay/playback';
import type { LngLat } from '../map-view.ts';
import { headingAt } from './camera-mode.ts';
import type { CameraTarget } from './camera-poses.ts';
import { type Scene, type SceneBody, type SceneItem, toRgb } from './scene.ts';
import { locateOnLine } from './scene-line.ts';
import type { SceneTrack } from './scene-track.ts';
import { pitchFromClimb, verticalStateAt } from './vertical-state.ts';

/** Milliseconds before and after a time from which a body's course is derived if none is reported. */
const COURSE_WINDOW_MS = 5_000;

/** The state that a scene shows of its tracks. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Milliseconds of trail behind the markers; null: the full track. */
  readonly trailMs: number | null;
  /** The device that the camera looks from; it is not drawn. */
  readonly viewerTrackerId: number | null;
}

/** The map functions that a scene needs. */
export interface SceneTerrain {
  readonly toMapDatum: (lngLat: LngLat) => LngLat;
  /** Drawn terrain height in metres; null if unknown, or without terrain. */
  readonly terrainHeightAt: (lngLat: LngLat) => number | null;
}

/** Updates a track's marker and the travelled part of its line. */
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

/** @param terrainHeight metres below the body, not exaggerated */
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

/** The camera target for a device at a time; null if its position is unknown. */
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
