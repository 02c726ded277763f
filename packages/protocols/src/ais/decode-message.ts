import type { FeedError, FeedMessage } from '../feeds/feed-message.ts';
import { decodeAidToNavigation } from './aid-to-navigation.ts';
import { decodeBaseStation } from './base-station.ts';
import { decodeLongRange } from './long-range.ts';
import { formatMmsi, isUsableMmsi, kindOfMmsi } from './mmsi.ts';
import type { Payload } from './payload.ts';
import { decodePositionClassA } from './position-class-a.ts';
import { decodePositionClassB } from './position-class-b.ts';
import { decodeRescueAircraft } from './rescue-aircraft.ts';
import { decodeStaticClassA } from './static-class-a.ts';
import { decodeStaticClassB } from './static-class-b.ts';
import type { AisContent } from './values.ts';

/** Navigation status of an active AIS-SART, man overboard device or EPIRB-AIS. A test has status 15. */
const DISTRESS_STATUS = 14;

/** Decodes a complete message. `stationTime`: time of receipt at the station, epoch milliseconds; null: not known. */
export function decodeMessage(payload: Payload, stationTime: number | null): FeedMessage | FeedError {
  if (payload.length < 40) return 'malformed';
  const type = payload.uint(0, 6);
  const decode = DECODERS[type];
  if (decode === undefined) return type >= 1 && type <= 27 ? 'unsupported' : 'malformed';
  const mmsi = payload.uint(8, 30);
  if (!isUsableMmsi(mmsi)) return 'address';
  const content = decode(payload, mmsi);
  if (content === null) return 'malformed';
  const { position, motion, time, second, details, dynamics, status } = content;
  const kind = kindOfMmsi(mmsi);
  return {
    objectId: `mmsi-${formatMmsi(mmsi)}`,
    kind: type === 21 ? 'aid' : type === 4 ? 'station' : type === 9 ? 'aircraft' : kind,
    position,
    motion,
    time: time ?? stationTime,
    second: time === null ? second : null,
    details,
    dynamics,
    distress: kind === 'distress' && status !== null ? status === DISTRESS_STATUS : null,
  };
}

const DECODERS: Readonly<Record<number, (payload: Payload, mmsi: number) => AisContent | null>> = {
  1: decodePositionClassA,
  2: decodePositionClassA,
  3: decodePositionClassA,
  4: decodeBaseStation,
  5: decodeStaticClassA,
  9: decodeRescueAircraft,
  18: (payload) => decodePositionClassB(payload, 18),
  19: (payload) => decodePositionClassB(payload, 19),
  21: decodeAidToNavigation,
  24: decodeStaticClassB,
  27: decodeLongRange,
};
