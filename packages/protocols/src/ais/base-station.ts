import type { Payload } from './payload.ts';
import { type AisContent, coordinatesAt, NO_CONTENT, positionOf } from './values.ts';

/**
 * Type 4: base station report (ITU-R M.1371-5, annex 8, 3.2). Bits from 0:
 *
 *     38  14  year; 0: not available     61 5  hour; 24: not available
 *     52  4   month; 0: not available    66 6  minute; 60: not available
 *     56  5   day; 0: not available      72 6  second; 60: not available
 *     79  28  longitude, 1/10000 min     107 27 latitude
 */
export function decodeBaseStation(payload: Payload): AisContent | null {
  if (payload.length < 134) return null;
  return { ...NO_CONTENT, position: positionOf(coordinatesAt(payload, 79)), time: timeOf(payload) };
}

function timeOf(payload: Payload): number | null {
  const [year, month, day] = [payload.uint(38, 14), payload.uint(52, 4), payload.uint(56, 5)];
  const [hour, minute, second] = [payload.uint(61, 5), payload.uint(66, 6), payload.uint(72, 6)];
  if (year < 1970 || year > 2100 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59)
    return null;
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(time).getUTCDate() === day ? time : null;
}
