import type { AttributeValue } from '@wakeline/domain/report';
import { type Message, type MessageKind, malformed, reported } from './message.ts';

/**
 * 0x94 information that is not a place (Concox JM-VL03 v1.1.2, information transfer packet), in the long kind of frame: a
 * type (1 byte) and its content, big-endian. Its time is that at which it came.
 *
 * | type | content                                                        | becomes                       |
 * | ---- | -------------------------------------------------------------- | ----------------------------- |
 * | 0x00 | external voltage, 0.01 V (2)                                   | `externalVoltage`, V          |
 * | 0x04 | settings of the device, text                                   | `settings`                    |
 * | 0x05 | bits: 0 door open, 1 what triggers it, 2 input high (1)        | `doorOpen`, `input1`          |
 * | 0x0a | IMEI (8), IMSI (8), ICCID (10), BCD                            | `imsi`, `iccid`               |
 *
 * Any other type is kept as hexadecimal text under `info` and its number: `info1B`. The vendor asks for no answer, and none
 * is given.
 */
const INFORMATION = 0x94;

const DOOR_OPEN = 1 << 0;
const INPUT_HIGH = 1 << 2;

export const information: MessageKind = {
  ids: [INFORMATION],
  events(message: Message) {
    const { content, now } = message;
    if (content.length < 1) return [malformed(message, 'no type')];
    const attributes: Record<string, AttributeValue> = {};
    readInformation(content.readUInt8(0), content.subarray(1), attributes);
    const report = {
      time: now,
      fix: null,
      battery: null,
      gsm: null,
      satellites: null,
      alarms: [],
      attributes,
    };
    return [reported(message, report, null)];
  },
};

function readInformation(type: number, data: Buffer, to: Record<string, AttributeValue>): void {
  if (type === 0x00 && data.length === 2) {
    to.externalVoltage = data.readUInt16BE(0) / 100;
  } else if (type === 0x04) {
    to.settings = data.toString('latin1');
  } else if (type === 0x05 && data.length === 1) {
    const bits = data.readUInt8(0);
    to.doorOpen = (bits & DOOR_OPEN) !== 0;
    to.input1 = (bits & INPUT_HIGH) !== 0;
  } else if (type === 0x0a && data.length === 26) {
    to.imsi = data.toString('hex', 8, 16).slice(1);
    to.iccid = data.toString('hex', 16, 26).replace(/f+$/, '');
  } else {
    to[`info${type.toString(16).padStart(2, '0').toUpperCase()}`] = data.toString('hex');
  }
}
