import type { AttributeValue } from '@wakeline/domain/reports/report';
import {
  createDraft,
  createMalformedEvent,
  createReportsEvent,
  type Message,
  type MessageDecoder,
} from './message.ts';

/**
 * 0x94: information without a position (Concox JM-VL03 v1.1.2, information transfer packet), in an extended frame: a
 * type (1 byte) and its content, big-endian. Reports have the time of receipt.
 *
 * | type | content                                                                  | becomes                           |
 * | ---- | ------------------------------------------------------------------------ | --------------------------------- |
 * | 0x00 | external voltage, 0.01 V (2)                                             | `externalVoltage`, V              |
 * | 0x04 | device settings as text; bit 1 of `DYD=`: fuel cut                       | `settings`, `fuelCut`             |
 * | 0x05 | bits: 0 door open, 1 trigger level, 2 input high (1); optionally after a time (6) | `doorOpen`, `input1`     |
 * | 0x0a | IMEI (8), IMSI (8), ICCID (10), BCD                                      | `imsi`, `iccid`                   |
 * | 0x0b | 0 for 2G, else 4G (1), or external voltage, 0.01 V (2), as in Traccar    | `networkType`, `externalVoltage`  |
 * | 0x1b | head and kind (2), card (4), checksum (1), end (1), as in Traccar        | `driverUniqueId`                  |
 *
 * Other types and lengths are stored as hexadecimal text in `info` plus the type: `info0D`. In a short frame the
 * content is only the external voltage, without a type. The vendor requires no reply, and none is sent.
 */
const INFORMATION = 0x94;

const DOOR_OPEN = 1 << 0;
const INPUT_HIGH = 1 << 2;

const FUEL_STATE = /(?:^|;)DYD=([0-9A-Fa-f]{2})(?:;|$)/;
const FUEL_CUT = 1 << 1;
const TIME_LENGTH = 6;

export const information: MessageDecoder = {
  ids: [INFORMATION],
  decode(message: Message) {
    const { content, extended } = message;
    const report = createDraft(message);
    if (!extended && content.length === 2) report.attributes.externalVoltage = content.readUInt16BE(0) / 100;
    else if (content.length < 1) return [createMalformedEvent(message, 'no type')];
    else readInformation(content.readUInt8(0), content.subarray(1), report.attributes);
    return [createReportsEvent(message, report, null)];
  },
};

function readInformation(type: number, data: Buffer, attributes: Record<string, AttributeValue>): void {
  switch ((type << 8) | data.length) {
    case 0x00_02:
    case 0x0b_02:
      attributes.externalVoltage = data.readUInt16BE(0) / 100;
      return;
    case 0x05_01:
    case (0x05 << 8) | (TIME_LENGTH + 1): {
      const bits = data.readUInt8(data.length - 1);
      attributes.doorOpen = (bits & DOOR_OPEN) !== 0;
      attributes.input1 = (bits & INPUT_HIGH) !== 0;
      return;
    }
    case 0x0a_1a:
      attributes.imsi = data.toString('hex', 8, 16).slice(1);
      attributes.iccid = data.toString('hex', 16, 26).replace(/f+$/, '');
      return;
    case 0x0b_01:
      attributes.networkType = data.readUInt8(0) === 0 ? '2G' : '4G';
      return;
    case 0x1b_08:
      attributes.driverUniqueId = data.toString('hex', 2, 6);
      return;
  }
  if (type === 0x04) readSettings(data.toString('latin1'), attributes);
  else attributes[`info${type.toString(16).padStart(2, '0').toUpperCase()}`] = data.toString('hex');
}

function readSettings(text: string, attributes: Record<string, AttributeValue>): void {
  attributes.settings = text;
  const state = FUEL_STATE.exec(text)?.[1];
  if (state !== undefined) attributes.fuelCut = (Number.parseInt(state, 16) & FUEL_CUT) !== 0;
}
