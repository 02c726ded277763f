import { latFromMercator, lngFromMercator, mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { Bounds } from '../map-view.ts';
import type { Camera } from './session-camera.ts';

/** The initial view of the specification: southern China. */
export const FIRST_VIEW: Camera = { center: { lng: 110.49, lat: 24.78 }, zoom: 4 };

const key = (name: string) => `map.${name}`;

/** The camera position that this browser tab last stored under that name. */
export function readCamera(name: string | undefined): Camera | null {
  if (name === undefined) return null;
  const [lng, lat, zoom, ...more] = (sessionStorage.getItem(key(name)) ?? '').split(',').map(Number);
  if (lng === undefined || lat === undefined || zoom === undefined || more.length > 0) return null;
  return [lng, lat, zoom].every(Number.isFinite) ? { center: { lng, lat }, zoom } : null;
}

export function writeCamera(name: string | undefined, { center, zoom }: Camera): void {
  if (name === undefined) return;
  sessionStorage.setItem(
    key(name),
    [center.lng.toFixed(6), center.lat.toFixed(6), zoom.toFixed(2)].join(','),
  );
}

/**
 * The area and the zoom that a map of this size shows at first, before it exists.
 *
 * @param width pixels
 */
export function getFirstArea(
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly bounds: Bounds; readonly zoom: number } {
  const { center, zoom } = readCamera(name) ?? FIRST_VIEW;
  const worldSize = 512 * 2 ** zoom;
  const [x, y] = [mercatorX(center.lng), mercatorY(center.lat)];
  // As wide and high again as necessary: panels move the centre.
  const [east, south] = [width / worldSize, height / worldSize];
  const edge = (position: number) => latFromMercator(Math.min(1, Math.max(0, position)));
  return {
    bounds: {
      west: lngFromMercator(x - Math.min(0.5, east)),
      east: lngFromMercator(x + Math.min(0.5, east)),
      north: edge(y - south),
      south: edge(y + south),
    },
    zoom: Math.floor(zoom),
  };
}
