import { type Coordinates, EARTH_RADIUS } from '../geo/great-circle.ts';

const RADIANS = Math.PI / 180;

/** A point on the unit sphere. */
export interface UnitVector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export function toUnitVector({ latitude, longitude }: Coordinates): UnitVector {
  const cosLatitude = Math.cos(latitude * RADIANS);
  return {
    x: cosLatitude * Math.cos(longitude * RADIANS),
    y: cosLatitude * Math.sin(longitude * RADIANS),
    z: Math.sin(latitude * RADIANS),
  };
}

/** An arc of a great circle of less than half of it, prepared for many distances. */
export interface Arc {
  readonly from: UnitVector;
  readonly to: UnitVector;
  /** Perpendicular to the plane of the arc, to the left of its direction; null: both ends are the same point. */
  readonly left: UnitVector | null;
  /** Metres. */
  readonly length: number;
}

/** Where a point is beside an arc. */
export interface ArcDistance {
  /** Metres to the nearest point of the arc: never negative. */
  readonly metres: number;
  /** Metres from the start of the arc to its nearest point. */
  readonly along: number;
  /** The point is to the left of the direction of the arc. */
  readonly isLeft: boolean;
}

export function arcBetween(from: UnitVector, to: UnitVector): Arc {
  const across = cross(from, to);
  const sine = norm(across);
  const left = sine === 0 ? null : scale(across, 1 / sine);
  return { from, to, left, length: Math.atan2(sine, dot(from, to)) * EARTH_RADIUS };
}

/**
 * Distance of a point from an arc on the sphere. Beside the arc it is that to its great circle, beyond an end that to the end.
 * From unit vectors, R asin(n p) is exact to micrometres near the line, where the formula by courses loses digits.
 */
export function distanceToArc({ from, to, left, length }: Arc, point: UnitVector): ArcDistance {
  if (left === null) return { metres: angle(from, point) * EARTH_RADIUS, along: 0, isLeft: false };
  const sine = dot(left, point);
  const isLeft = sine > 0;
  // The point without its component across the plane: its direction is that of the nearest point of the great circle.
  const along = Math.atan2(dot(cross(from, point), left), dot(from, point)) * EARTH_RADIUS;
  if (along >= 0 && along <= length)
    return { metres: Math.abs(Math.asin(Math.max(-1, Math.min(1, sine)))) * EARTH_RADIUS, along, isLeft };
  const toStart = angle(from, point);
  const toEnd = angle(to, point);
  return toStart <= toEnd
    ? { metres: toStart * EARTH_RADIUS, along: 0, isLeft }
    : { metres: toEnd * EARTH_RADIUS, along: length, isLeft };
}

function dot(a: UnitVector, b: UnitVector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function cross(a: UnitVector, b: UnitVector): UnitVector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

function norm({ x, y, z }: UnitVector): number {
  return Math.hypot(x, y, z);
}

function scale({ x, y, z }: UnitVector, factor: number): UnitVector {
  return { x: x * factor, y: y * factor, z: z * factor };
}

/** Radians between two directions, exact for small and for large angles. */
function angle(a: UnitVector, b: UnitVector): number {
  return Math.atan2(norm(cross(a, b)), dot(a, b));
}
