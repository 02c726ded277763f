import type { AttributeValue } from '@wakeline/domain/reports/report';
import { readTime } from './clock.ts';
import { readText } from './gbk.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';

/**
 * 0x0702: driver card (2013 section 8.47 table 72, 2019 section 8.40), big-endian.
 *
 * | byte   | bytes | meaning                                                            |
 * | ------ | ----- | ------------------------------------------------------------------ |
 * | 0      | 1     | 1 card inserted, 2 card removed                                    |
 * | 1      | 6     | time, BCD YY MM DD hh mm ss in GMT+8                               |
 * | 7      | 1     | reading the card: 0 success, 1 to 4 failure; the rest follows only for 0 |
 * | 8      | 1 + n | length and name of the driver                                      |
 * | 9 + n  | 20    | number of the driver's certificate                                 |
 * | 29 + n | 1 + m | length and name of the issuing authority                           |
 * | 30 + n + m | 4 | valid until, BCD YYYY MM DD                                        |
 *
 * In 2019 the number of the driver's identity card (20) follows, which is not stored. Becomes a report without a
 * location, acknowledged with 0x8001 after the commit.
 */
const REMOVED = 2;
const CODE_LENGTH = 20;

export const driver: MessageDecoder = {
  id: 0x0702,
  decode(message: Message, platform: Platform) {
    const { body } = message;
    if (body.length < 7)
      return [createMalformedEvent(message, platform, `a driver card needs 7 bytes, got ${body.length}`)];
    const time = readTime(body, 1);
    if (time === null)
      return [createMalformedEvent(message, platform, `invalid time: ${body.toString('hex', 1, 7)}`)];
    return [
      createReportsEvent(message, platform, [
        createStatusReport(message, { attributes: readCard(body) }, time),
      ]),
    ];
  },
};

function readCard(body: Buffer): Record<string, AttributeValue> {
  const state = body.readUInt8(0);
  const attributes: Record<string, AttributeValue> = { cardInserted: state !== REMOVED };
  const result = body[7];
  if (result === undefined) return attributes;
  attributes.cardResult = result;
  const name = readTextAt(body, 8);
  if (name === null) return attributes;
  if (name.text !== '') attributes.driver = name.text;
  const codeEnd = name.end + CODE_LENGTH;
  if (codeEnd > body.length) return attributes;
  const code = readText(body.subarray(name.end, codeEnd));
  if (code !== '') attributes.driverCode = code;
  return attributes;
}

function readTextAt(body: Buffer, offset: number): { text: string; end: number } | null {
  const length = body[offset];
  if (length === undefined || offset + 1 + length > body.length) return null;
  return { text: readText(body.subarray(offset + 1, offset + 1 + length)), end: offset + 1 + length };
}
