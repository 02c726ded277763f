import {
  createDraft,
  createReportsEvent,
  type Draft,
  describeUnknownLength,
  type Message,
  type MessageDecoder,
} from './message.ts';
import { readModules } from './modules.ts';
import { isVoltage, readAlarm, readBits, readPower, readSignal } from './terminal-status.ts';

/**
 * Status without a position, also the heartbeat. Reports have the time of receipt. Number and length determine the
 * layout.
 *
 * | number     | bytes  | content                                                                                        |
 * | ---------- | ------ | ---------------------------------------------------------------------------------------------- |
 * | 0x13       | 5      | bits (1), battery (1), signal (1), language and port status (2)                                |
 * | 0x13       | 5      | bits (1), voltage in 0.01 V (2), signal (1), port status (1): R11, see `isVoltage`             |
 * | 0x13       | 3      | bits (1), battery (1), signal (1): the example in Concox GT06 v1.8.1 section 5.4.3             |
 * | 0x13, 0x23 | 6      | bits (1), voltage in 0.01 V (2), signal (1), language (2) (Concox GK310)                       |
 * | 0x13       | 14, 16 | bits (1), satellites and signal (2), alarm (1), language (1), battery (1), mode (1), ... below |
 * | 0x36       | 5 + n  | as the first, then modules: `modules.ts` (Jimi 4G trackers, as in Traccar)                     |
 *
 * The bytes after the signal in the heartbeat of 5 bytes are not read as an alarm. Concox GT06 v1.8.1 calls them
 * reserved (section 5.4.3), JM-VL03 v1.1.2 language and port status; devices send a language, a voltage or a signal
 * there. A heartbeat has its alarms in bits 3 to 5, and devices also send an alarm packet for each of them.
 *
 * The layouts of 14 and 16 bytes continue with the battery voltage in 0.01 V (2); further bytes are stored as
 * hexadecimal text in `extra`. Satellites and signal: bits 10-14 GPS, 5-9 BeiDou, 0-4 signal (as in Traccar).
 *
 * The reply is an empty packet after the commit.
 */
export const STATUS = 0x13;
const LONG_STATUS = 0x23;
const MODULAR_STATUS = 0x36;
const SHORT_LENGTH = 5;
/**
 * Models whose heartbeat always has a voltage: values from 12.80 to 12.84 V cannot be detected from the bytes alone.
 */
const VOLTAGE_MODEL = /^R11\b/i;

export const status: MessageDecoder = {
  ids: [STATUS, LONG_STATUS, MODULAR_STATUS],
  decode(message: Message) {
    const report = createDraft(message);
    // A heartbeat that cannot be decoded still shows that the device is online.
    const unreadableDetail = readHeartbeat(message, report) ?? describeUnknownLength(message);
    return [
      createReportsEvent(message, report, undefined, unreadableDetail === '' ? null : unreadableDetail),
    ];
  },
};

/** Returns null if no layout matches; otherwise an error text for undecodable bytes, or ''. */
function readHeartbeat(message: Message, draft: Draft): string | null {
  const { id, content } = message;
  switch (id === MODULAR_STATUS ? MODULAR_STATUS : content.length) {
    case MODULAR_STATUS:
      if (content.length < SHORT_LENGTH) return null;
      readShort(message, draft);
      return readModules(content, SHORT_LENGTH, 1, draft);
    case 3:
      if (id !== STATUS) return null;
      readBits(content.readUInt8(0), draft);
      readPower(content.readUInt8(1), 0, draft);
      readSignal(content.readUInt8(2), draft);
      return '';
    case 5:
      if (id !== STATUS) return null;
      readShort(message, draft);
      return '';
    case 6:
      readBits(content.readUInt8(0), draft);
      draft.attributes.batteryVoltage = content.readUInt16BE(1) / 100;
      readSignal(content.readUInt8(3), draft);
      return '';
    case 14:
    case 16:
      if (id !== STATUS) return null;
      readLong(content, draft);
      return '';
    default:
      return null;
  }
}

function readShort({ content, model }: Message, draft: Draft): void {
  const [bits = 0, level = 0, signal = 0, fourth = 0, last = 0] = content;
  readBits(bits, draft);
  if (VOLTAGE_MODEL.test(model) || isVoltage(level, signal, fourth)) {
    draft.attributes.externalVoltage = content.readUInt16BE(1) / 100;
    readSignal(fourth, draft);
    if (last !== 0) draft.attributes.portStatus = last;
    return;
  }
  readPower(level, fourth, draft);
  readSignal(signal, draft);
  if (fourth !== 0) draft.attributes.portStatus = fourth;
}

function readLong(content: Buffer, draft: Draft): void {
  readAlarm(content.readUInt8(3), draft);
  readBits(content.readUInt8(0), draft);
  const radio = content.readUInt16BE(1);
  draft.satellites = ((radio >> 10) & 0x1f) + ((radio >> 5) & 0x1f);
  draft.gsm = Math.round(((radio & 0x1f) * 100) / 0x1f);
  readPower(content.readUInt8(5), 0, draft);
  draft.attributes.workMode = content.readUInt8(6);
  draft.attributes.batteryVoltage = content.readUInt16BE(7) / 100;
  draft.attributes.extra = content.toString('hex', 9);
}
