import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { Payload } from './payload.ts';
import { type AisContent, coordinatesAt, courseAt, NO_CONTENT, positionOf, secondOf } from './values.ts';

/**
 * Type 9: position of a search and rescue aircraft (ITU-R M.1371-5, annex 8, 3.7). Bits from 0:
 *
 *     38  12  altitude, m; 4095: not available; 4094: 4094 m or higher
 *     50  10  speed over ground, whole knots; 1023: not available
 *     61  28  longitude, 1/10000 min     89 27 latitude
 *     116 12  course over ground, 1/10 degree
 *     128 6   UTC second
 *     134 1   source of the altitude: 0 GNSS, 1 barometric
 */
export function decodeRescueAircraft(payload: Payload): AisContent | null {
  if (payload.length < 134) return null;
  const stamp = payload.uint(128, 6);
  const isBarometric = payload.length > 134 && payload.uint(134, 1) === 1;
  const [altitude, speed] = [payload.uint(38, 12), payload.uint(50, 10)];
  return {
    ...NO_CONTENT,
    position: positionOf(coordinatesAt(payload, 61), stamp),
    motion: {
      altitude: altitude === 4_095 ? null : altitude,
      ...(isBarometric && { altitudeKind: ALTITUDE_KINDS.pressure }),
      speed: speed === 1_023 ? null : speed * KMH_PER_KNOT,
      course: courseAt(payload, 116),
    },
    second: secondOf(stamp),
  };
}
