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
 * 0x0702 the driver's card (2013 section 8.47 table 72, 2019 section 8.40), big-endian.
 *
 * | byte   | bytes | meaning                                                            |
 * | ------ | ----- | ------------------------------------------------------------------ |
 * | 0      | 1     | 1 the card was inserted, 2 it was pulled out                       |
 * | 1      | 6     | when, BCD YY MM DD hh mm ss in GMT+8                               |
 * | 7      | 1     | reading of the card: 0 read, 1 to 4 not; what follows is there for 0 |
 * | 8      | 1 + n | length and name of the driver                                      |
 * | 9 + n  | 20    | code of the driver's certificate                                   |
 * | 29 + n | 1 + m | length and name of the office that issued it                       |
 * | 30 + n + m | 4 | valid until, BCD YYYY MM DD                                        |
 *
 * 2019 has the number of the driver's identity card (20) after that, which is not kept. A report without a location, answered
 * by 0x8001 after it is stored.
 */
const PULLED_OUT = 2;
const CODE_LENGTH = 20;

export const driver: MessageDecoder = {
  id: 0x0702,
  decode(message: Message, platform: Platform) {
    const { body } = message;
    if (body.length < 7)
      return [createMalformedEvent(message, platform, `a driver's card in ${body.length} bytes`)];
    const time = readTime(body, 1);
    if (time === null)
      return [createMalformedEvent(message, platform, `no such time: ${body.toString('hex', 1, 7)}`)];
    return [
      createReportsEvent(message, platform, [
        createStatusReport(message, { attributes: readCard(body) }, time),
      ]),
    ];
  },
};

function readCard(body: Buffer): Record<string, AttributeValue> {
  const state = body.readUInt8(0);
  const attributes: Record<string, AttributeValue> = { cardInserted: state !== PULLED_OUT };
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
