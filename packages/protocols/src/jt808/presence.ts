import type { AttributeValue, Report } from '@wakeline/domain/reports/report';
import { setBattery, setSignal } from './items.ts';
import {
  createGeneralReply,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
  RESULT,
} from './message.ts';

/**
 * 0x0002: heartbeat (2013 section 8.3, 2019 section 8.3), without a body. Acknowledged immediately with 0x8001.
 *
 * BSJ EG01 sends 3 bytes: battery (percent), signal (CSQ), state (0 working, 1 standby, 2 off). They become a report
 * without a location, acknowledged after the commit.
 */
export const HEARTBEAT = 0x0002;
const STATUS_LENGTH = 3;
const WORK_MODES = ['working', 'standby', 'off'] as const;

export const heartbeat: MessageDecoder = {
  id: HEARTBEAT,
  decode(message: Message, platform: Platform) {
    if (message.body.length === STATUS_LENGTH)
      return [createReportsEvent(message, platform, [readStatus(message)])];
    return [createGeneralReply(message, platform)];
  },
};

function readStatus(message: Message): Report {
  const { body } = message;
  const status: { battery: number | null; gsm: number | null; attributes: Record<string, AttributeValue> } = {
    battery: null,
    gsm: null,
    attributes: {},
  };
  setBattery(body.readUInt8(0), status);
  setSignal(body.readUInt8(1), status);
  const state = body.readUInt8(2);
  status.attributes.workMode = WORK_MODES[state] ?? state;
  return createStatusReport(message, status);
}

/** 0x0506 and 0x1007 of vendors: a heartbeat and a time zone query. Both only expect a general response. */
export const vendorHeartbeats: readonly MessageDecoder[] = [0x0506, 0x1007].map((id) => ({
  id,
  decode: (message: Message, platform: Platform) => [createGeneralReply(message, platform)],
}));

/** 0x0003: logout (2013 section 8.7, 2019 section 8.10), without a body. Acknowledged immediately with 0x8001. */
export const logout: MessageDecoder = {
  id: 0x0003,
  decode: (message: Message, platform: Platform) => [
    {
      type: 'logout',
      deviceId: message.deviceId,
      reply: platform.createGeneralResponse(message, RESULT.success),
    },
  ],
};
