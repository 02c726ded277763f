import type { Report } from '@wakeline/domain/report';
import { CELL_LENGTH, readCell } from './cell.ts';
import { GPS_LENGTH, readGps, writeGps } from './gps.ts';
import { type Message, type MessageKind, malformed, reported } from './message.ts';
import { readStatus, STATUS_LENGTH, writeStatus } from './terminal-status.ts';

/**
 * Alarms: a place with the device's status (Concox GT06 v1.8.1 section 5.3; 0x26 and 0x27: Concox JM-VL03 v1.1.2, alarm
 * packet), big-endian.
 *
 * | byte   | bytes | meaning                                                          |
 * | ------ | ----- | ---------------------------------------------------------------- |
 * | 0      | 18    | place: `gps.ts`                                                  |
 * | 18     | 1     | length n of the cell, itself included; 0 for none                |
 * | 19     | n - 1 | cell: `cell.ts`                                                  |
 * | 18 + n | 5     | status: `terminal-status.ts`                                     |
 * | 23 + n | 1     | 0x27 only: which fence, from 0; 0xff none                        |
 * | ...    | 4     | mileage, m (may be missing)                                      |
 *
 * A status of another length is kept as hexadecimal text in `extra`. Answered by an empty packet once it is stored.
 */
const ALARM_1 = 0x16;
export const ALARM = 0x26;
const FENCE_ALARM = 0x27;

const NO_FENCE = 0xff;
const MILEAGE_LENGTH = 4;

export const alarm: MessageKind = {
  ids: [ALARM_1, ALARM, FENCE_ALARM],
  events(message: Message) {
    const { content } = message;
    const gps = readGps(content, message.offsetMinutes, message.now);
    if (typeof gps === 'string') return [malformed(message, gps)];
    const { time, fix, satellites, attributes } = gps;
    const cellLength = content[GPS_LENGTH] ?? 0;
    const at = GPS_LENGTH + Math.max(cellLength, 1);
    const cell = cellLength > CELL_LENGTH ? readCell(content.subarray(0, at), GPS_LENGTH + 1) : null;
    if (cell !== null && cell.text !== null) attributes.cell = cell.text;

    const fenceLength = message.id === FENCE_ALARM ? 1 : 0;
    const statusEnd = at + STATUS_LENGTH + fenceLength;
    const afterStatus = content.length - statusEnd;
    if (afterStatus !== 0 && afterStatus !== MILEAGE_LENGTH) {
      if (content.length > at) attributes.extra = content.toString('hex', at);
      return [reported(message, { time, fix, battery: null, gsm: null, satellites, alarms: [], attributes })];
    }
    const { battery, gsm, alarms } = readStatus(content, at, attributes);
    const fence = fenceLength === 1 ? content.readUInt8(statusEnd - 1) : NO_FENCE;
    if (fence !== NO_FENCE) attributes.fence = fence;
    if (afterStatus === MILEAGE_LENGTH) attributes.odometer = content.readUInt32BE(statusEnd);
    return [reported(message, { time, fix, battery, gsm, satellites, alarms, attributes })];
  },
};

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
