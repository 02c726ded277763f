import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { CELL_FORMS, cellText, lengthOfCell, readNetwork } from './cell.ts';
import { addPoints, POINT, readTowers } from './cells.ts';
import { readGps, readTime, TIME_LENGTH } from './gps.ts';
import {
  answer,
  type Draft,
  draftOf,
  type Message,
  type MessageKind,
  malformed,
  oddLength,
  reported,
} from './message.ts';
import { raise } from './terminal-status.ts';

/**
 * Place 0x32 and alarm 0x33 of AZ735 locks in the long kind of frame (as Traccar reads them), big-endian.
 *
 * | bytes | meaning                                                                                                       |
 * | ----- | ------------------------------------------------------------------------------------------------------------- |
 * | 6     | time                                                                                                          |
 * | 1     | length of the place: 0 for none, else the 12 bytes of `gps.ts` after the time follow                          |
 * | 1     | length of the cell, itself included; 0 for none                                                               |
 * | n     | cell (8) and signal (1)                                                                                       |
 * | 1 + n | length, then further cells of the same network: area (2), cell (3), signal (1)                                |
 * | 1 + n | length, then access points: address (6), signal (1)                                                           |
 * | 1     | 0x32: status; 0x33: alarm: 0xa0 locked, 0xa1 unlocked, 0xa2 and 0xa3 low battery, 0xa4 other, 0xa5 door       |
 * | 1 + n | length, then what the vendor has reserved                                                                     |
 *
 * What the vendor has reserved is kept as hexadecimal text in `extra`. Answered by an empty packet of the same kind once it is
 * stored.
 */
const PLACE = 0x32;
const ALARM = 0x33;

const GPS_REST = 12;
/** Area, cell and signal. */
const CELL_LENGTH = 6;
const { gsm } = CELL_FORMS;
const NOTICES: ReadonlyMap<number, NoticeType> = new Map([
  [0xa2, 'LOWPOWER'],
  [0xa3, 'LOWPOWER'],
]);
const LOCKED = 0xa0;
const UNLOCKED = 0xa1;
const DOOR = 0xa5;

export const lock: MessageKind = {
  ids: [PLACE, ALARM],
  events(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const report = draftOf(message);
    const time = readTime(content, offsetMinutes, now);
    if (typeof time === 'string') return [malformed(message, time, answer(message))];
    report.time = time;
    const parts = partsOf(content);
    if (parts === null) return [oddLength(message)];
    if (parts.place.length > 0) {
      const block = Buffer.concat([content.subarray(0, TIME_LENGTH), parts.place]);
      const gps = readGps(block, offsetMinutes, now);
      if (typeof gps === 'string') return [malformed(message, gps, answer(message))];
      Object.assign(report, gps);
    }
    readNetworkParts(parts, report);
    if (parts.reserved.length > 0) report.attributes.extra = parts.reserved.toString('hex');
    if (parts.status !== 0) report.attributes.alarmCode = parts.status;
    if (id === ALARM) readLockAlarm(parts.status, report);
    return [reported(message, report)];
  },
};

interface Parts {
  readonly place: Buffer;
  readonly cell: Buffer;
  readonly cells: Buffer;
  readonly points: Buffer;
  readonly status: number;
  readonly reserved: Buffer;
}

/** Cuts a content by the lengths in it; null when they do not fit it. */
function partsOf(content: Buffer): Parts | null {
  let at = TIME_LENGTH;
  let fits = true;
  const take = (least: number, more: number): Buffer => {
    const length = content[at] ?? 0;
    const part = length === 0 ? 0 : length - least + more;
    const taken = content.subarray(at + 1, at + 1 + Math.max(part, 0));
    fits &&= at < content.length && part >= 0 && taken.length === part;
    at += 1 + part;
    return taken;
  };
  const place = take(0, 0);
  const cell = take(1, 1);
  const cells = take(0, 0);
  const points = take(0, 0);
  const status = content[at] ?? 0;
  at += 1;
  const reserved = take(0, 0);
  fits &&= at === content.length;
  fits &&= place.length === 0 || place.length === GPS_REST;
  fits &&= cell.length === 0 || lengthOfCell(cell, 0, gsm) === cell.length - 1;
  fits &&= cells.length % CELL_LENGTH === 0 && points.length % POINT.length === 0;
  return fits ? { place, cell, cells, points, status, reserved } : null;
}

function readNetworkParts({ cell, cells, points }: Parts, to: Draft): void {
  if (cell.length > 0) {
    const text = cellText(cell, 0, gsm);
    if (text !== null) {
      to.attributes.cell = text;
      to.attributes.cellSignal = cell.readUInt8(cell.length - 1);
    }
    readTowers(cells, 0, cells.length / CELL_LENGTH, readNetwork(cell, 0, gsm).network, gsm, to);
  }
  addPoints(points, 0, points.length / POINT.length, POINT, to);
}

function readLockAlarm(status: number, to: Draft): void {
  const notice = NOTICES.get(status);
  if (notice !== undefined) raise(notice, to);
  if (status === LOCKED || status === UNLOCKED) to.attributes.armed = status === LOCKED;
  if (status === DOOR) to.attributes.doorOpen = true;
}
