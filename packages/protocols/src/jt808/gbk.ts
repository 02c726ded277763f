import { encodeGbk } from '@wakeline/domain/satellite/gbk';

const GBK = new TextDecoder('gbk');

/** Decodes a STRING of the standard (section 4.2: GBK) up to the first zero byte, trimmed. */
export function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return GBK.decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}

/** Encodes text as GBK, without an end mark. Throws RangeError for a character that GBK does not have. */
export function writeText(text: string): Buffer {
  return Buffer.from(encodeGbk(text));
}
