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
 * Visible cells and Wi-Fi access points of a device without a position (Concox JM-VL03 v1.1.2: 0x28, 0xa1; GT02 v1.3:
 * 0x33, 0x34; the others as in Traccar). `head` is the time (6), `network` MCC (2) and MNC (1 or 2), `cell` LAC (2,
 * 0xa1 and 0xa2: 4), cell id (3, 0x33 and 0x34: 4, 0xa1 and 0xa2: 8) and signal (1); a cell of zeros is empty.
 *
 * | number           | content                                                                                     |
 * | ---------------- | ------------------------------------------------------------------------------------------- |
 * | 0x18, 0x28, 0x2e | head, network, 7 cells, timing advance (1), language (2)                                    |
 * | 0x24             | the same                                                                                    |
 * | 0x24 of 44 bytes | head, timing advance (1), network, count (1), 5 cells, 3 bytes                              |
 * | 0x24 of 41 bytes | GPS block (18), cell, ACC (1), external voltage and battery in 0.01 V (2 each), 10 bytes stored in `extra` |
 * | 0x34 of 50 bytes | head, timing advance (1), network, count (1), 5 cells, 3 bytes                              |
 * | 0x19 from 18 on  | head, network, count (1), cells, language (2)                                               |
 * | 0x2c, 0xa2       | head, network, 7 cells, timing advance (1), count (1), access points                        |
 * | 0x33             | head, network, 6 cells, timing advance (1), count (1), access points                        |
 * | 0xa1             | head, network, 7 cells, timing advance (1), language (2)                                    |
 * | 0x1e             | GPS block (18), network, 7 cells, timing advance (1), language (2)                          |
 * | 0xf3             | head, count (1), then 2 bytes and a MAC address (6) per access point                        |
 *
 * An access point is a MAC address (6) and a signal (1). The first cell becomes `cell` and `cellSignal`, further ones
 * `cells`, each with its signal; access points become `wifi`. The vendor requires no reply; these messages are
 * acknowledged anyway.
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

/** For numbers that other messages share: returns true if the length matches a cell list. */
export function readCountedCells(
  content: Buffer,
  offset: number,
  format: CellFormat,
  tail: number,
  draft: Draft,
): boolean {
  if (!isCellAt(content, offset)) return false;
  const { network, length } = readNetwork(content, offset, format);
  const first = offset + length + 1;
  if (first > content.length) return false;
  const count = content.readUInt8(first - 1);
  const cellsEnd = first + count * towerLength(format);
  if (count === 0 || cellsEnd + tail !== content.length) return false;
  readTowers(content, first, count, network, format, draft);
  return true;
}

function readCellList(id: number, content: Buffer, offset: number, draft: Draft): boolean {
  if (id === SCAN_WIFI) return readAccessPoints(content, offset, SCAN_ACCESS_POINT_LENGTH, 2, 0, draft);
  const list = CELL_LISTS.get(id);
  if (list === undefined) return false;
  const format = findCellFormat(list, content, offset);
  if (format === null) return id === POWER_REPORT && readCellSlots(content, offset, gsm, draft);
  const { network, length } = readNetwork(content, offset, format);
  const towersAt = offset + length;
  // The timing advance follows the cells.
  const end = towersAt + list.count * towerLength(format) + 1;
  const isRead = list.hasWifi
    ? readAccessPoints(content, end, ACCESS_POINT_LENGTH, 0, 1, draft)
    : end <= content.length;
  if (!isRead) return false;
  readTowers(content, towersAt, list.count, network, format, draft);
  return true;
}

/** The format that matches the message length: the MNC of 0x33 has 1 or 2 bytes. */
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

/** Timing advance, network, count, and five cell slots of which `count` are used. */
export function readCellSlots(content: Buffer, offset: number, format: CellFormat, draft: Draft): boolean {
  const networkAt = offset + 1;
  if (!isCellAt(content, networkAt)) return false;
  const { network, length } = readNetwork(content, networkAt, format);
  const first = networkAt + length + 1;
  const end = first + CELL_SLOTS * towerLength(format) + CELL_SLOTS_REST;
  const count = content[first - 1] ?? 0;
  if (end !== content.length || count > CELL_SLOTS) return false;
  readTowers(content, first, count, network, format, draft);
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
  format: CellFormat,
  { attributes }: Draft,
): void {
  const others: string[] = [];
  for (let n = 0, offset = start; n < count; n++, offset += towerLength(format)) {
    const tower = readTower(content, offset, format);
    if (tower === null) continue;
    const signal = content.readUInt8(offset + towerLength(format) - 1);
    if (attributes.cell !== undefined) others.push(`${network},${tower},${signal}`);
    else {
      attributes.cell = `${network},${tower}`;
      attributes.cellSignal = signal;
    }
  }
  if (others.length > 0) attributes.cells = others.join(';');
}

/**
 * A count and this many access points, optionally followed by a language.
 *
 * @param prefixLength bytes before the MAC address
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
  /** Bytes before the MAC address. */
  readonly prefixLength: number;
  /** Whether a signal byte follows. */
  readonly hasSignal: boolean;
}

export const ACCESS_POINT: AccessPointFormat = {
  length: ACCESS_POINT_LENGTH,
  prefixLength: 0,
  hasSignal: true,
};

/** Reads consecutive access points as `address,signal`, joined by semicolons. The content must be long enough. */
export function addAccessPoints(
  content: Buffer,
  start: number,
  count: number,
  format: AccessPointFormat,
  draft: Draft,
): void {
  const accessPoints: string[] = [];
  for (let n = 0; n < count; n++) {
    const offset = start + n * format.length + format.prefixLength;
    if (content.readUIntBE(offset, 6) === 0) continue;
    const address = content.toString('hex', offset, offset + 6).replace(/(..)(?!$)/g, '$1:');
    accessPoints.push(format.hasSignal ? `${address},${content.readUInt8(offset + 6)}` : address);
  }
  if (accessPoints.length > 0) draft.attributes.wifi = accessPoints.join(';');
}
