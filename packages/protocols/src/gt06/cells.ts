import {
  CELL_FORMATS,
  CELL_LENGTH,
  type CellFormat,
  cellLengthAt,
  isCellAt,
  readCell,
  readNetwork,
  readTower,
} from './cell.ts';
import { GPS_LENGTH, readGps, readTime, TIME_LENGTH } from './gps.ts';
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

/**
 * Cells in view, and Wi-Fi access points, of a device that has no place (Concox JM-VL03 v1.1.2: 0x28, 0xa1; GT02 v1.3: 0x33,
 * 0x34; the others as Traccar reads them). `head` is the time (6), `network` country (2) and network (1 or 2), `cell` area
 * (2, 0xa1 and 0xa2: 4), cell (3, 0x33 and 0x34: 4, 0xa1 and 0xa2: 8) and signal (1); a cell of zeros is none.
 *
 * | number           | content                                                                                     |
 * | ---------------- | ------------------------------------------------------------------------------------------- |
 * | 0x18, 0x28, 0x2e | head, network, 7 cells, timing advance (1), language (2)                                    |
 * | 0x24             | the same                                                                                    |
 * | 0x24 of 44 bytes | head, timing advance (1), network, count (1), 5 cells, 3 bytes                              |
 * | 0x24 of 41 bytes | place (18), cell, ACC (1), external voltage and battery in 0.01 V (2 each), 10 bytes kept in `extra` |
 * | 0x34 of 50 bytes | head, timing advance (1), network, count (1), 5 cells, 3 bytes                              |
 * | 0x19 from 18 on  | head, network, count (1), so many cells, language (2)                                       |
 * | 0x2c, 0xa2       | head, network, 7 cells, timing advance (1), count (1), so many access points                |
 * | 0x33             | head, network, 6 cells, timing advance (1), count (1), so many access points                |
 * | 0xa1             | head, network, 7 cells, timing advance (1), language (2)                                    |
 * | 0x1e             | place (18), network, 7 cells, timing advance (1), language (2)                              |
 * | 0xf3             | head, count (1), so many times 2 bytes and an address (6)                                   |
 *
 * An access point is an address (6) and a signal (1). The first cell becomes `cell` and `cellSignal`, further ones `cells`,
 * each with its signal; access points become `wifi`. The vendor asks for no answer; it is answered all the same.
 */
const LANGUAGE_LENGTH = 2;
const ACCESS_POINT_LENGTH = 7;
const CELL_SLOTS = 5;
const CELL_SLOTS_REST = 3;
const SCAN_WIFI = 0xf3;
const SCAN_ACCESS_POINT_LENGTH = 8;
const GPS_CELLS = 0x1e;
const POWER_REPORT = 0x24;
const POWER_LENGTH = 41;

interface CellListFormat {
  readonly cellFormat: CellFormat;
  readonly count: number;
  readonly hasWifi: boolean;
}

const { gsm, wide, long, lte } = CELL_FORMATS;
const CELL_LISTS: ReadonlyMap<number, CellListFormat> = new Map([
  [0x18, { cellFormat: gsm, count: 7, hasWifi: false }],
  [GPS_CELLS, { cellFormat: gsm, count: 7, hasWifi: false }],
  [POWER_REPORT, { cellFormat: gsm, count: 7, hasWifi: false }],
  [0x28, { cellFormat: gsm, count: 7, hasWifi: false }],
  [0x2c, { cellFormat: gsm, count: 7, hasWifi: true }],
  [0x2e, { cellFormat: gsm, count: 7, hasWifi: false }],
  [0x33, { cellFormat: wide, count: 6, hasWifi: true }],
  [0xa1, { cellFormat: lte, count: 7, hasWifi: false }],
  [0xa2, { cellFormat: lte, count: 7, hasWifi: true }],
]);

export const cells: MessageDecoder = {
  ids: [...CELL_LISTS.keys(), SCAN_WIFI],
  decode(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const report = createDraft(message);
    let offset = TIME_LENGTH;
    const isPower = id === POWER_REPORT && content.length === POWER_LENGTH;
    if (id === GPS_CELLS || isPower) {
      const gps = readGps(content, offsetMinutes, now);
      if (typeof gps === 'string') return [createMalformedEvent(message, gps, createReply(message))];
      Object.assign(report, gps);
      offset = GPS_LENGTH;
      if (isPower)
        return [
          readPowerReport(content, report)
            ? createReportsEvent(message, report)
            : createUnknownLengthEvent(message),
        ];
    } else {
      const time = readTime(content, offsetMinutes, now);
      if (typeof time === 'string') return [createMalformedEvent(message, time, createReply(message))];
      report.time = time;
    }
    return [
      readCellList(id, content, offset, report)
        ? createReportsEvent(message, report)
        : createUnknownLengthEvent(message),
    ];
  },
};

/** 0x24 of SR411 trackers. */
function readPowerReport(content: Buffer, draft: Draft): boolean {
  const cellLength = isCellAt(content, GPS_LENGTH) ? cellLengthAt(content, GPS_LENGTH, gsm) : null;
  if (cellLength !== CELL_LENGTH) return false;
  const offset = GPS_LENGTH + cellLength;
  const cell = readCell(content, GPS_LENGTH, gsm);
  if (cell !== null) draft.attributes.cell = cell;
  draft.attributes.ignition = content.readUInt8(offset) !== 0;
  draft.attributes.externalVoltage = content.readUInt16BE(offset + 1) / 100;
  draft.attributes.batteryVoltage = content.readUInt16BE(offset + 3) / 100;
  draft.attributes.extra = content.toString('hex', offset + 5);
  return true;
}

/** Messages that the number shares with others: true when it was one of cells, by its length. */
export function readCountedCells(
  content: Buffer,
  offset: number,
  form: CellFormat,
  tail: number,
  draft: Draft,
): boolean {
  if (!isCellAt(content, offset)) return false;
  const { network, length } = readNetwork(content, offset, form);
  const first = offset + length + 1;
  if (first > content.length) return false;
  const count = content.readUInt8(first - 1);
  const cellsEnd = first + count * towerLength(form);
  if (count === 0 || cellsEnd + tail !== content.length) return false;
  readTowers(content, first, count, network, form, draft);
  return true;
}

function readCellList(id: number, content: Buffer, offset: number, draft: Draft): boolean {
  if (id === SCAN_WIFI) return readAccessPoints(content, offset, SCAN_ACCESS_POINT_LENGTH, 2, 0, draft);
  const list = CELL_LISTS.get(id);
  if (list === undefined) return false;
  const form = findCellFormat(list, content, offset);
  if (form === null) return id === POWER_REPORT && readCellSlots(content, offset, gsm, draft);
  const { network, length } = readNetwork(content, offset, form);
  const towersAt = offset + length;
  // After the cells comes the timing advance.
  const end = towersAt + list.count * towerLength(form) + 1;
  const isRead = list.hasWifi
    ? readAccessPoints(content, end, ACCESS_POINT_LENGTH, 0, 1, draft)
    : end <= content.length;
  if (!isRead) return false;
  readTowers(content, towersAt, list.count, network, form, draft);
  return true;
}

/** The form in which the whole message has the length that it has: the network of 0x33 has 1 byte or 2. */
function findCellFormat(
  { cellFormat, count, hasWifi }: CellListFormat,
  content: Buffer,
  offset: number,
): CellFormat | null {
  for (const candidate of cellFormat === wide ? [wide, long] : [cellFormat]) {
    if (!isCellAt(content, offset)) return null;
    const { length } = readNetwork(content, offset, candidate);
    const end = offset + length + count * towerLength(candidate) + 1;
    const accessPoints = hasWifi ? 1 + (content[end] ?? 0) * ACCESS_POINT_LENGTH : 0;
    const rest = content.length - end - accessPoints;
    if (rest === 0 || rest === LANGUAGE_LENGTH) return candidate;
  }
  return null;
}

/** Timing advance, network, count, and room for five cells of which `count` are used. */
export function readCellSlots(content: Buffer, offset: number, form: CellFormat, draft: Draft): boolean {
  const networkAt = offset + 1;
  if (!isCellAt(content, networkAt)) return false;
  const { network, length } = readNetwork(content, networkAt, form);
  const first = networkAt + length + 1;
  const end = first + CELL_SLOTS * towerLength(form) + CELL_SLOTS_REST;
  const count = content[first - 1] ?? 0;
  if (end !== content.length || count > CELL_SLOTS) return false;
  readTowers(content, first, count, network, form, draft);
  return true;
}

function towerLength({ lacLength, cellIdLength }: CellFormat): number {
  return lacLength + cellIdLength + 1;
}

export function readTowers(
  content: Buffer,
  start: number,
  count: number,
  network: string,
  form: CellFormat,
  { attributes }: Draft,
): void {
  const others: string[] = [];
  for (let n = 0, offset = start; n < count; n++, offset += towerLength(form)) {
    const tower = readTower(content, offset, form);
    if (tower === null) continue;
    const signal = content.readUInt8(offset + towerLength(form) - 1);
    if (attributes.cell !== undefined) others.push(`${network},${tower},${signal}`);
    else {
      attributes.cell = `${network},${tower}`;
      attributes.cellSignal = signal;
    }
  }
  if (others.length > 0) attributes.cells = others.join(';');
}

/**
 * A count and so many access points to the end, but for a language.
 *
 * @param prefixLength bytes before the address
 * @param signalLength bytes of signal after it
 */
function readAccessPoints(
  content: Buffer,
  offset: number,
  length: number,
  prefixLength: number,
  signalLength: 0 | 1,
  draft: Draft,
): boolean {
  const count = content[offset];
  if (count === undefined) return false;
  const rest = content.length - offset - 1 - count * length;
  if (rest !== 0 && rest !== LANGUAGE_LENGTH) return false;
  addAccessPoints(content, offset + 1, count, { length, prefixLength, hasSignal: signalLength === 1 }, draft);
  return true;
}

interface AccessPointFormat {
  readonly length: number;
  /** Bytes before the address. */
  readonly prefixLength: number;
  /** Whether a byte of signal follows it. */
  readonly hasSignal: boolean;
}

export const ACCESS_POINT: AccessPointFormat = {
  length: ACCESS_POINT_LENGTH,
  prefixLength: 0,
  hasSignal: true,
};

/** Access points one after the other, which must be there, as `address,signal` joined by semicolons. */
export function addAccessPoints(
  content: Buffer,
  start: number,
  count: number,
  form: AccessPointFormat,
  draft: Draft,
): void {
  const accessPoints: string[] = [];
  for (let n = 0; n < count; n++) {
    const offset = start + n * form.length + form.prefixLength;
    if (content.readUIntBE(offset, 6) === 0) continue;
    const address = content.toString('hex', offset, offset + 6).replace(/(..)(?!$)/g, '$1:');
    accessPoints.push(form.hasSignal ? `${address},${content.readUInt8(offset + 6)}` : address);
  }
  if (accessPoints.length > 0) draft.attributes.wifi = accessPoints.join(';');
}
