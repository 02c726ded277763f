import { writeTime } from './clock.ts';
import type { Message, MessageKind, Platform } from './message.ts';

/**
 * 0x0004 asks for the platform's time (2019 section 8.5): no body. Answered at once by 0x8004 (2019 section 8.6):
 *
 * | byte | bytes | meaning                             |
 * | ---- | ----- | ----------------------------------- |
 * | 0    | 6     | BCD YY MM DD hh mm ss, in UTC       |
 */
export const serverTime: MessageKind = {
  id: 0x0004,
  events(message: Message, platform: Platform) {
    const body = Buffer.alloc(6);
    writeTime(message.now, body, 0, 0);
    return [{ type: 'reply', deviceId: message.deviceId, reply: platform.send(0x8004, message.from, body) }];
  },
};
