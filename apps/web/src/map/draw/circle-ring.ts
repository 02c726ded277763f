import type { Position } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';

const RADIANS_PER_DEGREE = Math.PI / 180;
/** Vertices of a drawn circle: even on the widest screen the edge is off by less than a pixel. */
const CIRCLE_VERTICES = 96;

/**
 * The point at a distance (metres) along the great circle that leaves the start at a bearing (degrees, clockwise from
 * north). Computed on the sphere of the mean radius (E. Williams, Aviation Formulary, "Lat/lon given radial and
 * distance"). The longitude is continuous with that of the start, not wrapped.
 */
export function destinationPoint([lng, lat]: Position, metres: number, bearing: number): Position {
  const angle = metres / EARTH_RADIUS;
  const course = bearing * RADIANS_PER_DEGREE;
  const sine =
    Math.sin(lat * RADIANS_PER_DEGREE) * Math.cos(angle) +
    Math.cos(lat * RADIANS_PER_DEGREE) * Math.sin(angle) * Math.cos(course);
  const east = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(lat * RADIANS_PER_DEGREE),
    Math.cos(angle) - Math.sin(lat * RADIANS_PER_DEGREE) * sine,
  );
  return [lng + east / RADIANS_PER_DEGREE, Math.asin(Math.min(1, Math.max(-1, sine))) / RADIANS_PER_DEGREE];
}

/** The edge of a circle of `radius` metres, as a ring that is not closed. */
export function circleRing(center: Position, radius: number): Position[] {
  return Array.from({ length: CIRCLE_VERTICES }, (_, index) =>
    destinationPoint(center, radius, (index * 360) / CIRCLE_VERTICES),
  );
}
