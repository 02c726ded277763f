import type { Report } from '@wakeline/domain/reports/report';
import { CELL_FORMS, cellText, lengthOfCell, startsCell } from './cell.ts';
import { closeFrame } from './framing.ts';
import { GPS_LENGTH, readGps } from './gps.ts';
import {
  answer,
  draftOf,
  type Message,
  type MessageKind,
  malformed,
  oddLength,
  reported,
} from './message.ts';

/**
 * A device asks for the address of its place, to send it to a phone (Concox GT06 v1.8.1 section 6.7; 0x2a: JM-VL03 v1.1.2; 0xa7
 * as Traccar reads it): place (18) or cell of LTE, phone number (21, filled with zeros), language (2).
 *
 * | answer | kind of frame | content                                                                                     |
 * | ------ | ------------- | ------------------------------------------------------------------------------------------- |
 * | 0x17   | short         | length (1), server flag (4), `ADDRESS&&`, address in UTF-16, `&&`, phone number (21), `##`  |
 * | 0x97   | long          | the same with a length of 2 bytes                                                           |
 *
 * 0x17 for Chinese, 0x97 for any other language. The length is that of what follows it. The address is the coordinates: the
 * protocol has no geocoder, and they are what a phone can open. Without a place it is empty.
 */
const REQUESTS = [0x1a, 0x2a];
const CELL_REQUEST = 0xa7;
const CHINESE_ANSWER = 0x17;
const ANSWER = 0x97;

const PHONE_LENGTH = 21;
const LANGUAGE_LENGTH = 2;
const CHINESE = 1;

export const address: MessageKind = {
  ids: [...REQUESTS, CELL_REQUEST],
  events(message: Message) {
    const { id, content, offsetMinutes, now } = message;
    const end = content.length - PHONE_LENGTH - LANGUAGE_LENGTH;
    const report = draftOf(message);
    if (id === CELL_REQUEST) {
      const form = CELL_FORMS.lte;
      if (!startsCell(content, 0) || lengthOfCell(content, 0, form) !== end) return [oddLength(message)];
      const cell = cellText(content, 0, form);
      if (cell !== null) report.attributes.cell = cell;
    } else {
      if (end !== GPS_LENGTH) return [oddLength(message)];
      const gps = readGps(content, offsetMinutes, now);
      if (typeof gps === 'string') return [malformed(message, gps, answer(message))];
      Object.assign(report, gps);
    }
    const phone = content.subarray(end, end + PHONE_LENGTH);
    const chinese = content.readUInt16BE(end + PHONE_LENGTH) === CHINESE;
    return [reported(message, report, answerTo(message.serial, report, phone, chinese))];
  },
};

function answerTo(serial: number, { fix }: Report, phone: Buffer, chinese: boolean): Buffer {
  const text = fix === null ? '' : `${fix.latitude.toFixed(6)},${fix.longitude.toFixed(6)}`;
  const command = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from('ADDRESS&&'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from('&&'),
    phone,
    Buffer.from('##'),
  ]);
  const length = Buffer.alloc(chinese ? 1 : 2);
  length.writeUIntBE(command.length, 0, length.length);
  const id = chinese ? CHINESE_ANSWER : ANSWER;
  return closeFrame({ id, content: Buffer.concat([length, command]), serial, extended: !chinese });
}
