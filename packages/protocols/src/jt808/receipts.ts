import type { ReceiptEvent } from '../protocol.ts';
import { receiptKeyOf, TEXT_RECEIPT } from './instruction.ts';
import {
  createGeneralReply,
  createMalformedEvent,
  type Message,
  type MessageDecoder,
  type Platform,
  RESULT,
} from './message.ts';
import { describeParameterItems } from './parameter-items.ts';

/**
 * 0x0805, result of a photo (2013 section 8.40 table 82): serial of 0x8801 (2), result (1: 0 success, 1 failure, 2 not
 * supported), and with success the number of photos (2) and their ids (4 each), with which 0x0801 sends them.
 */
const PHOTO_RESULT = 0x0805;
const MAX_PHOTOS = 64;
/** 0x0104, answer to a query of parameters (2013 section 8.11 table 14). */
const PARAMETERS = 0x0104;
const REFUSED_TEXT = /fail|error|失败|错误/i;

type Outcome = ReceiptEvent['outcome'];
const OUTCOMES: Readonly<Record<number, Outcome>> = {
  [RESULT.success]: 'accepted',
  [RESULT.failure]: 'rejected',
  [RESULT.badMessage]: 'malformed',
  [RESULT.unsupported]: 'not-supported',
};

/** 0x0001: general response of the terminal to a message of the platform (2013 section 8.1 table 4). Needs no reply. */
export const terminalResponse: MessageDecoder = {
  id: 0x0001,
  decode({ body, deviceId, raw }) {
    if (body.length < 5) return [];
    const key = receiptKeyOf(body.readUInt16BE(2), body.readUInt16BE(0));
    const result = body.readUInt8(4);
    const text = result === RESULT.success ? null : `result ${result}`;
    return [{ type: 'receipt', deviceId, key, outcome: OUTCOMES[result] ?? 'rejected', text, raw }];
  },
};

export const parameterResponse: MessageDecoder = {
  id: PARAMETERS,
  decode(message: Message, platform: Platform) {
    const { body, deviceId, raw } = message;
    const text = body.length < 3 ? null : describeParameterItems(body.subarray(2));
    if (text === null) return [createMalformedEvent(message, platform, 'items beyond the end')];
    const key = receiptKeyOf(PARAMETERS, body.readUInt16BE(0));
    return [
      { type: 'receipt', deviceId, key, outcome: 'accepted', text, raw },
      createGeneralReply(message, platform),
    ];
  },
};

export const photoResult: MessageDecoder = {
  id: PHOTO_RESULT,
  decode(message: Message, platform: Platform) {
    const { body, deviceId, raw } = message;
    if (body.length < 3) return [createMalformedEvent(message, platform, 'no result')];
    const result = body.readUInt8(2);
    const outcome: Outcome = result === 0 ? 'accepted' : result === 2 ? 'not-supported' : 'rejected';
    const pictures = result === 0 && body.length >= 5 ? body.readUInt16BE(3) : 0;
    const key = receiptKeyOf(PHOTO_RESULT, body.readUInt16BE(0));
    const text = result === 0 ? `${pictures} pictures` : `result ${result}`;
    const mediaIds = readMediaIds(body, pictures);
    return [
      { type: 'receipt', deviceId, key, outcome, text, raw, ...(mediaIds.length > 0 && { mediaIds }) },
      createGeneralReply(message, platform),
    ];
  },
};

function readMediaIds(body: Buffer, count: number): readonly number[] {
  const present = Math.min(count, MAX_PHOTOS, Math.floor((body.length - 5) / 4));
  return Array.from({ length: Math.max(0, present) }, (_, index) => body.readUInt32BE(5 + index * 4));
}

/** The receipt of a text instruction, whose answer has no serial. */
export function createTextReceipt({ deviceId, raw }: Message, text: string): ReceiptEvent {
  const outcome = REFUSED_TEXT.test(text) ? 'rejected' : 'accepted';
  return { type: 'receipt', deviceId, key: TEXT_RECEIPT, outcome, text, raw };
}

/** 0x0201 and 0x0500 repeat the serial of the query 0x8201 and of the vehicle control 0x8500. */
export function createLocationReceipt({ id, deviceId, body, raw }: Message): ReceiptEvent {
  const key = receiptKeyOf(id === 0x0500 ? 0x8500 : 0x8201, body.readUInt16BE(0));
  return { type: 'receipt', deviceId, key, outcome: 'accepted', text: null, raw };
}
