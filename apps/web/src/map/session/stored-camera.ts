import type { Camera } from './session-camera.ts';

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
