/**
 * Escapes of recordings, so that they have no byte with a meaning for frames ("GPRS Communication Protocol" 1.8, voice
 * messages; as in Traccar): 7D and the number of one of these bytes, from 1.
 */
const ESCAPED = [0x7d, 0x5b, 0x5d, 0x2c, 0x2a];
const ESCAPE = 0x7d;

/** Null: an escape has another number, or the bytes end within one. */
export function unescapeBytes(bytes: Buffer): Buffer | null {
  const result = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at];
    if (byte === ESCAPE) byte = ESCAPED[(bytes[++at] ?? 0) - 1];
    if (byte === undefined) return null;
    result[length++] = byte;
  }
  return result.subarray(0, length);
}

export function escapeBytes(bytes: Uint8Array): Buffer {
  const result: number[] = [];
  for (const byte of bytes) {
    const number = ESCAPED.indexOf(byte) + 1;
    if (number === 0) result.push(byte);
    else result.push(ESCAPE, number);
  }
  return Buffer.from(result);
}
