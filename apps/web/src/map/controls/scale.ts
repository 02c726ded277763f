import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';

/** Metres of one pixel at a latitude and zoom (tiles of 512 pixels). */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (2 * Math.PI * EARTH_RADIUS * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom);
}

/** The largest round length (1, 2 or 5 times a power of ten) up to `maxLength`. */
export function roundLength(maxLength: number): number {
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const first = maxLength / power;
  return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}
