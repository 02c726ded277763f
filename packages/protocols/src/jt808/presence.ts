import { type Message, type MessageKind, type Platform, RESULT } from './message.ts';

/** 0x0002 heartbeat (2013 section 8.3, 2019 section 8.3): no body. Answered at once by 0x8001. */
export const HEARTBEAT = 0x0002;

export const heartbeat: MessageKind = {
  id: HEARTBEAT,
  events: (message: Message, platform: Platform) => [
    { type: 'reply', deviceId: message.deviceId, reply: platform.answer(message, RESULT.success) },
  ],
};

/** 0x0003 logout (2013 section 8.7, 2019 section 8.10): no body. Answered at once by 0x8001. */
export const logout: MessageKind = {
  id: 0x0003,
  events: (message: Message, platform: Platform) => [
    { type: 'logout', deviceId: message.deviceId, reply: platform.answer(message, RESULT.success) },
  ],
};

/** 0x0001 general response of the terminal to a message of the platform: needs no answer, and no one waits for it. */
export const terminalResponse: MessageKind = { id: 0x0001, events: () => [] };
