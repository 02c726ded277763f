import { CELL_FORMATS, isCellAt, readCell } from './cell.ts';
import { readCellSlots } from './cells.ts';
import { GPS_LENGTH, readGps, readTime, TIME_LENGTH } from './gps.ts';
import {
  createDraft,
  createMalformedEvent,
  createReply,
  createReportsEvent,
  createUnknownLengthEvent,
  type Message,
  type MessageDecoder,
} from './message.ts';

/**
 * 0x34: with 50 bytes, cells of GT02 trackers (`cells.ts`); otherwise the position and ports of an X1 (as in Traccar,
 * except for the voltages: captures have 12 to 14 V first and 4 V second), big-endian.
 *
 * | byte | bytes | meaning                                        | becomes                                          |
 * | ---- | ----- | ---------------------------------------------- | ------------------------------------------------ |
 * | 0    | 4     | data and alarms, undocumented bits             | `alarmBits`                                      |
 * | 4    | 18    | GPS block: `gps.ts`                            | `fix`                                            |
 * | 22   | 2     | device state, bits                             | `statusBits`                                     |
 * | 24   | 4     | mileage, m                                     | `odometer`                                       |
 * | 28   | 9     | cell with a cell id of 4 bytes                 | `cell`                                           |
 * | 37   | 4     | driver card, 0 for none                        | `driverUniqueId`                                 |
 * | 41   | 2     | external voltage, 0.01 V                       | `externalVoltage`                                |
 * | 43   | 2     | voltage of the battery, 0.01 V                 | `batteryVoltage`                                 |
 * | 45   | 4     | ports; bits 20-23: number of analog inputs     |                                                  |
 * | 49   | 1     | inputs, bits                                   | `inputs`                                         |
 * | 50   | 1     | outputs, bits                                  | `outputs`                                        |
 * | 51   | 2 n   | analog inputs, 0.01 V each                     | `analog1`, ...                                   |
 *
 * The reply is an empty packet after the commit.
 */
const PORT_REPORT = 0x34;

const CELLS_LENGTH = 50;
const FIXED_LENGTH = 51;
const GPS_AT = 4;
const CELL_AT = 28;

export const portReport: MessageDecoder = {
  ids: [PORT_REPORT],
  decode(message: Message) {
    const { content, offsetMinutes, now } = message;
    const report = createDraft(message);
    if (content.length === CELLS_LENGTH) {
      const time = readTime(content, offsetMinutes, now);
      if (typeof time === 'string') return [createMalformedEvent(message, time, createReply(message))];
      report.time = time;
      const isRead = readCellSlots(content, TIME_LENGTH, CELL_FORMATS.wide, report);
      return [isRead ? createReportsEvent(message, report) : createUnknownLengthEvent(message)];
    }
    const inputs = content.length < FIXED_LENGTH ? 0 : (content.readUInt32BE(45) >> 20) & 0x0f;
    if (content.length !== FIXED_LENGTH + inputs * 2) return [createUnknownLengthEvent(message)];
    const gps = readGps(content.subarray(0, GPS_AT + GPS_LENGTH), offsetMinutes, now, GPS_AT);
    if (typeof gps === 'string') return [createMalformedEvent(message, gps, createReply(message))];
    Object.assign(report, gps);
    const { attributes } = report;
    const alarms = content.readUInt32BE(0);
    if (alarms !== 0) attributes.alarmBits = alarms;
    attributes.statusBits = content.readUInt16BE(22);
    attributes.odometer = content.readUInt32BE(24);
    const cell = isCellAt(content, CELL_AT) ? readCell(content, CELL_AT, CELL_FORMATS.long) : null;
    if (cell !== null) attributes.cell = cell;
    const driver = content.readUInt32BE(37);
    if (driver !== 0) attributes.driverUniqueId = String(driver);
    attributes.externalVoltage = content.readUInt16BE(41) / 100;
    attributes.batteryVoltage = content.readUInt16BE(43) / 100;
    attributes.inputs = content.readUInt8(49);
    attributes.outputs = content.readUInt8(50);
    for (let n = 0; n < inputs; n++) {
      attributes[`analog${n + 1}`] = content.readUInt16BE(FIXED_LENGTH + n * 2) / 100;
    }
    return [createReportsEvent(message, report)];
  },
};
