import type { AttributeValue } from '@wakeline/domain/report';
import { type Message, type MessageKind, reported } from './message.ts';
import { percentOfSignal, readBits, readStatus, STATUS_LENGTH } from './terminal-status.ts';

/**
 * Status without a place, which is also the heartbeat: its time is that at which it came.
 *
 * | number | content                                                                                              |
 * | ------ | ---------------------------------------------------------------------------------------------------- |
 * | 0x13   | status: `terminal-status.ts` (Concox GT06 v1.8.1 section 5.4)                                        |
 * | 0x23   | first byte of it (1), voltage in 0.01 V (2), mobile signal 0-4 (1), language (2) (Concox GK310)      |
 *
 * A content of another length is kept as hexadecimal text in `extra`: devices differ here, and all want their answer.
 * Answered by an empty packet once it is stored.
 */
export const STATUS = 0x13;
const LONG_STATUS = 0x23;

const LONG_STATUS_LENGTH = 6;

export const status: MessageKind = {
  ids: [STATUS, LONG_STATUS],
  events(message: Message) {
    const { id, content, now } = message;
    const attributes: Record<string, AttributeValue> = {};
    const nothing = { battery: null, gsm: null, alarms: [] };
    const place = { time: now, fix: null, satellites: null };
    if (id === STATUS && content.length === STATUS_LENGTH) {
      return [reported(message, { ...place, ...readStatus(content, 0, attributes), attributes })];
    }
    if (id === LONG_STATUS && content.length === LONG_STATUS_LENGTH) {
      readBits(content.readUInt8(0), attributes);
      attributes.batteryVoltage = content.readUInt16BE(1) / 100;
      const gsm = percentOfSignal(content.readUInt8(3));
      return [reported(message, { ...place, ...nothing, gsm, attributes })];
    }
    if (content.length > 0) attributes.extra = content.toString('hex');
    return [reported(message, { ...place, ...nothing, attributes })];
  },
};
