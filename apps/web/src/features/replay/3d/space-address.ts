import { CAMERAS, type CameraMode } from '../../../map/3d/camera-mode.ts';
import type { Look } from '../../../map/3d/camera-poses.ts';

/** How many times as high heights can be drawn. */
export const RISES = [1, 2, 5, 10] as const;
export type Rise = (typeof RISES)[number];

/** What of a replay in space stands in the address beside what every replay has there. */
export interface SpaceView {
  readonly camera: CameraMode;
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
  put('look', look === null ? null : lookText(look));
  return next;
}

function lookText({ bearing, pitch, zoom, middle }: Look): string {
  const stand = [bearing.toFixed(1), pitch.toFixed(1), zoom.toFixed(2)];
  const place =
    middle === null ? [] : [middle.lng.toFixed(6), middle.lat.toFixed(6), middle.height.toFixed(0)];
  return [...stand, ...place].join(',');
}

/** Three numbers, or six with what lies in the middle. */
function lookIn(text: string | null): Look | null {
  const parts = (text ?? '').split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
  if ((parts.length !== 3 && parts.length !== 6) || !parts.every(Number.isFinite)) return null;
  const [bearing = 0, pitch = 0, zoom = 0, lng = 0, lat = 0, height = 0] = parts;
  const stands = Math.abs(bearing) <= 360 && pitch >= 0 && pitch <= 85 && zoom >= 0 && zoom <= 24;
  const lies = Math.abs(lng) <= 180 && Math.abs(lat) <= 85 && Math.abs(height) <= 1_000_000;
  if (!stands || !lies) return null;
  return { bearing, pitch, zoom, middle: parts.length === 6 ? { lng, lat, height } : null };
}
