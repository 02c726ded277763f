import type { Report } from '@wakeline/domain/reports/report';
import type { UnreadableReport } from '../protocol.ts';
import { readLocation, writeLocation } from './location.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';
import type { Profile } from './vendor.ts';

/**
 * 0x0704: location batch (2013 section 8.49 table 76, 2019 section 8.44), big-endian.
 *
 * | byte | bytes | meaning                                                                          |
 * | ---- | ----- | -------------------------------------------------------------------------------- |
 * | 0    | 2     | number of locations, above 0                                                     |
 * | 2    | 1     | 0 normal batch, 1 recorded while out of coverage (`blindSpot`)                   |
 * | 3    | ...   | each: length (2 bytes), and a body of 0x0200 of that length                      |
 *
 * Acknowledged with one 0x8001 after the commit. Undecodable locations do not block the others; the event lists them. A
 * batch without any decodable location is a decode error.
 */
export const LOCATION_BATCH = 0x0704;

const BLIND_SPOT = 1;

export const locationBatch: MessageDecoder = {
  id: LOCATION_BATCH,
  decode(message: Message, platform: Platform) {
    const { reports, unreadable } = readBatch(message.body, message.now, message.profile);
    if (reports.length === 0) {
      return [createMalformedEvent(message, platform, unreadable[0]?.detail ?? 'a batch without locations')];
    }
    return [createReportsEvent(message, platform, reports, unreadable)];
  },
};

interface Batch {
  readonly reports: readonly Report[];
  readonly unreadable: readonly UnreadableReport[];
}

function readBatch(body: Buffer, now: number, profile: Profile): Batch {
  if (body.length < 3) {
    return { reports: [], unreadable: [{ detail: `a batch needs 3 bytes, got ${body.length}` }] };
  }
  const count = body.readUInt16BE(0);
  const blindSpot = body.readUInt8(2) === BLIND_SPOT;
  const reports: Report[] = [];
  const unreadable: UnreadableReport[] = [];
  let offset = 3;
  for (let n = 1; n <= count; n++) {
    const length = offset + 2 <= body.length ? body.readUInt16BE(offset) : 0;
    const end = offset + 2 + length;
    if (length === 0 || end > body.length) {
      unreadable.push({ detail: `location ${n} of ${count} is truncated` });
      break;
    }
    const report = readLocation(body.subarray(offset + 2, end), now, profile);
    if (typeof report === 'string') {
      unreadable.push({ detail: `location ${n} of ${count}: ${report}` });
    } else {
      reports.push(blindSpot ? { ...report, attributes: { ...report.attributes, blindSpot: true } } : report);
    }
    offset = end;
  }
  return { reports, unreadable };
}

/** Encodes a body of 0x0704. The first report determines the blind spot flag. */
export function writeBatch(reports: readonly Report[]): Buffer {
  const header = Buffer.alloc(3);
  header.writeUInt16BE(reports.length, 0);
  header.writeUInt8(reports[0]?.attributes.blindSpot === true ? BLIND_SPOT : 0, 2);
  const chunks: Buffer[] = [header];
  for (const report of reports) {
    const location = writeLocation(report);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(location.length, 0);
    chunks.push(length, location);
  }
  return Buffer.concat(chunks);
}
