import type { Position } from '@wakeline/domain/fences/fence-shape';
import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';

const RADIANS_PER_DEGREE = Math.PI / 180;
/** Corners of a drawn circle: at its widest on a screen the edge is less than a pixel off. */
const CIRCLE_VERTICES = 96;

/**
 * The place at a distance (metres) from another one along the great circle that leaves it at a bearing (degrees, clockwise from
 * north), on the sphere of the mean radius (E. Williams, Aviation Formulary, "Lat/lon given radial and distance"). Its longitude
 * runs on from that of the first.
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

/** The edge of a circle on the ground, not closed. */
export function circleRing(center: Position, radius: number): Position[] {
  return Array.from({ length: CIRCLE_VERTICES }, (_, index) =>
    destinationPoint(center, radius, (index * 360) / CIRCLE_VERTICES),
  );
}
