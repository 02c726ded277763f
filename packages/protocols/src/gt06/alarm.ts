import type { Report } from '@wakeline/domain/reports/report';
import { CELL_FORMATS, CELL_LENGTH, type CellFormat, cellLengthAt, isCellAt, readCell } from './cell.ts';
import { readCountedCells } from './cells.ts';
import { GPS_LENGTH, readGps, readTime, TIME_LENGTH, writeGps } from './gps.ts';
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
import { isVoltage, readStatus, readVoltageStatus, STATUS_LENGTH, writeStatus } from './terminal-status.ts';

/**
 * Alarms: GPS block, cell and device status, big-endian.
 *
 * | number     | content                                                          | source                              |
 * | ---------- | ---------------------------------------------------------------- | ----------------------------------- |
 * | 0x16       | GPS block (18), cell, status, mileage                            | Concox GT06 v1.8.1 section 5.3      |
 * | 0x26       | the same                                                         | Concox JM-VL03 v1.1.2, alarm packet |
 * | 0x27       | GPS block (18), cell, status, fence (1), mileage                 | Concox JM-VL03 v1.1.2, alarm packet |
 * | 0x32       | GPS block (18), cell (10), status, altitude in m (2)             | GT02 v1.3                           |
 * | 0x19       | cell, status                                                     | as in Traccar                       |
 * | 0xa3, 0xa5 | as 0x16 and 0x19, with an LTE cell                               | as in Traccar                       |
 * | 0xa4       | as 0x27, with an LTE cell                                        | Concox JM-VL03 v1.1.2               |
 *
 * Status: `terminal-status.ts`. Fence: from 0, 0xff for none. Mileage (4, m) and altitude are optional.
 *
 * The format of the cell (`cell.ts`) follows from the message length and the first byte of the cell block. That byte
 * is:
 *
 * - the length of the cell including this byte (documented), or excluding it (S11L: cell id of 4 bytes);
 * - 0 without a cell;
 * - or already the cell, whose MCC begins with 0x00 to 0x03 or 0x80 to 0x83. VXT01 sends no length and, in its status,
 *   a voltage (`readVoltageStatus`).
 *
 * 0x16 of 69 bytes has 45 bytes of unused cells there. If no layout matches, the position is reported and the rest is
 * stored as unreadable, so that no random byte becomes an alarm. The reply is an empty packet after the commit.
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
/** Length of seven unused GSM cells with their network. */
const UNUSED_CELLS = 45;
const MAX_LANGUAGE = 2;
/** A smaller value is not a length but the first byte of the MCC. */
const MIN_CELL_LENGTH = 4;

interface AlarmFormat {
  readonly hasGps: boolean;
  readonly cellFormats: readonly CellFormat[];
  readonly hasFence: boolean;
  /** Whether the length byte of the cell may exclude itself. */
  readonly lengthExcludesItself?: true;
  /** Possible lengths of the remaining bytes. */
  readonly tailLengths: readonly number[];
}

const { gsm, short, long, wide, lte } = CELL_FORMATS;
const GSM_FORMATS = [gsm, long, short];
const ALARM_FORMATS: ReadonlyMap<number, AlarmFormat> = new Map([
  [
    0x16,
    {
      hasGps: true,
      cellFormats: GSM_FORMATS,
      hasFence: false,
      lengthExcludesItself: true,
      tailLengths: [0, MILEAGE_LENGTH],
    },
  ],
  [CELL_ALARM, { hasGps: false, cellFormats: GSM_FORMATS, hasFence: false, tailLengths: [0] }],
  [ALARM, { hasGps: true, cellFormats: GSM_FORMATS, hasFence: false, tailLengths: [0, MILEAGE_LENGTH] }],
  [FENCE_ALARM, { hasGps: true, cellFormats: GSM_FORMATS, hasFence: true, tailLengths: [0, MILEAGE_LENGTH] }],
  [GT02_ALARM, { hasGps: true, cellFormats: [wide], hasFence: false, tailLengths: [0, ALTITUDE_LENGTH] }],
  [0xa3, { hasGps: true, cellFormats: [lte], hasFence: false, tailLengths: [0, MILEAGE_LENGTH] }],
  [LTE_FENCE_ALARM, { hasGps: true, cellFormats: [lte], hasFence: true, tailLengths: [0, MILEAGE_LENGTH] }],
  [LTE_CELL_ALARM, { hasGps: false, cellFormats: [lte], hasFence: false, tailLengths: [0] }],
]);

export const alarm: MessageDecoder = {
  ids: [...ALARM_FORMATS.keys()],
  decode(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const alarmFormat = ALARM_FORMATS.get(id);
    if (alarmFormat === undefined) return [createUnknownLengthEvent(message)];
    const report = createDraft(message);
    if (!alarmFormat.hasGps) {
      if (id === CELL_ALARM && readCellReport(message, report)) return [createReportsEvent(message, report)];
      return [
        readRest(content, 0, alarmFormat, report)
          ? createReportsEvent(message, report)
          : createUnknownLengthEvent(message),
      ];
    }
    const gps = readGps(content, offsetMinutes, now);
    if (typeof gps === 'string') {
      // An alarm matters even if its time is invalid: use the time of receipt.
      const isRead = content.length > GPS_LENGTH && readRest(content, GPS_LENGTH, alarmFormat, report);
      return [
        isRead
          ? createReportsEvent(message, report, undefined, gps)
          : createMalformedEvent(message, gps, createReply(message)),
      ];
    }
    Object.assign(report, gps);
    const unreadableDetail = readRest(content, GPS_LENGTH, alarmFormat, report)
      ? null
      : `no known layout has ${content.length - GPS_LENGTH} bytes after the position: ${content.toString('hex', GPS_LENGTH)}`;
    return [createReportsEvent(message, report, undefined, unreadableDetail)];
  },
};

interface Layout {
  readonly cellFormat: CellFormat | null;
  readonly cellAt: number;
  readonly statusAt: number;
}

/** Returns false, without reading anything, if the bytes from `start` match no layout. */
function readRest(content: Buffer, start: number, alarmFormat: AlarmFormat, draft: Draft): boolean {
  const layout = findLayout(content, start, alarmFormat);
  if (layout === null) return false;
  const { cellFormat, cellAt, statusAt } = layout;
  const cell = cellFormat === null ? null : readCell(content, cellAt, cellFormat);
  if (cell !== null) draft.attributes.cell = cell;
  const withoutLength = cellAt === start;
  if (withoutLength && alarmFormat.hasGps && hasVoltage(content, statusAt)) {
    readVoltageStatus(content, statusAt, draft);
  } else {
    Object.assign(draft, readStatus(content, statusAt, draft.attributes));
  }
  const statusEnd = statusAt + STATUS_LENGTH;
  const fenceEnd = alarmFormat.hasFence ? statusEnd + 1 : statusEnd;
  const fence = alarmFormat.hasFence ? content.readUInt8(statusEnd) : NO_FENCE;
  if (fence !== NO_FENCE) draft.attributes.fence = fence;
  const tail = content.length - fenceEnd;
  if (tail === MILEAGE_LENGTH) draft.attributes.odometer = content.readUInt32BE(fenceEnd);
  else if (tail === ALTITUDE_LENGTH && draft.fix !== null)
    draft.fix = { ...draft.fix, altitude: content.readInt16BE(fenceEnd) };
  return true;
}

function hasVoltage(content: Buffer, offset: number): boolean {
  return isVoltage(
    content.readUInt8(offset + 1),
    content.readUInt8(offset + 2),
    content.readUInt8(offset + 3),
  );
}

function findLayout(content: Buffer, start: number, alarmFormat: AlarmFormat): Layout | null {
  const statedLength = content[start];
  if (statedLength === undefined) return null;
  const fixedLength = STATUS_LENGTH + (alarmFormat.hasFence ? 1 : 0);
  const statusOffsets = alarmFormat.tailLengths.map((tail) => content.length - tail - fixedLength);
  const afterLength = start + 1;
  if (statedLength === 0 && statusOffsets.includes(afterLength))
    return { cellFormat: null, cellAt: afterLength, statusAt: afterLength };
  if (
    statedLength === 0 &&
    statusOffsets.includes(afterLength + UNUSED_CELLS) &&
    areCellsUnused(content, afterLength + UNUSED_CELLS)
  )
    return { cellFormat: null, cellAt: afterLength, statusAt: afterLength + UNUSED_CELLS };
  const findFormat = (offset: number, length?: number) =>
    alarmFormat.cellFormats.find((candidate) => {
      const size = cellLengthAt(content, offset, candidate);
      return (
        size !== null && statusOffsets.includes(offset + size) && (length === undefined || size === length)
      );
    });
  const createLayout = (cellFormat: CellFormat, offset: number): Layout => ({
    cellFormat,
    cellAt: offset,
    statusAt: offset + (cellLengthAt(content, offset, cellFormat) ?? 0),
  });

  const hasSeveralFormats = alarmFormat.cellFormats.length > 1;
  // As documented, the length includes itself. This applies regardless of the contents of the cell.
  if (hasSeveralFormats && statedLength >= MIN_CELL_LENGTH && statusOffsets.includes(start + statedLength)) {
    const format = isCellAt(content, afterLength) ? findFormat(afterLength, statedLength - 1) : undefined;
    return { cellFormat: format ?? null, cellAt: afterLength, statusAt: start + statedLength };
  }
  const directFormat = isCellAt(content, start) ? findFormat(start) : undefined;
  if (directFormat !== undefined && hasLanguage(content, createLayout(directFormat, start).statusAt))
    return createLayout(directFormat, start);
  if (!isCellAt(content, afterLength)) return null;
  // If there is only one format, the stated length is ignored: devices send 0x08 or 0x39.
  const onlyFormat = hasSeveralFormats ? undefined : findFormat(afterLength);
  if (onlyFormat !== undefined) return createLayout(onlyFormat, afterLength);
  const excludedLengthFormat =
    alarmFormat.lengthExcludesItself === true ? findFormat(afterLength, statedLength) : undefined;
  if (
    excludedLengthFormat !== undefined &&
    wantsReply(content, createLayout(excludedLengthFormat, afterLength).statusAt)
  )
    return createLayout(excludedLengthFormat, afterLength);
  return null;
}

function hasLanguage(content: Buffer, statusAt: number): boolean {
  return content.readUInt8(statusAt + 4) <= MAX_LANGUAGE;
}

function wantsReply(content: Buffer, statusAt: number): boolean {
  return hasLanguage(content, statusAt) && content.readUInt8(statusAt + 4) !== 0;
}

/** Whether a cell list is all zeros, except for its first entry. */
function areCellsUnused(content: Buffer, end: number): boolean {
  return content.subarray(end - UNUSED_CELLS + 9, end).every((byte) => byte === 0);
}

/** 0x19 of SPACE10X: cells without a status (time, network, count, cells, language). */
function readCellReport({ content, offsetMinutes, now }: Message, draft: Draft): boolean {
  const time = readTime(content, offsetMinutes, now);
  if (typeof time === 'string') return false;
  if (!readCountedCells(content, TIME_LENGTH, gsm, 2, draft)) return false;
  draft.time = time;
  return true;
}

/** Encodes the content of 0x26, with the mileage if the report has one; the cell is empty. */
export function writeAlarm(report: Report): Buffer {
  const cell = Buffer.alloc(CELL_LENGTH + 1);
  cell[0] = cell.length;
  const { odometer } = report.attributes;
  const mileage = Buffer.alloc(typeof odometer === 'number' ? MILEAGE_LENGTH : 0);
  if (typeof odometer === 'number') mileage.writeUInt32BE(Math.round(odometer), 0);
  const gps = writeGps(report.time, report.fix, report.satellites);
  return Buffer.concat([gps, cell, writeStatus(report, report.attributes), mileage]);
}

/** Encodes the content of 0x19; the cell is empty. */
export function writeCellAlarm(report: Report): Buffer {
  return Buffer.concat([Buffer.alloc(CELL_LENGTH), writeStatus(report, report.attributes)]);
}
