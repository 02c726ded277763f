import type { Report } from '@wakeline/domain/report';
import { CELL_LENGTH, readCell } from './cell.ts';
import { GPS_LENGTH, readGps, writeGps } from './gps.ts';
import { type Message, type MessageKind, malformed, reported } from './message.ts';

/**
 * Places (Concox GT06 v1.8.1 section 5.2; 0x22: Concox JM-VL03 v1.1.2, GPS location packet), big-endian.
 *
 * | number | content                                                                            |
 * | ------ | ---------------------------------------------------------------------------------- |
 * | 0x10   | place                                                                              |
 * | 0x11   | place, cell with a number of 4 bytes                                               |
 * | 0x12   | place, cell, and from some devices the mileage                                     |
 * | 0x22   | place, cell, ACC (1), why it was sent (1), 1 for one sent again (1), mileage       |
 *
 * The place is the block of `gps.ts`, the cell that of `cell.ts`. The mileage is 4 bytes of metres and may be missing. What
 * follows beyond that is kept as hexadecimal text in `extra`. The vendor asks for no answer; it is answered all the same
 * once it is stored, as the answer does no harm.
 */
const GPS_ONLY = 0x10;
const WIDE_CELL = 0x11;
const GPS_CELL = 0x12;
export const POSITION = 0x22;

const MILEAGE_LENGTH = 4;
const STATE_LENGTH = 3;

export const position: MessageKind = {
  ids: [GPS_ONLY, WIDE_CELL, GPS_CELL, POSITION],
  events(message: Message) {
    const { id, content } = message;
    const gps = readGps(content, message.offsetMinutes, message.now);
    if (typeof gps === 'string') return [malformed(message, gps)];
    const { attributes } = gps;
    let at = GPS_LENGTH;
    const cell = id === GPS_ONLY ? null : readCell(content, at, id === WIDE_CELL);
    if (cell !== null) {
      at += cell.length;
      if (cell.text !== null) attributes.cell = cell.text;
    }
    if (id === POSITION && content.length >= at + STATE_LENGTH) {
      attributes.ignition = content.readUInt8(at) !== 0;
      attributes.uploadReason = content.readUInt8(at + 1);
      if (content.readUInt8(at + 2) !== 0) attributes.blindSpot = true;
      at += STATE_LENGTH;
    }
    if (content.length - at === MILEAGE_LENGTH) attributes.odometer = content.readUInt32BE(at);
    else if (content.length > at) attributes.extra = content.toString('hex', at);
    const { time, fix, satellites } = gps;
    return [reported(message, { time, fix, battery: null, gsm: null, satellites, alarms: [], attributes })];
  },
};

/** A content of 0x22: with the mileage when the report has one; the cell is left empty. */
export function writePosition(report: Report): Buffer {
  const { attributes } = report;
  const rest = Buffer.alloc(CELL_LENGTH + STATE_LENGTH + MILEAGE_LENGTH);
  rest[CELL_LENGTH] = attributes.ignition === true ? 1 : 0;
  rest[CELL_LENGTH + 2] = attributes.blindSpot === true ? 1 : 0;
  const { odometer } = attributes;
  const hasMileage = typeof odometer === 'number';
  if (hasMileage) rest.writeUInt32BE(Math.round(odometer), CELL_LENGTH + STATE_LENGTH);
  const gps = writeGps(report.time, report.fix, report.satellites);
  return Buffer.concat([gps, hasMileage ? rest : rest.subarray(0, CELL_LENGTH + STATE_LENGTH)]);
}
