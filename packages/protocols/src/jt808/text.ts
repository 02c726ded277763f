import { readText } from './gbk.ts';
import {
  type Message,
  type MessageKind,
  malformed,
  type Platform,
  reported,
  statusReport,
} from './message.ts';

/**
 * Text of a terminal, mostly what it says to an instruction. It becomes the attribute `text` of a report without a location,
 * answered by 0x8001 after it is stored.
 *
 * | id     | body                                                     | source                           |
 * | ------ | -------------------------------------------------------- | -------------------------------- |
 * | 0x6006 | encoding (1: 0 GBK, 1 UTF-16BE), text                    | G10LS table 30, BSJ EG01 2.5     |
 * | 0x1300 | serial of the instruction (2), text in UTF-16BE          | Traccar's decoder                |
 * | 0x0701 | length (4), text in GBK                                  | 2013 section 8.45 (waybill)      |
 */
const UTF16 = new TextDecoder('utf-16be');
const MAX_LENGTH = 2048;
const IN_UTF16 = 1;

type Reader = (body: Buffer) => string | null;

const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [0x6006, readEncoded],
  [0x1300, (body) => (body.length < 2 ? null : readUtf16(body.subarray(2)))],
  [0x0701, readCounted],
]);

export const texts: readonly MessageKind[] = [...READERS].map(([id, read]) => ({
  id,
  events(message: Message, platform: Platform) {
    const text = read(message.body);
    if (text === null) return [malformed(message, platform, `a text of ${message.body.length} bytes`)];
    return [reported(message, platform, [statusReport(message, { attributes: { text: shortened(text) } })])];
  },
}));

/** A report holds no more of a text than this. */
export function shortened(text: string): string {
  return text.slice(0, MAX_LENGTH);
}

function readEncoded(body: Buffer): string | null {
  if (body.length < 1) return null;
  const text = body.subarray(1);
  return body.readUInt8(0) === IN_UTF16 ? readUtf16(text) : readText(text);
}

function readUtf16(bytes: Buffer): string {
  return UTF16.decode(bytes.subarray(0, bytes.length & ~1))
    .replace(/\0.*$/s, '')
    .trim();
}

function readCounted(body: Buffer): string | null {
  if (body.length < 4) return null;
  const end = 4 + body.readUInt32BE(0);
  return end > body.length ? null : readText(body.subarray(4, end));
}
