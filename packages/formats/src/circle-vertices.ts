import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';
import { roundDegrees } from './antimeridian.ts';

/**
 * Vertices of the polygon that replaces a circle: one every five degrees, at most a thousandth of the radius inside the
 * circle.
 */
export const CIRCLE_VERTICES = 72;
const RADIANS = Math.PI / 180;

/**
 * The vertices at the radius around the centre, counterclockwise from the east, on the sphere: the direct problem of great
 * circles (E. Williams, Aviation Formulary, Lat/lon given radial and distance). Longitudes are unwrapped.
 */
export function circleVertices({
  center: [lng, lat],
  radius,
}: Extract<FenceShape, { type: 'CIRCULAR' }>): readonly Position[] {
  const arc = radius / EARTH_RADIUS;
  const [sinLat, cosLat] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)];
  return Array.from({ length: CIRCLE_VERTICES }, (_, vertex): Position => {
    const bearing = Math.PI / 2 - (vertex / CIRCLE_VERTICES) * 2 * Math.PI;
    const sin = sinLat * Math.cos(arc) + cosLat * Math.sin(arc) * Math.cos(bearing);
    const east = Math.atan2(Math.sin(bearing) * Math.sin(arc) * cosLat, Math.cos(arc) - sinLat * sin);
    return [
      roundDegrees(lng + east / RADIANS),
      roundDegrees(Math.asin(Math.max(-1, Math.min(1, sin))) / RADIANS),
    ];
  });
}

/** The rings of any area: outline first, then holes, not closed. */
export function toRings(shape: FenceShape): readonly (readonly Position[])[] {
  switch (shape.type) {
    case 'POLYGON':
      return shape.rings;
    case 'CIRCULAR':
      return [circleVertices(shape)];
    case 'RECTANGLE': {
      const { west, south, north } = shape;
      const east = shape.east < west ? shape.east + 360 : shape.east;
      return [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ],
      ];
    }
  }
}

/** Closes a ring: its last position equals the first, as in files. */
export function closeRing(ring: readonly Position[]): readonly Position[] {
  const [first] = ring;
  return first === undefined ? ring : [...ring, first];
}
