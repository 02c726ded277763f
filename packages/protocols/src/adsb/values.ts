import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import type { FeedMotion, FeedPosition } from '../feeds/feed-message.ts';

/** Metres in 1 foot (international). */
const METRES_PER_FOOT = 0.3048;

/** A barometric altitude in feet, which transponders refer to 1013.25 hPa. */
export function pressureAltitude(feet: number): FeedMotion {
  return { altitude: feet * METRES_PER_FOOT, altitudeKind: ALTITUDE_KINDS.pressure };
}

/** A geometric altitude in feet, above the ellipsoid WGS 84. */
export function geometricAltitude(feet: number): FeedMotion {
  return { altitude: feet * METRES_PER_FOOT, altitudeKind: ALTITUDE_KINDS.ellipsoid };
}

/** Four octal digits; null: something else. */
export function squawkOf(text: string): string | null {
  return /^[0-7]{4}$/.test(text) ? text : null;
}

/** A number in a text of digits; null: anything else. */
export function numberOf(text: string): number | null {
  return /^-?\d{1,9}(\.\d{1,15})?$/.test(text) ? Number(text) : null;
}

/** Degrees from 0 to before 360; null: out of range. 360 is north. */
export function angleOf(value: number | null): number | null {
  if (value === null || value < 0 || value > 360) return null;
  return value === 360 ? 0 : value;
}

/** Call sign without padding; null: empty or with other characters than letters and digits. */
export function callSignOf(text: string): string | null {
  const callSign = text.trim();
  return /^[A-Za-z0-9]{1,8}$/.test(callSign) ? callSign : null;
}

/** A position; null if a coordinate is missing or out of range. */
export function positionOf(latitude: number | null, longitude: number | null): FeedPosition | null {
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return null;
  return { latitude, longitude, valid: true };
}
