import { present } from '../feeds/present.ts';
import type { Payload } from './payload.ts';
import {
  type AisContent,
  coordinatesAt,
  courseAt,
  headingAt,
  NO_CONTENT,
  positionOf,
  secondOf,
  sizeAt,
  speedAt,
} from './values.ts';

/**
 * Types 18 and 19: position of a vessel with class B equipment (ITU-R M.1371-5, annex 8, 3.16 and 3.17). Bits from 0:
 *
 *     46  10  speed over ground, 1/10 kn    112 12 course over ground, 1/10 degree
 *     57  28  longitude, 1/10000 min        124 9  true heading, degrees
 *     85  27  latitude                      133 6  UTC second
 *
 * Type 19 adds:
 *
 *     143 120 name, 20 characters           263 8  type of ship and cargo
 *     271 30  size: bow 9, stern 9, port 6, starboard 6
 */
export function decodePositionClassB(payload: Payload, type: 18 | 19): AisContent | null {
  if (payload.length < (type === 19 ? 301 : 139)) return null;
  const stamp = payload.uint(133, 6);
  const heading = headingAt(payload, 124);
  return {
    ...NO_CONTENT,
    position: positionOf(coordinatesAt(payload, 57), stamp),
    motion: { speed: speedAt(payload, 46), course: courseAt(payload, 112) },
    second: secondOf(stamp),
    dynamics: present({ heading }),
    details:
      type === 18
        ? {}
        : {
            ...present({ name: payload.text(143, 120), shipType: payload.uint(263, 8) || null }),
            ...sizeAt(payload, 271),
          },
  };
}
