import type { Coordinates } from '@wakeline/domain/geo/great-circle';

export type { Coordinates };

/** Converts to a position of the contract, rounded to about 0.1 m. */
export function toLngLat({ longitude, latitude }: Coordinates): [number, number] {
  return [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))];
}
