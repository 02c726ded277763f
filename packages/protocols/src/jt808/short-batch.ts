import type { Report } from '@wakeline/domain/reports/report';
import type { UnreadableReport } from '../protocol.ts';
import { readTime } from './clock.ts';
import { setBattery } from './items.ts';
import { readLocation } from './location.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';

/**
 * 0x0210: battery-powered trackers (as in Traccar). Two formats, distinguished by length, because a location has at
 * least 28 bytes:
 *
 * | format   | body                                                           |
 * | -------- | -------------------------------------------------------------- |
 * | battery  | percent (1), time (BCD 6, GMT+8)                               |
 * | batch    | locations, each its length (1) and a body of 0x0200            |
 *
 * Acknowledged with one 0x8001 after the commit. Undecodable locations do not block the others.
 */
const BATTERY_LENGTH = 7;

export const shortBatch: MessageDecoder = {
  id: 0x0210,
  decode(message: Message, platform: Platform) {
    if (message.body.length === BATTERY_LENGTH) return [createBatteryEvent(message, platform)];
    const { reports, unreadable } = readBatch(message);
    if (reports.length === 0) {
      return [createMalformedEvent(message, platform, unreadable[0]?.detail ?? 'a batch without locations')];
    }
    return [createReportsEvent(message, platform, reports, unreadable)];
  },
};

function createBatteryEvent(message: Message, platform: Platform) {
  const status: { battery: number | null; attributes: Report['attributes'] } = {
    battery: null,
    attributes: {},
  };
  const time = readTime(message.body, 1);
  if (!setBattery(message.body.readUInt8(0), status) || time === null) {
    return createMalformedEvent(message, platform, `invalid battery state: ${message.body.toString('hex')}`);
  }
  return createReportsEvent(message, platform, [createStatusReport(message, status, time)]);
}

function readBatch({ body, now, profile }: Message): { reports: Report[]; unreadable: UnreadableReport[] } {
  const reports: Report[] = [];
  const unreadable: UnreadableReport[] = [];
  let offset = 0;
  for (let n = 1; offset < body.length; n++) {
    const end = offset + 1 + body.readUInt8(offset);
    if (end === offset + 1 || end > body.length) {
      unreadable.push({ detail: `location ${n} is truncated` });
      break;
    }
    const report = readLocation(body.subarray(offset + 1, end), now, profile);
    if (typeof report === 'string') unreadable.push({ detail: `location ${n}: ${report}` });
    else reports.push(report);
    offset = end;
  }
  return { reports, unreadable };
}
