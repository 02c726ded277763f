import type { Report } from '@wakeline/domain/reports/report';
import { CELL_FORMATS, cellLengthAt, isCellAt, readCell } from './cell.ts';
import { encodeFrame } from './framing.ts';
import { GPS_LENGTH, readGps } from './gps.ts';
import {
  createDraft,
  createMalformedEvent,
  createReply,
  createReportsEvent,
  createUnknownLengthEvent,
  type Message,
  type MessageDecoder,
} from './message.ts';

/**
 * Address request of a device, which sends the address to a phone (Concox GT06 v1.8.1 section 6.7; 0x2a: JM-VL03
 * v1.1.2; 0xa7 as in Traccar): GPS block (18) or LTE cell, phone number (21, padded with zeros), language (2).
 *
 * | reply  | frame type | content                                                                                     |
 * | ------ | ---------- | ------------------------------------------------------------------------------------------- |
 * | 0x17   | short      | length (1), server flag (4), `ADDRESS&&`, address in UTF-16, `&&`, phone number (21), `##`  |
 * | 0x97   | extended   | the same with a length of 2 bytes                                                           |
 *
 * 0x17 for Chinese, 0x97 for other languages. The length covers everything after it. The address is the coordinates,
 * which a phone can open, because the protocol has no geocoder. It is empty without a position.
 */
const REQUESTS = [0x1a, 0x2a];
const CELL_REQUEST = 0xa7;
const CHINESE_REPLY = 0x17;
const REPLY = 0x97;

const PHONE_LENGTH = 21;
const LANGUAGE_LENGTH = 2;
const CHINESE = 1;

export const address: MessageDecoder = {
  ids: [...REQUESTS, CELL_REQUEST],
  decode(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const end = content.length - PHONE_LENGTH - LANGUAGE_LENGTH;
    const report = createDraft(message);
    if (id === CELL_REQUEST) {
      const form = CELL_FORMATS.lte;
      if (!isCellAt(content, 0) || cellLengthAt(content, 0, form) !== end)
        return [createUnknownLengthEvent(message)];
      const cell = readCell(content, 0, form);
      if (cell !== null) report.attributes.cell = cell;
    } else {
      if (end !== GPS_LENGTH) return [createUnknownLengthEvent(message)];
      const gps = readGps(content, offsetMinutes, now);
      if (typeof gps === 'string') return [createMalformedEvent(message, gps, createReply(message))];
      Object.assign(report, gps);
    }
    const phone = content.subarray(end, end + PHONE_LENGTH);
    const isChinese = content.readUInt16BE(end + PHONE_LENGTH) === CHINESE;
    return [
      createReportsEvent(message, report, createAddressReply(message.serial, report, phone, isChinese)),
    ];
  },
};

function createAddressReply(serial: number, { fix }: Report, phone: Buffer, isChinese: boolean): Buffer {
  const text = fix === null ? '' : `${fix.latitude.toFixed(6)},${fix.longitude.toFixed(6)}`;
  const command = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from('ADDRESS&&'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from('&&'),
    phone,
    Buffer.from('##'),
  ]);
  const length = Buffer.alloc(isChinese ? 1 : 2);
  length.writeUIntBE(command.length, 0, length.length);
  const id = isChinese ? CHINESE_REPLY : REPLY;
  return encodeFrame({ id, content: Buffer.concat([length, command]), serial, extended: !isChinese });
}
