import type { Look } from '../../map/space/camera-on-map.ts';
import { CAMERAS, type SpaceCamera } from '../../map/space/space-camera.ts';

/** How many times as high heights can be drawn. */
export const RISES = [1, 2, 5, 10] as const;
export type Rise = (typeof RISES)[number];

/** What of a replay in space stands in the address beside what every replay has there. */
export interface SpaceView {
  readonly camera: SpaceCamera;
  readonly rise: Rise;
  /** Whether the ground is drawn in relief where the operator has heights of it. */
  readonly relief: boolean;
  /** How the camera stands, when a hand has turned it; null: as it stands by itself. */
  readonly look: Look | null;
}

/** What an address asks for. What is wrong in it is as if it were left out. */
export function readSpace(query: URLSearchParams): SpaceView {
  return {
    camera: CAMERAS.find((name) => name === query.get('camera')) ?? 'around',
    rise: RISES.find((times) => String(times) === query.get('rise')) ?? 1,
    relief: query.get('ground') !== 'flat',
    look: lookIn(query.get('look')),
  };
}

/** The address's query with a view in it; what else stood there stays. */
export function writeSpace(
  query: URLSearchParams,
  { camera, rise, relief, look }: SpaceView,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value);
  put('camera', camera === 'around' ? null : camera);
  put('rise', rise === 1 ? null : String(rise));
  put('ground', relief ? null : 'flat');
  put(
    'look',
    look === null ? null : [look.bearing.toFixed(1), look.pitch.toFixed(1), look.zoom.toFixed(2)].join(','),
  );
  return next;
}

function lookIn(text: string | null): Look | null {
  const [bearing, pitch, zoom, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  if (bearing === undefined || pitch === undefined || zoom === undefined || more.length > 0) return null;
  const right = Math.abs(bearing) <= 360 && pitch >= 0 && pitch <= 85 && zoom >= 0 && zoom <= 24;
  return right ? { bearing, pitch, zoom } : null;
}
