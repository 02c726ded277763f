import type { Position } from '@wakeline/domain/fences/fence-shape';
import { seeded } from '@wakeline/server/testing/seeded';

/** Degrees. */
export interface Field {
  readonly west: number;
  readonly south: number;
  readonly width: number;
  readonly height: number;
}

/** The area where the benchmark devices drive: a city and its surroundings, 105 by 115 km. */
export const CITY: Field = { west: 110.45, south: 24.75, width: 1.05, height: 1.05 };

/** The central part of a field, scaled by `share` (0 to 1). */
export function shrinkField({ west, south, width, height }: Field, share: number): Field {
  const side = Math.sqrt(share);
  return {
    west: west + (width * (1 - side)) / 2,
    south: south + (height * (1 - side)) / 2,
    width: width * side,
    height: height * side,
  };
}

/** Degrees: about 220 to 660 m. */
const MIN_RADIUS = 0.002;
const RADIUS_RANGE = 0.004;

/** Rings of random fences in the field with the given number of vertices. Deterministic by seed. */
export function fenceRings(field: Field, count: number, vertices: number, seed: number): Position[][] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const lng = field.west + random() * field.width;
    const lat = field.south + random() * field.height;
    const size = MIN_RADIUS + random() * RADIUS_RANGE;
    return Array.from({ length: vertices }, (_, vertex): Position => {
      const angle = (vertex / vertices) * 2 * Math.PI;
      const radius = size * (0.7 + 0.3 * random());
      return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
    });
  });
}
