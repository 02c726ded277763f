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
  speedAt,
  statusOf,
} from './values.ts';

/**
 * Types 1, 2 and 3: position of a vessel with class A equipment (ITU-R M.1371-5, annex 8, 3.1). Bits from 0:
 *
 *     38  4   navigation status; 15: not defined. 14: AIS-SART, MOB or EPIRB is active
 *     42  8   rate of turn, signed: 4.733 * sqrt(degrees per minute); 127, -127: more than 5 degrees in 30 s; -128: none
 *     50  10  speed over ground, 1/10 kn
 *     60  1   accuracy better than 10 m
 *     61  28  longitude, 1/10000 min
 *     89  27  latitude, 1/10000 min
 *     116 12  course over ground, 1/10 degree
 *     128 9   true heading, degrees
 *     137 6   UTC second
 */
export function decodePositionClassA(payload: Payload): AisContent | null {
  if (payload.length < 143) return null;
  const stamp = payload.uint(137, 6);
  const status = payload.uint(38, 4);
  const heading = headingAt(payload, 128);
  return {
    ...NO_CONTENT,
    position: positionOf(coordinatesAt(payload, 61), stamp),
    motion: { speed: speedAt(payload, 50), course: courseAt(payload, 116) },
    second: secondOf(stamp),
    dynamics: present({
      heading,
      navigationStatus: statusOf(status),
      rateOfTurn: rateOfTurn(payload.int(42, 8)),
    }),
    status,
  };
}

/** Degrees per minute, to starboard positive; null without a turn indicator. */
function rateOfTurn(value: number): number | null {
  if (Math.abs(value) >= 127) return null;
  return (Math.sign(value) * Math.round((value / 4.733) ** 2 * 10)) / 10;
}
