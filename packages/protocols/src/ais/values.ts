import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { FeedMotion, FeedPosition } from '../feeds/feed-message.ts';
import type { Payload } from './payload.ts';

/** What a message of one type contains. The reader adds the number of the object. */
export interface AisContent {
  readonly position: FeedPosition | null;
  readonly motion: FeedMotion;
  /** Epoch milliseconds of the position; null: only its second, or nothing. */
  readonly time: number | null;
  readonly second: number | null;
  readonly details: Readonly<Record<string, AttributeValue>>;
  readonly dynamics: Readonly<Record<string, AttributeValue>>;
  /** Navigation status; null: not in this type. */
  readonly status: number | null;
}

export const NO_CONTENT: AisContent = {
  position: null,
  motion: {},
  time: null,
  second: null,
  details: {},
  dynamics: {},
  status: null,
};

/**
 * A position at these degrees; null if one is not available (181, 91 degrees) or out of range.
 *
 * @param stamp the time stamp field: 63 means that the positioning system does not work
 */
export function positionOf(
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  stamp = 0,
): FeedPosition | null {
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return null;
  return { latitude, longitude, valid: stamp !== POSITIONING_INOPERATIVE };
}

const POSITIONING_INOPERATIVE = 63;
/** Longitude and latitude are in 1/10000 minute. */
const UNITS_PER_DEGREE = 600_000;

/** Longitude in 28 bits and, after it, latitude in 27 bits; degrees. */
export function coordinatesAt(payload: Payload, start: number): { longitude: number; latitude: number } {
  return {
    longitude: payload.int(start, 28) / UNITS_PER_DEGREE,
    latitude: payload.int(start + 28, 27) / UNITS_PER_DEGREE,
  };
}

/** Speed over ground in 1/10 knot, 10 bits; 1023: not available. */
export function speedAt(payload: Payload, start: number): number | null {
  const value = payload.uint(start, 10);
  return value === 1_023 ? null : (value / 10) * KMH_PER_KNOT;
}

/** Course over ground in 1/10 degree, 12 bits; 3600 and above: not available. */
export function courseAt(payload: Payload, start: number): number | null {
  const value = payload.uint(start, 12);
  return value >= 3_600 ? null : value / 10;
}

/** True heading in degrees, 9 bits; 511: not available. */
export function headingAt(payload: Payload, start: number): number | null {
  const value = payload.uint(start, 9);
  return value >= 360 ? null : value;
}

/** The UTC second; 60: not available, 61: manual input, 62: dead reckoning, 63: inoperative. */
export function secondOf(stamp: number): number | null {
  return stamp < 60 ? stamp : null;
}

/** Dimensions from the antenna to bow, stern (9 bits each), port and starboard (6 bits each), in metres. */
export function sizeAt(payload: Payload, start: number): Record<string, number> {
  const length = payload.uint(start, 9) + payload.uint(start + 9, 9);
  const beam = payload.uint(start + 18, 6) + payload.uint(start + 24, 6);
  return { ...(length > 0 && { length }), ...(beam > 0 && { beam }) };
}

/** Navigation status; 15: not defined. */
export function statusOf(status: number): number | null {
  return status === 15 ? null : status;
}
