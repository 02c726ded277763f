import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';
import { polygonArea, ringLength } from '@wakeline/domain/geo/measure';
import { ringsOf } from '../../map/objects/fence-shape.ts';

/** Area in square metres without holes, and length in metres of all edges, including holes. */
export interface FenceMeasures {
  readonly area: number;
  readonly perimeter: number;
}

export function measureFence(shape: FenceShape): FenceMeasures {
  if (shape.type === 'CIRCULAR') {
    const angle = shape.radius / EARTH_RADIUS;
    return {
      // A spherical cap and its edge.
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
