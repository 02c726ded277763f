import type { AttributeValue } from '@wakeline/domain/reports/report';
import { present } from '../feeds/present.ts';
import type { Payload } from './payload.ts';
import { type AisContent, NO_CONTENT, sizeAt } from './values.ts';

/**
 * Type 5: static and voyage data of class A (ITU-R M.1371-5, annex 8, 3.3), 424 bits; some senders leave out bits at
 * the end. Bits from 0:
 *
 *     40  30  IMO number; 0: none          270 4  type of positioning system
 *     70  42  call sign, 7 characters      274 20 ETA: month 4, day 5, hour 5, minute 6
 *     112 120 name, 20 characters          294 8  draught, 1/10 m; 0: not available
 *     232 8   type of ship and cargo       302 120 destination, 20 characters
 *     240 30  size: bow 9, stern 9, port 6, starboard 6
 */
export function decodeStaticClassA(payload: Payload): AisContent | null {
  if (payload.length < 302) return null;
  const details: Record<string, AttributeValue> = present({
    imo: payload.uint(40, 30) || null,
    callSign: payload.text(70, 42),
    name: payload.text(112, 120),
    shipType: payload.uint(232, 8) || null,
    eta: etaOf(payload),
    draught: payload.uint(294, 8) / 10 || null,
    destination: payload.text(302, 120),
  });
  return { ...NO_CONTENT, details: { ...details, ...sizeAt(payload, 240) } };
}

/** `MM-DD HH:MM` in UTC: the year is not sent. Null if it is not available (month 0, day 0, hour 24, minute 60). */
function etaOf(payload: Payload): string | null {
  const [month, day, hour, minute] = [
    payload.uint(274, 4),
    payload.uint(278, 5),
    payload.uint(283, 5),
    payload.uint(288, 6),
  ];
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return null;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`;
}
