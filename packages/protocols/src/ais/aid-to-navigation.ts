import { present } from '../feeds/present.ts';
import type { Payload } from './payload.ts';
import { type AisContent, coordinatesAt, NO_CONTENT, positionOf, secondOf, sizeAt } from './values.ts';

/**
 * Type 21: aid to navigation: a buoy, beacon or light (ITU-R M.1371-5, annex 8, 3.19), 272 to 360 bits. From 0:
 *
 *     38  5   type of aid; 0: not defined    253 6  UTC second
 *     43  120 name, 20 characters            259 1  off position; valid if the second is below 60
 *     164 28  longitude, 1/10000 min         269 1  virtual: no such object in the water
 *     192 27  latitude                       272 0..84 continued name
 *     219 30  size: bow 9, stern 9, port 6, starboard 6
 */
export function decodeAidToNavigation(payload: Payload): AisContent | null {
  if (payload.length < 260) return null;
  const stamp = payload.uint(253, 6);
  // The name of a full length continues after the other fields, and may have a space at the joint.
  const name = [payload.rawText(43, 120), payload.length > 272 ? payload.rawText(272, 84) : '']
    .join('')
    .trim();
  const second = secondOf(stamp);
  return {
    ...NO_CONTENT,
    position: positionOf(coordinatesAt(payload, 164), stamp),
    second,
    dynamics: second === null ? {} : { offPosition: payload.flag(259) },
    details: {
      ...present({ name: name || null, aidType: payload.uint(38, 5) || null }),
      ...sizeAt(payload, 219),
      virtual: payload.flag(269),
    },
  };
}
