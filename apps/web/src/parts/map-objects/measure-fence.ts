import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';
import { polygonArea, ringLength } from '@wakeline/domain/geo/measure';
import { ringsOf } from '../../map/objects/fence-shape.ts';

/** Square metres inside of an area, and metres round it: its outline and its holes. */
export interface FenceMeasures {
  readonly area: number;
  readonly perimeter: number;
}

export function measureFence(shape: FenceShape): FenceMeasures {
  if (shape.type === 'CIRCULAR') {
    const angle = shape.radius / EARTH_RADIUS;
    return {
      // A cap of the sphere, and its rim.
      area: 2 * Math.PI * EARTH_RADIUS ** 2 * (1 - Math.cos(angle)),
      perimeter: 2 * Math.PI * EARTH_RADIUS * Math.sin(angle),
    };
  }
  const rings = ringsOf(shape);
  return {
    area: polygonArea(rings),
    perimeter: rings.reduce((sum, ring) => sum + ringLength(ring), 0),
  };
}
