import { emergencyOf } from '@wakeline/domain/aviation/emergency';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { FeedError, FeedMessage } from '../feeds/feed-message.ts';
import { present } from '../feeds/present.ts';
import { objectIdOf } from './address.ts';
import { angleOf, callSignOf, numberOf, positionOf, pressureAltitude, squawkOf } from './values.ts';

/**
 * A line of the BaseStation format, port 30003 ("SBS"). 22 fields, separated by commas, most of them empty:
 *
 *     1  MSG       5  address (hexadecimal)  13 ground speed, kn      18 squawk
 *     2  type 1..8 7  date, 8 time: local    14 track, degrees        19 alert: squawk has changed
 *     3  session   9  date, 10 time: local   15 latitude              20 emergency
 *     4  aircraft  11 call sign              16 longitude             21 SPI (ident)
 *     6  flight    12 altitude, ft           17 vertical rate, ft/min 22 on the ground
 *
 * Type 1 has the call sign, 2 a position on the ground, 3 one in the air, 4 speed and track, 5 to 7 altitude and squawk,
 * 8 only field 22. Flags are -1 or 1. Times are local times of the receiver and are not used. SEL, ID, AIR, STA and CLK
 * lines come from the receiver's own display. The altitude is the barometric one, at 1013.25 hPa.
 */
export function decodeSbsLine(line: string): FeedMessage | FeedError {
  const fields = line.split(',').map((field) => field.trim());
  const [kind, type] = fields;
  if (kind !== 'MSG') return /^(SEL|ID|AIR|STA|CLK)$/.test(kind ?? '') ? 'unsupported' : 'malformed';
  if (fields.length !== 22 || !/^[1-8]$/.test(type ?? '')) return 'malformed';
  const field = (number: number): string => fields[number - 1] ?? '';
  const objectId = objectIdOf(field(5));
  if (objectId === null) return 'address';
  const squawk = squawkOf(field(18));
  const [altitude, speed] = [numberOf(field(12)), numberOf(field(13))];
  const course = angleOf(numberOf(field(14)));
  return {
    objectId,
    kind: 'aircraft',
    position: positionOf(numberOf(field(15)), numberOf(field(16))),
    motion: {
      ...(altitude !== null && pressureAltitude(altitude)),
      ...(speed !== null && speed >= 0 && { speed: speed * KMH_PER_KNOT }),
      ...(course !== null && { course }),
    },
    time: null,
    second: null,
    details: present({ callSign: callSignOf(field(11)) }),
    dynamics: present({ squawk, verticalRate: numberOf(field(17)), onGround: flagOf(field(22)) }),
    ...emergencyIn(squawk, flagOf(field(20))),
    distress: null,
  };
}

/** The flag says no more than that there is an emergency. Without a squawk, 0 says nothing: all types of messages have it. */
function emergencyIn(squawk: string | null, flag: boolean | null): Pick<FeedMessage, 'emergency'> {
  const emergency = emergencyOf(squawk, null) ?? (flag === true ? 'unspecified' : null);
  return squawk === null && emergency === null ? {} : { emergency };
}

/** -1 or 1: yes, 0: no, empty: not sent. */
function flagOf(text: string): boolean | null {
  return text === '' ? null : text === '-1' || text === '1';
}
