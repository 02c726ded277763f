import type { Report } from '@wakeline/domain/reports/report';
import { CELL_FORMS, CELL_LENGTH, type CellForm, cellText, lengthOfCell, startsCell } from './cell.ts';
import { readCounted } from './cells.ts';
import { GPS_LENGTH, readGps, readTime, TIME_LENGTH, writeGps } from './gps.ts';
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
import { isVoltage, readStatus, readVoltageStatus, STATUS_LENGTH, writeStatus } from './terminal-status.ts';

/**
 * Alarms: a place, the cell and the device's status, big-endian.
 *
 * | number     | content                                                          | source                              |
 * | ---------- | ---------------------------------------------------------------- | ----------------------------------- |
 * | 0x16       | place (18), cell, status, mileage                                | Concox GT06 v1.8.1 section 5.3      |
 * | 0x26       | the same                                                         | Concox JM-VL03 v1.1.2, alarm packet |
 * | 0x27       | place (18), cell, status, fence (1), mileage                     | Concox JM-VL03 v1.1.2, alarm packet |
 * | 0x32       | place (18), cell (10), status, altitude in m (2)                 | GT02 v1.3                           |
 * | 0x19       | cell, status                                                     | as Traccar reads it                 |
 * | 0xa3, 0xa5 | as 0x16 and 0x19, with a cell of LTE                             | as Traccar reads them               |
 * | 0xa4       | as 0x27, with a cell of LTE                                      | Concox JM-VL03 v1.1.2               |
 *
 * The status is that of `terminal-status.ts`; the fence counts from 0, 0xff is none; mileage (4, m) and altitude may be
 * missing. Which form the cell has (`cell.ts`), the length of the message says, and with it its first byte: its length with
 * that byte included (documented), its length alone (S11L: a cell of 4 bytes), 0 without a cell, or already the cell, whose
 * country begins with 0x00 to 0x03 or 0x80 to 0x83. 0x16 of 69 bytes has 45 bytes for cells there, all unused. VXT01 sends no
 * length and, in its status, a voltage (`readVoltageStatus`).
 *
 * Where nothing fits, the place is reported, and the rest is kept as unreadable: no byte is taken for an alarm by luck.
 * Answered by an empty packet once it is stored.
 */
export const ALARM = 0x26;
const FENCE_ALARM = 0x27;
export const CELL_ALARM = 0x19;
const GT02_ALARM = 0x32;
const LTE_FENCE_ALARM = 0xa4;
const LTE_CELL_ALARM = 0xa5;

const NO_FENCE = 0xff;
const MILEAGE_LENGTH = 4;
const ALTITUDE_LENGTH = 2;
/** Seven cells of GSM with their network, unused. */
const UNUSED_CELLS = 45;
const LANGUAGES = 2;
/** Below, the byte before the cell is already the country. */
const LEAST_LENGTH = 4;

interface Kind {
  readonly hasPlace: boolean;
  readonly forms: readonly CellForm[];
  readonly fence: boolean;
  /** Whether the stated length of the cell may be that of the cell alone. */
  readonly countsCellAlone?: true;
  /** Lengths of what may follow. */
  readonly tails: readonly number[];
}

const { gsm, short, long, wide, lte } = CELL_FORMS;
const GSM_FORMS = [gsm, long, short];
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [
    0x16,
    { hasPlace: true, forms: GSM_FORMS, fence: false, countsCellAlone: true, tails: [0, MILEAGE_LENGTH] },
  ],
  [CELL_ALARM, { hasPlace: false, forms: GSM_FORMS, fence: false, tails: [0] }],
  [ALARM, { hasPlace: true, forms: GSM_FORMS, fence: false, tails: [0, MILEAGE_LENGTH] }],
  [FENCE_ALARM, { hasPlace: true, forms: GSM_FORMS, fence: true, tails: [0, MILEAGE_LENGTH] }],
  [GT02_ALARM, { hasPlace: true, forms: [wide], fence: false, tails: [0, ALTITUDE_LENGTH] }],
  [0xa3, { hasPlace: true, forms: [lte], fence: false, tails: [0, MILEAGE_LENGTH] }],
  [LTE_FENCE_ALARM, { hasPlace: true, forms: [lte], fence: true, tails: [0, MILEAGE_LENGTH] }],
  [LTE_CELL_ALARM, { hasPlace: false, forms: [lte], fence: false, tails: [0] }],
]);

export const alarm: MessageKind = {
  ids: [...KINDS.keys()],
  events(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const kind = KINDS.get(id);
    if (kind === undefined) return [oddLength(message)];
    const report = draftOf(message);
    if (!kind.hasPlace) {
      if (id === CELL_ALARM && readCellReport(message, report)) return [reported(message, report)];
      return [readRest(content, 0, kind, report) ? reported(message, report) : oddLength(message)];
    }
    const gps = readGps(content, offsetMinutes, now);
    if (typeof gps === 'string') {
      // An alarm is news whatever the clock says: it is of the moment at which it came.
      const isRead = content.length > GPS_LENGTH && readRest(content, GPS_LENGTH, kind, report);
      return [isRead ? reported(message, report, undefined, gps) : malformed(message, gps, answer(message))];
    }
    Object.assign(report, gps);
    const wrong = readRest(content, GPS_LENGTH, kind, report)
      ? null
      : `no known layout has ${content.length - GPS_LENGTH} bytes after the place: ${content.toString('hex', GPS_LENGTH)}`;
    return [reported(message, report, undefined, wrong)];
  },
};

interface Layout {
  readonly form: CellForm | null;
  readonly cellAt: number;
  readonly statusAt: number;
}

/** False when the bytes from `start` on fit no layout; then nothing is read of them. */
function readRest(content: Buffer, start: number, kind: Kind, to: Draft): boolean {
  const layout = findLayout(content, start, kind);
  if (layout === null) return false;
  const { form, cellAt, statusAt } = layout;
  const cell = form === null ? null : cellText(content, cellAt, form);
  if (cell !== null) to.attributes.cell = cell;
  const withoutLength = cellAt === start;
  if (withoutLength && kind.hasPlace && hasVoltage(content, statusAt)) {
    readVoltageStatus(content, statusAt, to);
  } else {
    Object.assign(to, readStatus(content, statusAt, to.attributes));
  }
  const statusEnd = statusAt + STATUS_LENGTH;
  const fenceEnd = kind.fence ? statusEnd + 1 : statusEnd;
  const fence = kind.fence ? content.readUInt8(statusEnd) : NO_FENCE;
  if (fence !== NO_FENCE) to.attributes.fence = fence;
  const tail = content.length - fenceEnd;
  if (tail === MILEAGE_LENGTH) to.attributes.odometer = content.readUInt32BE(fenceEnd);
  else if (tail === ALTITUDE_LENGTH && to.fix !== null)
    to.fix = { ...to.fix, altitude: content.readInt16BE(fenceEnd) };
  return true;
}

function hasVoltage(content: Buffer, at: number): boolean {
  return isVoltage(content.readUInt8(at + 1), content.readUInt8(at + 2), content.readUInt8(at + 3));
}

function findLayout(content: Buffer, start: number, kind: Kind): Layout | null {
  const stated = content[start];
  if (stated === undefined) return null;
  const fixed = STATUS_LENGTH + (kind.fence ? 1 : 0);
  const ends = kind.tails.map((tail) => content.length - tail - fixed);
  const after = start + 1;
  if (stated === 0 && ends.includes(after)) return { form: null, cellAt: after, statusAt: after };
  if (stated === 0 && ends.includes(after + UNUSED_CELLS) && isEmpty(content, after + UNUSED_CELLS))
    return { form: null, cellAt: after, statusAt: after + UNUSED_CELLS };
  const formAt = (at: number, length?: number) =>
    kind.forms.find((one) => {
      const size = lengthOfCell(content, at, one);
      return size !== null && ends.includes(at + size) && (length === undefined || size === length);
    });
  const layoutOf = (form: CellForm, at: number): Layout => ({
    form,
    cellAt: at,
    statusAt: at + (lengthOfCell(content, at, form) ?? 0),
  });

  const several = kind.forms.length > 1;
  // As documented: the length counts itself. It holds whatever the cell is filled with.
  if (several && stated >= LEAST_LENGTH && ends.includes(start + stated)) {
    const form = startsCell(content, after) ? formAt(after, stated - 1) : undefined;
    return { form: form ?? null, cellAt: after, statusAt: start + stated };
  }
  const direct = startsCell(content, start) ? formAt(start) : undefined;
  if (direct !== undefined && hasLanguage(content, layoutOf(direct, start).statusAt))
    return layoutOf(direct, start);
  if (!startsCell(content, after)) return null;
  // With one form only that one can be meant, whatever length is stated: devices state 0x08 or 0x39.
  const only = several ? undefined : formAt(after);
  if (only !== undefined) return layoutOf(only, after);
  const alone = kind.countsCellAlone === true ? formAt(after, stated) : undefined;
  if (alone !== undefined && wantsAnswer(content, layoutOf(alone, after).statusAt))
    return layoutOf(alone, after);
  return null;
}

function hasLanguage(content: Buffer, statusAt: number): boolean {
  return content.readUInt8(statusAt + 4) <= LANGUAGES;
}

function wantsAnswer(content: Buffer, statusAt: number): boolean {
  return hasLanguage(content, statusAt) && content.readUInt8(statusAt + 4) !== 0;
}

/** Whether a list of cells, but for its first entry, is zeros. */
function isEmpty(content: Buffer, end: number): boolean {
  return content.subarray(end - UNUSED_CELLS + 9, end).every((byte) => byte === 0);
}

/** 0x19 of SPACE10X, which has cells without a status: time, network, count, cells, language. */
function readCellReport({ content, offsetMinutes, now }: Message, to: Draft): boolean {
  const time = readTime(content, offsetMinutes, now);
  if (typeof time === 'string') return false;
  if (!readCounted(content, TIME_LENGTH, gsm, 2, to)) return false;
  to.time = time;
  return true;
}

/** A content of 0x26, with the mileage when the report has one; the cell is left empty. */
export function writeAlarm(report: Report): Buffer {
  const cell = Buffer.alloc(CELL_LENGTH + 1);
  cell[0] = cell.length;
  const { odometer } = report.attributes;
  const mileage = Buffer.alloc(typeof odometer === 'number' ? MILEAGE_LENGTH : 0);
  if (typeof odometer === 'number') mileage.writeUInt32BE(Math.round(odometer), 0);
  const gps = writeGps(report.time, report.fix, report.satellites);
  return Buffer.concat([gps, cell, writeStatus(report, report.attributes), mileage]);
}

/** A content of 0x19; the cell is left empty. */
export function writeCellAlarm(report: Report): Buffer {
  return Buffer.concat([Buffer.alloc(CELL_LENGTH), writeStatus(report, report.attributes)]);
}
