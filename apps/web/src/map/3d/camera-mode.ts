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

/**
 * How the camera of a 3D replay moves: manually, around everything, around the device, behind it, or from inside it.
 */
export const CAMERAS = ['free', 'around', 'orbit', 'behind', 'inside'] as const;
export type CameraMode = (typeof CAMERAS)[number];

/** Degrees a second: one rotation takes a minute. */
export const ROTATION_SPEED = 6;
/** Minimum metres between two points for a direction. */
const MIN_HEADING_DISTANCE = 8;

/**
 * The engine's zoom at which the camera is this many metres from its target.
 *
 * @param height height of the map on the page, pixels
 * @param fov vertical field of view, degrees
 */
export function zoomAt(metres: number, lat: number, height: number, fov: number): number {
  const pixels = height / 2 / Math.tan((fov * Math.PI) / 360);
  // The engine's world is 512 pixels wide at zoom 0.
  const worldPixels = (pixels * 2 * Math.PI * EARTH_RADIUS * Math.cos((lat * Math.PI) / 180)) / metres;
  return Math.log2(worldPixels / 512);
}

/** The point this many metres ahead, at the map scale of the start. */
export function pointAhead({ lng, lat }: Point, bearing: number, metres: number): Point {
  const distance = metres * mercatorPerMetre(lat);
  const radians = (bearing * Math.PI) / 180;
  return {
    lng: lngFromMercator(mercatorX(lng) + Math.sin(radians) * distance),
    lat: latFromMercator(mercatorY(lat) - Math.cos(radians) * distance),
  };
}

/** Initial distance from a device, metres: far enough that the ground below it is visible. */
export function initialDistance(drawnHeight: number): number {
  return Math.min(60_000, Math.max(900, 2.2 * drawnHeight));
}

/**
 * The heading of a track at a time, degrees from north. It points from the position `windowMs` before to the one
 * `windowMs` after, so that the camera does not shake. For a device that hardly moves it is the reported course, or
 * else the last direction of movement. It depends on the time only.
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

/** Direction on the map between two points; null if they are too close. */
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

/** A fix some fixes earlier. */
function fixBefore(track: Track, index: number): Point {
  const at = Math.max(0, index - 10);
  return { lng: track.lng[at] ?? 0, lat: track.lat[at] ?? 0 };
}
