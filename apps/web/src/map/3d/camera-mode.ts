import { EARTH_RADIUS, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import {
  latFromMercator,
  lngFromMercator,
  mercatorX,
  mercatorY,
  wrapLng,
} from '@wakeline/domain/geo/web-mercator';
import { positionAtTime } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { mercatorPerMetre } from './scene-line.ts';

/** How the camera of a replay in 3D moves: not at all by itself, round everything, round the device, behind it, or in it. */
export const CAMERAS = ['free', 'around', 'orbit', 'behind', 'inside'] as const;
export type CameraMode = (typeof CAMERAS)[number];

/** Degrees a second: a turn takes a minute. */
export const ROTATION_SPEED = 6;
/** Metres between two places from which a direction can be told. */
const MIN_HEADING_DISTANCE = 8;

/**
 * The engine's zoom at which the camera is so many metres from what it looks at.
 *
 * @param height of the map on the page, in pixels; `fov`: its vertical angle of view, in degrees.
 */
export function zoomAt(metres: number, lat: number, height: number, fov: number): number {
  const pixels = height / 2 / Math.tan((fov * Math.PI) / 360);
  // The engine's world is 512 pixels wide at zoom 0.
  const worldPixels = (pixels * 2 * Math.PI * EARTH_RADIUS * Math.cos((lat * Math.PI) / 180)) / metres;
  return Math.log2(worldPixels / 512);
}

/** The place that lies so many metres ahead on the map, at the scale of where it is looked from. */
export function pointAhead({ lng, lat }: Point, bearing: number, metres: number): Point {
  const distance = metres * mercatorPerMetre(lat);
  const radians = (bearing * Math.PI) / 180;
  return {
    lng: lngFromMercator(mercatorX(lng) + Math.sin(radians) * distance),
    lat: latFromMercator(mercatorY(lat) - Math.cos(radians) * distance),
  };
}

/** From how far a device is looked at at first, metres: so that the ground below it is in the picture. */
export function initialDistance(drawnHeight: number): number {
  return Math.min(60_000, Math.max(900, 2.2 * drawnHeight));
}

/**
 * Where a track leads at a time, degrees from north: from where it was to where it will be within `over` milliseconds, so that a camera
 * does not shake; where it hardly moves, the course that the device told, or the last way that it went. It depends on nothing but the time.
 */
export function headingAt(track: Track, time: number, windowMs: number): number {
  const here = positionAtTime(track, time);
  if (here === null) return 0;
  const from = positionAtTime(track, time - windowMs) ?? here;
  const to = positionAtTime(track, time + windowMs) ?? here;
  const direction = directionOf(from, to);
  return direction ?? here.course ?? directionOf(fixBefore(track, here.index), here) ?? 0;
}

interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** Direction on the map from one place to another; null when they are too close to tell. */
function directionOf(from: Point, to: Point): number | null {
  const metres = greatCircleDistance(
    { latitude: from.lat, longitude: from.lng },
    { latitude: to.lat, longitude: to.lng },
  );
  if (metres < MIN_HEADING_DISTANCE) return null;
  const east = wrapLng(to.lng - from.lng) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  const degrees = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/** Some fixes before one. */
function fixBefore(track: Track, index: number): Point {
  const at = Math.max(0, index - 10);
  return { lng: track.lng[at] ?? 0, lat: track.lat[at] ?? 0 };
}
