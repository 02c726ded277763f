import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { present } from '../feeds/present.ts';
import type { Payload } from './payload.ts';
import { type AisContent, NO_CONTENT, positionOf, statusOf } from './values.ts';

/** Longitude and latitude are in 1/10 minute. */
const UNITS_PER_DEGREE = 600;

/**
 * Type 27: position for long-range reception, as by satellites (ITU-R M.1371-5, annex 8, 3.25). Bits from 0:
 *
 *     40 4   navigation status               79 6  speed over ground, whole knots; 63: not available
 *     44 18  longitude, 1/10 min             85 9  course over ground, degrees; 511: not available
 *     62 17  latitude, 1/10 min
 */
export function decodeLongRange(payload: Payload): AisContent | null {
  if (payload.length < 94) return null;
  const [speed, course, status] = [payload.uint(79, 6), payload.uint(85, 9), payload.uint(40, 4)];
  return {
    ...NO_CONTENT,
    position: positionOf({
      longitude: payload.int(44, 18) / UNITS_PER_DEGREE,
      latitude: payload.int(62, 17) / UNITS_PER_DEGREE,
    }),
    motion: { speed: speed === 63 ? null : speed * KMH_PER_KNOT, course: course >= 360 ? null : course },
    dynamics: present({ navigationStatus: statusOf(status) }),
    status,
  };
}
