import { Cursor } from './cursor.ts';
import { type Payload, writeData } from './framing.ts';

/**
 * Texts of codec 12, 13 and 14 (Teltonika Telematics Wiki, "Teltonika Data Sending Protocols", codec for communication
 * over GPRS messages), big-endian. They carry commands of the server and the responses of the device.
 *
 * | bytes | meaning                                                                                            |
 * | ----- | -------------------------------------------------------------------------------------------------- |
 * | 1     | type: 0x05 command, 0x06 response, 0x11 another device is meant (codec 14)                           |
 * | 4     | length of the rest                                                                                 |
 * | 4     | time in seconds since 1970 UTC (codec 13)                                                          |
 * | 8     | IMEI, 16 BCD digits, the first one is 0 (codec 14)                                                 |
 * | n     | ASCII text                                                                                         |
 *
 * A response has no identifier, and gets no reply.
 */
const COMMAND_CODEC = 0x0c;
const TIMED_CODEC = 0x0d;
const ADDRESSED_CODEC = 0x0e;
export const TEXT_CODECS: ReadonlySet<number> = new Set([COMMAND_CODEC, TIMED_CODEC, ADDRESSED_CODEC]);

export const COMMAND = 0x05;
export const RESPONSE = 0x06;
export const OTHER_DEVICE = 0x11;

const TIME_LENGTH = 4;
const IMEI_LENGTH = 8;

export interface Text {
  readonly type: number;
  /** Epoch milliseconds; null except in codec 13. */
  readonly time: number | null;
  /** Null except in codec 14. */
  readonly imei: string | null;
  readonly text: string;
}

/** Returns an error text if the layout does not fit. */
export function readTexts({ codec, count, lastCount, content }: Payload): readonly Text[] | string {
  if (count === 0) return 'a packet without texts';
  if (count !== lastCount) return `${count} texts at the start, ${lastCount} at the end`;
  const cursor = new Cursor(content);
  const texts: Text[] = [];
  while (texts.length < count) {
    const text = readText(cursor, codec);
    if (typeof text === 'string') return `text ${texts.length + 1} of ${count}: ${text}`;
    texts.push(text);
  }
  return cursor.rest > 0 ? `${cursor.rest} bytes after the last text` : texts;
}

function readText(cursor: Cursor, codec: number): Text | string {
  const type = cursor.unsigned(1);
  const body = new Cursor(cursor.bytes(cursor.unsigned(4)));
  if (cursor.truncated) return 'truncated';
  if (type !== COMMAND && type !== RESPONSE && type !== OTHER_DEVICE) return `type ${type} is unknown`;
  const time = codec === TIMED_CODEC ? body.unsigned(TIME_LENGTH) * 1000 : null;
  const imei = codec === ADDRESSED_CODEC ? body.bytes(IMEI_LENGTH).toString('hex').slice(1) : null;
  if (body.truncated) return 'truncated';
  return { type, time, imei, text: readAscii(body.bytes(body.rest)) };
}

/** Lines end with CR LF, the text sometimes with a zero. */
function readAscii(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '').trim();
}

/** Encodes the data of a codec 12 packet with one text. */
export function writeText(type: number, text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const header = Buffer.alloc(5);
  header.writeUInt8(type, 0);
  header.writeUInt32BE(bytes.length, 1);
  return writeData(COMMAND_CODEC, 1, Buffer.concat([header, bytes]));
}
