import { createReply, type Message, type MessageDecoder } from './message.ts';

/**
 * 0x8a: time request (Concox JM-VL03 v1.1.2, time calibration packet), without content. The reply has the same number
 * and YY MM DD hh mm ss in UTC, one binary byte each, and is sent immediately.
 */
export const serverTime: MessageDecoder = {
  ids: [0x8a],
  decode(message: Message) {
    const date = new Date(message.now);
    const content = Buffer.of(
      date.getUTCFullYear() - 2000,
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    );
    return [{ type: 'reply', deviceId: message.deviceId, reply: createReply(message, content) }];
  },
};
