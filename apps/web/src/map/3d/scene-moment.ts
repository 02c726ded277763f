import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { type Place, placeAt } from '@wakeline/domain/replay/playback';
import type { LngLat } from '../map-view.ts';
import { headingAt } from './camera-mode.ts';
import type { CameraTarget } from './camera-poses.ts';
import { flightAt, noseUp } from './flight.ts';
import { rgbOf, type Scene, type SceneBody, type SceneItem } from './scene.ts';
import { alongLine } from './scene-line.ts';
import type { SceneTrack } from './scene-track.ts';

/** Milliseconds of the track before and after a moment of which a body takes its course where the device told none. */
const COURSE_OVER = 5_000;

/** What a scene shows of its tracks. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Milliseconds that are drawn strong behind the markers; null: all. */
  readonly wake: number | null;
  /** From this device is looked: it does not stand in its own way. */
  readonly eye: number | null;
}

/** What a scene needs to know of the map. */
export interface SceneGround {
  readonly toMap: (place: LngLat) => LngLat;
  /** Metres of the ground as they are drawn; null where it is not known, or flat. */
  readonly groundAt: (place: LngLat) => number | null;
}

/** Puts a track's markers and the strong part of its line where a moment says. */
export function placeItem(
  of: SceneTrack,
  item: SceneItem,
  moment: Moment,
  scene: Scene,
  { toMap, groundAt }: SceneGround,
): void {
  const { track } = of;
  const here = placeAt(track, moment.time);
  if (here === null) return;
  const at = toMap(here);
  const [x, y] = [mercatorX(at.lng), mercatorY(at.lat)];
  const before = track.time[0] ?? 0;
  item.head = moment.time < before ? { vertex: -1, share: 0 } : alongLine(item.line, here.index, x, y);
  item.tail = tailOf(of, item, moment, toMap);
  item.body =
    moment.eye === of.trackerId
      ? null
      : {
          x: x + Math.round((item.line.x[0] ?? x) - x),
          y,
          ...bodyOf(of, here, moment.time, scene, (groundAt(here) ?? 0) / scene.rise),
        };
}

function tailOf(
  { track }: SceneTrack,
  { line }: SceneItem,
  { time, wake }: Moment,
  toMap: SceneGround['toMap'],
): SceneItem['tail'] {
  const since = wake === null ? null : time - wake;
  const place = since === null || since < (track.time[0] ?? 0) ? null : placeAt(track, since);
  if (place === null) return { vertex: 0, share: 0 };
  const at = toMap(place);
  return alongLine(line, place.index, mercatorX(at.lng), mercatorY(at.lat));
}

/** @param ground metres under it, not exaggerated. */
function bodyOf(
  { track, colour, body }: SceneTrack,
  here: Place,
  time: number,
  { relief, rise }: Scene,
  ground: number,
): Omit<SceneBody, 'x' | 'y'> {
  const { height, climb } = flightAt(track, time);
  return {
    height: relief ? Math.max(height ?? ground, ground) : (height ?? 0),
    ground,
    course: here.course ?? headingAt(track, time, COURSE_OVER),
    pitch: noseUp(climb, here.speed, rise),
    colour: rgbOf(colour),
    kind: body,
    faint: here.gap,
  };
}

/** Where a device is at a time, for a camera; null when that is not known. */
export function targetOf(
  { track }: SceneTrack,
  time: number,
  over: number,
  { relief, rise }: Scene,
  groundAt: SceneGround['groundAt'],
): CameraTarget | null {
  const place = placeAt(track, time);
  if (place === null) return null;
  const ground = groundAt(place) ?? 0;
  const height = (flightAt(track, time).height ?? 0) * rise;
  return {
    place,
    height: relief ? Math.max(height, ground) : height,
    ground,
    heading: headingAt(track, time, over),
  };
}
