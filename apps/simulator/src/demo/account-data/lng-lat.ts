import type { Coordinates } from '@wakeline/domain/geo/great-circle';

export type { Coordinates };

/** As the contract has a position; a tenth of a metre is enough for what is drawn. */
export function toLngLat({ longitude, latitude }: Coordinates): [number, number] {
  return [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))];
}
