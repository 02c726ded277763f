import { present } from '../feeds/present.ts';
import { formatMmsi } from './mmsi.ts';
import type { Payload } from './payload.ts';
import { type AisContent, NO_CONTENT, sizeAt } from './values.ts';

/**
 * Type 24: static data of class B in two parts (ITU-R M.1371-5, annex 8, 3.22). Bits from 0:
 *
 *     38  2   part: 0 = A, 1 = B
 *     A: 40  120  name, 20 characters
 *     B: 40  8    type of ship and cargo
 *        48  42   vendor: 3 characters, unit model and serial number
 *        90  42   call sign, 7 characters
 *        132 30   size: bow 9, stern 9, port 6, starboard 6. For auxiliary craft (98xxxxxxx) the MMSI of the mother ship
 */
export function decodeStaticClassB(payload: Payload, mmsi: number): AisContent | null {
  const part = payload.uint(38, 2);
  if (part === 0 && payload.length >= 160)
    return { ...NO_CONTENT, details: present({ name: payload.text(40, 120) }) };
  if (part !== 1 || payload.length < 162) return null;
  const isAuxiliary = formatMmsi(mmsi).startsWith('98');
  const details = present({ shipType: payload.uint(40, 8) || null, callSign: payload.text(90, 42) });
  if (!isAuxiliary) return { ...NO_CONTENT, details: { ...details, ...sizeAt(payload, 132) } };
  const mother = payload.uint(132, 30);
  return {
    ...NO_CONTENT,
    details: { ...details, ...present({ motherShip: mother > 0 ? formatMmsi(mother) : null }) },
  };
}
