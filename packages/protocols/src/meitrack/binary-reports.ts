import type { Report } from '@wakeline/domain/reports/report';
import { createReportDraft } from '../report-draft.ts';
import { findEventCode, setEvent } from './event-code.ts';
import {
  createDecodeError,
  createFix,
  createReply,
  createReportsEvent,
  fromSeconds2000,
  type MessageDecoder,
  setPorts,
  setSignal,
  toCsq,
  toSeconds2000,
} from './message.ts';
import { setVoltages } from './voltages.ts';

/**
 * CCC: positions in binary, little-endian (T622 GPRS protocol V1.2 section 3.45).
 *
 * | byte | bytes | meaning                                                      |
 * | ---- | ----- | ------------------------------------------------------------ |
 * | 0    | 2     | version of the record                                        |
 * | 2    | 2     | length of a record                                           |
 * | 4    | 4     | number of records in the memory of the device, with these    |
 * | 8    | n     | records                                                      |
 *
 * A record of 52 bytes:
 *
 * | byte | bytes | meaning                    | byte | bytes | meaning                                    |
 * | ---- | ----- | -------------------------- | ---- | ----- | ------------------------------------------ |
 * | 0    | 1     | event code                 | 22   | 2     | altitude, m                                |
 * | 1    | 4     | latitude, 0.000001 degree  | 24   | 4     | odometer, m                                |
 * | 5    | 4     | longitude                  | 28   | 4     | operating time, s                          |
 * | 9    | 4     | seconds since 2000, UTC    | 32   | 8     | MCC, MNC, LAC, cell id                     |
 * | 13   | 1     | 1: fix                     | 40   | 2     | ports                                      |
 * | 14   | 1     | satellites                 | 42   | 2     | converter input 1                          |
 * | 15   | 1     | mobile signal, 0 to 31     | 44   | 4     | converter inputs 4 and 5: battery, external |
 * | 16   | 2     | speed, km/h                | 48   | 4     | number of the fence                        |
 * | 18   | 2     | course, degrees            |      |       |                                            |
 * | 20   | 2     | HDOP, 0.1                  |      |       |                                            |
 *
 * The reply is `CCC` with the number of records that the device may delete, sent after they are stored.
 */
export const BINARY_REPORTS = 'CCC';
const HEADER_LENGTH = 8;
const RECORD_LENGTH = 52;
/** As sent by all known devices with records of 52 bytes. */
const VERSION = 0x0102;
/** Records per packet: the document limits packets to 1,046 bytes. */
export const MAX_RECORDS = 18;

const COORDINATE_SCALE = 1_000_000;

export const binaryReports: MessageDecoder = (message) => {
  const { content, model } = message;
  if (content.length < HEADER_LENGTH)
    return [createDecodeError(message, 'malformed', `a header has ${HEADER_LENGTH} bytes`)];
  const length = content.readUInt16LE(2);
  if (length === 0) return [createDecodeError(message, 'malformed', 'records without a length')];
  const reports: Report[] = [];
  const unreadable: string[] = [];
  const layout = `version ${content.readUInt16LE(0).toString(16).padStart(4, '0')} with ${length} bytes`;
  let count = 0;
  for (let offset = HEADER_LENGTH; offset < content.length; offset += length, count++) {
    const record = content.subarray(offset, offset + length);
    if (record.length < length) unreadable.push(`CCC: record ${count + 1} is truncated`);
    else if (length !== RECORD_LENGTH) unreadable.push(`CCC: record ${count + 1}: unknown ${layout}`);
    else reports.push(readRecord(record, model, message.now));
  }
  if (count === 0) return [createDecodeError(message, 'malformed', 'no records')];
  return [createReportsEvent(message, reports, createReply(message, String(count)), unreadable)];
};

function readRecord(record: Buffer, model: string, now: number): Report {
  const draft = createReportDraft(now);
  const { attributes } = draft;
  setEvent(draft, record.readUInt8(0));
  const seconds = record.readUInt32LE(9);
  // A device whose clock is not set sends zeros.
  if (seconds !== 0) {
    draft.time = fromSeconds2000(seconds);
    draft.fix = createFix({
      latitude: record.readInt32LE(1) / COORDINATE_SCALE,
      longitude: record.readInt32LE(5) / COORDINATE_SCALE,
      speed: record.readUInt16LE(16),
      course: record.readUInt16LE(18),
      altitude: record.readInt16LE(22),
      valid: record.readUInt8(13) === 1,
    });
  }
  draft.satellites = record.readUInt8(14);
  setSignal(draft, record.readUInt8(15));
  attributes.hdop = record.readUInt16LE(20) / 10;
  attributes.odometer = record.readUInt32LE(24);
  attributes.travelTime = record.readUInt32LE(28);
  const cell = [32, 34, 36, 38].map((at) => record.readUInt16LE(at));
  if (cell[0] !== 0) attributes.cell = cell.join(',');
  setPorts(draft, record.readUInt16LE(40));
  attributes.analog1 = record.readUInt16LE(42);
  setVoltages(draft, model, record.readUInt16LE(44), record.readUInt16LE(46));
  const fence = record.readUInt32LE(48);
  if (fence !== 0) attributes.fence = fence;
  return draft;
}

/**
 * Encodes the content of a CCC packet. Null values are sent as 0. Speed is rounded to km/h, altitude to metres and the
 * signal to 32 levels.
 */
export function writeBinaryReports(reports: readonly Report[]): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(RECORD_LENGTH, 2);
  header.writeUInt32LE(reports.length, 4);
  return Buffer.concat([header, ...reports.map(writeRecord)]);
}

function writeRecord({ time, fix, gsm, satellites, alarms, attributes }: Report): Buffer {
  const record = Buffer.alloc(RECORD_LENGTH);
  record.writeUInt8(findEventCode(alarms), 0);
  record.writeUInt32LE(toSeconds2000(time), 9);
  record.writeUInt8(satellites ?? 0, 14);
  record.writeUInt8(toCsq(gsm), 15);
  const { odometer } = attributes;
  if (typeof odometer === 'number') record.writeUInt32LE(Math.round(odometer), 24);
  if (fix === null) return record;
  record.writeInt32LE(Math.round(fix.latitude * COORDINATE_SCALE), 1);
  record.writeInt32LE(Math.round(fix.longitude * COORDINATE_SCALE), 5);
  record.writeUInt8(fix.valid ? 1 : 0, 13);
  record.writeUInt16LE(Math.round(fix.speed ?? 0), 16);
  record.writeUInt16LE(Math.round(fix.course ?? 0) % 360, 18);
  record.writeInt16LE(Math.round(fix.altitude ?? 0), 22);
  return record;
}
