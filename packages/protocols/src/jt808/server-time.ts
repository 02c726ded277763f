import { writeTime } from './clock.ts';
import { type Message, type MessageDecoder, type Platform, RESULT } from './message.ts';

/**
 * 0x0004: time query (2019 section 8.5), without a body. Answered immediately with 0x8004 (2019 section 8.6):
 *
 * | byte | bytes | meaning                             |
 * | ---- | ----- | ----------------------------------- |
 * | 0    | 6     | BCD YY MM DD hh mm ss, in UTC       |
 */
export const serverTime: MessageDecoder = {
  id: 0x0004,
  decode(message: Message, platform: Platform) {
    const body = Buffer.alloc(6);
    writeTime(message.now, body, 0, 0);
    return [
      { type: 'reply', deviceId: message.deviceId, reply: platform.createFrame(0x8004, message.from, body) },
    ];
  },
};

/**
 * 0x0109: time query of vendors (S21L, as in Traccar), without a body. Answered immediately with 0x8109:
 *
 * | byte | bytes | meaning                                            |
 * | ---- | ----- | -------------------------------------------------- |
 * | 0    | 2     | year, UTC                                          |
 * | 2    | 5     | month, day, hour, minute, second, one byte each, UTC |
 * | 7    | 1     | 0 success                                          |
 */
export const vendorServerTime: MessageDecoder = {
  id: 0x0109,
  decode(message: Message, platform: Platform) {
    const utc = new Date(message.now);
    const body = Buffer.alloc(8);
    body.writeUInt16BE(utc.getUTCFullYear(), 0);
    body.set(
      [
        utc.getUTCMonth() + 1,
        utc.getUTCDate(),
        utc.getUTCHours(),
        utc.getUTCMinutes(),
        utc.getUTCSeconds(),
        RESULT.success,
      ],
      2,
    );
    return [
      { type: 'reply', deviceId: message.deviceId, reply: platform.createFrame(0x8109, message.from, body) },
    ];
  },
};
