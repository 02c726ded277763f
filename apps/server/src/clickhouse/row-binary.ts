/**
 * Writes a string in the format RowBinary: its length as varint, then its bytes.
 *
 * @returns where the next value starts
 */
export function writeString(target: Buffer, start: number, content: Buffer): number {
  let at = start;
  let { length } = content;
  for (; length >= 0x80; length = Math.floor(length / 0x80))
    at = target.writeUInt8((length % 0x80) | 0x80, at);
  at = target.writeUInt8(length, at);
  return at + content.copy(target, at);
}
