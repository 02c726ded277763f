import {
  CELL_FORMS,
  CELL_LENGTH,
  type CellForm,
  cellText,
  lengthOfCell,
  readNetwork,
  readTower,
  startsCell,
} from './cell.ts';
import { GPS_LENGTH, readGps, readTime, TIME_LENGTH } from './gps.ts';
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
const POINT_LENGTH = 7;
const SLOTS = 5;
const SLOTS_REST = 3;
const SCAN_WIFI = 0xf3;
const SCAN_POINT = 8;
const PLACE_CELLS = 0x1e;
const POWER_REPORT = 0x24;
const POWER_LENGTH = 41;

interface List {
  readonly form: CellForm;
  readonly count: number;
  readonly wifi: boolean;
}

const { gsm, wide, long, lte } = CELL_FORMS;
const LISTS: ReadonlyMap<number, List> = new Map([
  [0x18, { form: gsm, count: 7, wifi: false }],
  [PLACE_CELLS, { form: gsm, count: 7, wifi: false }],
  [POWER_REPORT, { form: gsm, count: 7, wifi: false }],
  [0x28, { form: gsm, count: 7, wifi: false }],
  [0x2c, { form: gsm, count: 7, wifi: true }],
  [0x2e, { form: gsm, count: 7, wifi: false }],
  [0x33, { form: wide, count: 6, wifi: true }],
  [0xa1, { form: lte, count: 7, wifi: false }],
  [0xa2, { form: lte, count: 7, wifi: true }],
]);

export const cells: MessageKind = {
  ids: [...LISTS.keys(), SCAN_WIFI],
  events(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const report = draftOf(message);
    let at = TIME_LENGTH;
    const isPower = id === POWER_REPORT && content.length === POWER_LENGTH;
    if (id === PLACE_CELLS || isPower) {
      const gps = readGps(content, offsetMinutes, now);
      if (typeof gps === 'string') return [malformed(message, gps, answer(message))];
      Object.assign(report, gps);
      at = GPS_LENGTH;
      if (isPower) return [readPowerReport(content, report) ? reported(message, report) : oddLength(message)];
    } else {
      const time = readTime(content, offsetMinutes, now);
      if (typeof time === 'string') return [malformed(message, time, answer(message))];
      report.time = time;
    }
    return [readList(id, content, at, report) ? reported(message, report) : oddLength(message)];
  },
};

/** 0x24 of SR411 trackers. */
function readPowerReport(content: Buffer, to: Draft): boolean {
  const length = startsCell(content, GPS_LENGTH) ? lengthOfCell(content, GPS_LENGTH, gsm) : null;
  if (length !== CELL_LENGTH) return false;
  const at = GPS_LENGTH + length;
  const cell = cellText(content, GPS_LENGTH, gsm);
  if (cell !== null) to.attributes.cell = cell;
  to.attributes.ignition = content.readUInt8(at) !== 0;
  to.attributes.externalVoltage = content.readUInt16BE(at + 1) / 100;
  to.attributes.batteryVoltage = content.readUInt16BE(at + 3) / 100;
  to.attributes.extra = content.toString('hex', at + 5);
  return true;
}

/** Messages that the number shares with others: true when it was one of cells, by its length. */
export function readCounted(content: Buffer, at: number, form: CellForm, tail: number, to: Draft): boolean {
  if (!startsCell(content, at)) return false;
  const { network, length } = readNetwork(content, at, form);
  const first = at + length + 1;
  if (first > content.length) return false;
  const count = content.readUInt8(first - 1);
  const cellsEnd = first + count * towerLength(form);
  if (count === 0 || cellsEnd + tail !== content.length) return false;
  readTowers(content, first, count, network, form, to);
  return true;
}

function readList(id: number, content: Buffer, at: number, to: Draft): boolean {
  if (id === SCAN_WIFI) return readPoints(content, at, SCAN_POINT, 2, 0, to);
  const list = LISTS.get(id);
  if (list === undefined) return false;
  const form = formOf(list, content, at);
  if (form === null) return id === POWER_REPORT && readSlots(content, at, gsm, to);
  const { network, length } = readNetwork(content, at, form);
  const towersAt = at + length;
  // After the cells comes the timing advance.
  const end = towersAt + list.count * towerLength(form) + 1;
  const fits = list.wifi ? readPoints(content, end, POINT_LENGTH, 0, 1, to) : end <= content.length;
  if (!fits) return false;
  readTowers(content, towersAt, list.count, network, form, to);
  return true;
}

/** The form in which the whole message has the length that it has: the network of 0x33 has 1 byte or 2. */
function formOf({ form, count, wifi }: List, content: Buffer, at: number): CellForm | null {
  for (const candidate of form === wide ? [wide, long] : [form]) {
    if (!startsCell(content, at)) return null;
    const { length } = readNetwork(content, at, candidate);
    const end = at + length + count * towerLength(candidate) + 1;
    const points = wifi ? 1 + (content[end] ?? 0) * POINT_LENGTH : 0;
    const rest = content.length - end - points;
    if (rest === 0 || rest === LANGUAGE_LENGTH) return candidate;
  }
  return null;
}

/** Timing advance, network, count, and room for five cells of which `count` are used. */
export function readSlots(content: Buffer, at: number, form: CellForm, to: Draft): boolean {
  const networkAt = at + 1;
  if (!startsCell(content, networkAt)) return false;
  const { network, length } = readNetwork(content, networkAt, form);
  const first = networkAt + length + 1;
  const end = first + SLOTS * towerLength(form) + SLOTS_REST;
  const count = content[first - 1] ?? 0;
  if (end !== content.length || count > SLOTS) return false;
  readTowers(content, first, count, network, form, to);
  return true;
}

function towerLength({ areaLength, cellLength }: CellForm): number {
  return areaLength + cellLength + 1;
}

export function readTowers(
  content: Buffer,
  start: number,
  count: number,
  network: string,
  form: CellForm,
  { attributes }: Draft,
): void {
  const others: string[] = [];
  for (let n = 0, at = start; n < count; n++, at += towerLength(form)) {
    const tower = readTower(content, at, form);
    if (tower === null) continue;
    const signal = content.readUInt8(at + towerLength(form) - 1);
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
 * @param before bytes before the address
 * @param after bytes of signal after it
 */
function readPoints(
  content: Buffer,
  at: number,
  length: number,
  before: number,
  after: 0 | 1,
  to: Draft,
): boolean {
  const count = content[at];
  if (count === undefined) return false;
  const rest = content.length - at - 1 - count * length;
  if (rest !== 0 && rest !== LANGUAGE_LENGTH) return false;
  addPoints(content, at + 1, count, { length, before, signal: after === 1 }, to);
  return true;
}

interface PointForm {
  readonly length: number;
  /** Bytes before the address. */
  readonly before: number;
  /** Whether a byte of signal follows it. */
  readonly signal: boolean;
}

export const POINT: PointForm = { length: POINT_LENGTH, before: 0, signal: true };

/** Access points one after the other, which must be there, as `address,signal` joined by semicolons. */
export function addPoints(content: Buffer, start: number, count: number, form: PointForm, to: Draft): void {
  const points: string[] = [];
  for (let n = 0; n < count; n++) {
    const at = start + n * form.length + form.before;
    if (content.readUIntBE(at, 6) === 0) continue;
    const address = content.toString('hex', at, at + 6).replace(/(..)(?!$)/g, '$1:');
    points.push(form.signal ? `${address},${content.readUInt8(at + 6)}` : address);
  }
  if (points.length > 0) to.attributes.wifi = points.join(';');
}
