import { readText } from './gbk.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';
import { createTextReceipt } from './receipts.ts';

/**
 * Text from a terminal, mostly replies to instructions. Becomes the attribute `text` of a report without a location,
 * acknowledged with 0x8001 after the commit.
 *
 * | id     | body                                                     | source                           |
 * | ------ | -------------------------------------------------------- | -------------------------------- |
 * | 0x6006 | encoding (1: 0 GBK, 1 UTF-16BE), text                    | G10LS table 30, BSJ EG01 2.5     |
 * | 0x1300 | serial of the instruction (2), text in UTF-16BE          | Traccar                          |
 * | 0x0701 | length (4), text in GBK                                  | 2013 section 8.45 (waybill)      |
 */
const UTF16 = new TextDecoder('utf-16be');
const MAX_LENGTH = 2048;
const UTF16_ENCODING = 1;

type TextReader = (body: Buffer) => string | null;

const TEXT_READERS: ReadonlyMap<number, TextReader> = new Map<number, TextReader>([
  [0x6006, readEncoded],
  [0x1300, (body) => (body.length < 2 ? null : readUtf16(body.subarray(2)))],
  [0x0701, readLengthPrefixed],
]);

export const textDecoders: readonly MessageDecoder[] = [...TEXT_READERS].map(([id, read]) => ({
  id,
  decode(message: Message, platform: Platform) {
    const text = read(message.body);
    if (text === null)
      return [createMalformedEvent(message, platform, `invalid text of ${message.body.length} bytes`)];
    return [
      createReportsEvent(message, platform, [
        createStatusReport(message, { attributes: { text: truncateText(text) } }),
      ]),
      createTextReceipt(message, text),
    ];
  },
}));

/** Truncates a text to the maximum length in a report. */
export function truncateText(text: string): string {
  return text.slice(0, MAX_LENGTH);
}

function readEncoded(body: Buffer): string | null {
  if (body.length < 1) return null;
  const text = body.subarray(1);
  return body.readUInt8(0) === UTF16_ENCODING ? readUtf16(text) : readText(text);
}

function readUtf16(bytes: Buffer): string {
  return UTF16.decode(bytes.subarray(0, bytes.length & ~1))
    .replace(/\0.*$/s, '')
    .trim();
}

function readLengthPrefixed(body: Buffer): string | null {
  if (body.length < 4) return null;
  const end = 4 + body.readUInt32BE(0);
  return end > body.length ? null : readText(body.subarray(4, end));
}
