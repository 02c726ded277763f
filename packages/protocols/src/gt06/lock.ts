import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { CELL_FORMATS, cellLengthAt, readCell, readNetwork } from './cell.ts';
import { ACCESS_POINT, addAccessPoints, readTowers } from './cells.ts';
import { readGps, readTime, TIME_LENGTH } from './gps.ts';
import {
  createDraft,
  createMalformedEvent,
  createReply,
  createReportsEvent,
  createUnknownLengthEvent,
  type Draft,
  type Message,
  type MessageDecoder,
} from './message.ts';
import { addNotice } from './terminal-status.ts';

/**
 * Position 0x32 and alarm 0x33 of AZ735 locks in extended frames (as in Traccar), big-endian.
 *
 * | bytes | meaning                                                                                                       |
 * | ----- | ------------------------------------------------------------------------------------------------------------- |
 * | 6     | time                                                                                                          |
 * | 1     | length of the GPS block: 0 for none, else the 12 bytes of `gps.ts` after the time follow                      |
 * | 1     | length of the cell, including this byte; 0 for none                                                           |
 * | n     | cell (8) and signal (1)                                                                                       |
 * | 1 + n | length, then further cells of the same network: LAC (2), cell id (3), signal (1)                              |
 * | 1 + n | length, then access points: MAC address (6), signal (1)                                                       |
 * | 1     | 0x32: status; 0x33: alarm: 0xa0 locked, 0xa1 unlocked, 0xa2 and 0xa3 low battery, 0xa4 other, 0xa5 door       |
 * | 1 + n | length, then reserved bytes                                                                                   |
 *
 * Reserved bytes are stored as hexadecimal text in `extra`. The reply is an empty extended packet after the commit.
 */
const POSITION = 0x32;
const ALARM = 0x33;

const GPS_REST_LENGTH = 12;
/** LAC, cell id and signal. */
const CELL_LENGTH = 6;
const { gsm } = CELL_FORMATS;
const NOTICES: ReadonlyMap<number, NoticeType> = new Map([
  [0xa2, 'LOWPOWER'],
  [0xa3, 'LOWPOWER'],
]);
const LOCKED = 0xa0;
const UNLOCKED = 0xa1;
const DOOR = 0xa5;

export const lock: MessageDecoder = {
  ids: [POSITION, ALARM],
  decode(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const report = createDraft(message);
    const time = readTime(content, offsetMinutes, now);
    if (typeof time === 'string') return [createMalformedEvent(message, time, createReply(message))];
    report.time = time;
    const fields = splitContent(content);
    if (fields === null) return [createUnknownLengthEvent(message)];
    if (fields.gpsBlock.length > 0) {
      const block = Buffer.concat([content.subarray(0, TIME_LENGTH), fields.gpsBlock]);
      const gps = readGps(block, offsetMinutes, now);
      if (typeof gps === 'string') return [createMalformedEvent(message, gps, createReply(message))];
      Object.assign(report, gps);
    }
    readCellsAndWifi(fields, report);
    if (fields.reserved.length > 0) report.attributes.extra = fields.reserved.toString('hex');
    if (fields.status !== 0) report.attributes.alarmCode = fields.status;
    if (id === ALARM) readLockAlarm(fields.status, report);
    return [createReportsEvent(message, report)];
  },
};

interface LockFields {
  readonly gpsBlock: Buffer;
  readonly cell: Buffer;
  readonly cells: Buffer;
  readonly accessPoints: Buffer;
  readonly status: number;
  readonly reserved: Buffer;
}

/** Splits the content by its length fields; null if they do not match its length. */
function splitContent(content: Buffer): LockFields | null {
  let offset = TIME_LENGTH;
  let fits = true;
  const takeField = (overhead: number, extra: number): Buffer => {
    const length = content[offset] ?? 0;
    const fieldLength = length === 0 ? 0 : length - overhead + extra;
    const field = content.subarray(offset + 1, offset + 1 + Math.max(fieldLength, 0));
    fits &&= offset < content.length && fieldLength >= 0 && field.length === fieldLength;
    offset += 1 + fieldLength;
    return field;
  };
  const gpsBlock = takeField(0, 0);
  const cell = takeField(1, 1);
  const cells = takeField(0, 0);
  const accessPoints = takeField(0, 0);
  const status = content[offset] ?? 0;
  offset += 1;
  const reserved = takeField(0, 0);
  fits &&= offset === content.length;
  fits &&= gpsBlock.length === 0 || gpsBlock.length === GPS_REST_LENGTH;
  fits &&= cell.length === 0 || cellLengthAt(cell, 0, gsm) === cell.length - 1;
  fits &&= cells.length % CELL_LENGTH === 0 && accessPoints.length % ACCESS_POINT.length === 0;
  return fits ? { gpsBlock, cell, cells, accessPoints, status, reserved } : null;
}

function readCellsAndWifi({ cell, cells, accessPoints }: LockFields, draft: Draft): void {
  if (cell.length > 0) {
    const text = readCell(cell, 0, gsm);
    if (text !== null) {
      draft.attributes.cell = text;
      draft.attributes.cellSignal = cell.readUInt8(cell.length - 1);
    }
    readTowers(cells, 0, cells.length / CELL_LENGTH, readNetwork(cell, 0, gsm).network, gsm, draft);
  }
  addAccessPoints(accessPoints, 0, accessPoints.length / ACCESS_POINT.length, ACCESS_POINT, draft);
}

function readLockAlarm(status: number, draft: Draft): void {
  const notice = NOTICES.get(status);
  if (notice !== undefined) addNotice(notice, draft);
  if (status === LOCKED || status === UNLOCKED) draft.attributes.armed = status === LOCKED;
  if (status === DOOR) draft.attributes.doorOpen = true;
}
