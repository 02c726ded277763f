import { answer, type Message, type MessageKind } from './message.ts';

/**
 * 0x8a asks for the time (Concox JM-VL03 v1.1.2, time calibration packet): no content. Answered at once by the same number
 * with YY MM DD hh mm ss in UTC, each a binary byte.
 */
export const serverTime: MessageKind = {
  ids: [0x8a],
  events(message: Message) {
    const at = new Date(message.now);
    const content = Buffer.of(
      at.getUTCFullYear() - 2000,
      at.getUTCMonth() + 1,
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    );
    return [{ type: 'reply', deviceId: message.deviceId, reply: answer(message, content) }];
  },
};
