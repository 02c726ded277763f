import type { Report } from '@wakeline/domain/reports/report';
import type { Unreadable } from '../protocol.ts';
import { readLocation, writeLocation } from './location.ts';
import { type Message, type MessageKind, malformed, type Platform, reported } from './message.ts';
import type { Profile } from './vendor.ts';

/**
 * 0x0704 several locations (2013 section 8.49 table 76, 2019 section 8.44), big-endian.
 *
 * | byte | bytes | meaning                                                                          |
 * | ---- | ----- | -------------------------------------------------------------------------------- |
 * | 0    | 2     | number of locations, above 0                                                     |
 * | 2    | 1     | 0 a normal batch, 1 made up for while out of coverage (`blindSpot`)              |
 * | 3    | ...   | each: length (2 bytes), and a body of 0x0200 of that length                      |
 *
 * Answered by one 0x8001 after all are stored. A location in it that cannot be read does not hold up the others: it is named
 * in the event. A batch without a location that can be read is a fault.
 */
export const LOCATION_BATCH = 0x0704;

const BLIND_SPOT = 1;

export const locationBatch: MessageKind = {
  id: LOCATION_BATCH,
  events(message: Message, platform: Platform) {
    const { reports, unreadable } = readBatch(message.body, message.now, message.profile);
    if (reports.length === 0) {
      return [malformed(message, platform, unreadable[0]?.detail ?? 'a batch of no locations')];
    }
    return [reported(message, platform, reports, unreadable)];
  },
};

interface Batch {
  readonly reports: readonly Report[];
  readonly unreadable: readonly Unreadable[];
}

function readBatch(body: Buffer, now: number, profile: Profile): Batch {
  if (body.length < 3) {
    return { reports: [], unreadable: [{ detail: `a batch needs 3 bytes, got ${body.length}` }] };
  }
  const count = body.readUInt16BE(0);
  const blindSpot = body.readUInt8(2) === BLIND_SPOT;
  const reports: Report[] = [];
  const unreadable: Unreadable[] = [];
  let at = 3;
  for (let n = 1; n <= count; n++) {
    const length = at + 2 <= body.length ? body.readUInt16BE(at) : 0;
    const end = at + 2 + length;
    if (length === 0 || end > body.length) {
      unreadable.push({ detail: `location ${n} of ${count} is cut off` });
      break;
    }
    const report = readLocation(body.subarray(at + 2, end), now, profile);
    if (typeof report === 'string') {
      unreadable.push({ detail: `location ${n} of ${count}: ${report}` });
    } else {
      reports.push(blindSpot ? { ...report, attributes: { ...report.attributes, blindSpot: true } } : report);
    }
    at = end;
  }
  return { reports, unreadable };
}

/** A body of 0x0704. It is of the blind spot when the first report says so. */
export function writeBatch(reports: readonly Report[]): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt16BE(reports.length, 0);
  head.writeUInt8(reports[0]?.attributes.blindSpot === true ? BLIND_SPOT : 0, 2);
  const parts: Buffer[] = [head];
  for (const report of reports) {
    const location = writeLocation(report);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(location.length, 0);
    parts.push(length, location);
  }
  return Buffer.concat(parts);
}
