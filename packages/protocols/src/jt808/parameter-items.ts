import { writeText } from './gbk.ts';

/**
 * Body of 0x8103, set terminal parameters (2013 section 8.9 table 10): number of items (1), then per item its id (4),
 * the length of its value (1) and the value. 0x0104 returns the items in the same form, after the serial of the query.
 */
export type ParameterItem = readonly [id: number, value: Buffer];

/** Numbers in values are DWORD, unless the standard's table says otherwise. */
export function dword(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function word(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function string(value: string): Buffer {
  return writeText(value);
}

export function writeParameterItems(items: readonly ParameterItem[]): Buffer {
  return Buffer.concat([
    Buffer.of(items.length),
    ...items.flatMap(([id, value]) => [dword(id), Buffer.of(value.length), value]),
  ]);
}

/** Items as `0x0001=60`, text where it is printable, otherwise hexadecimal. Null if a length leads beyond the end. */
export function describeParameterItems(body: Buffer): string | null {
  const described: string[] = [];
  let at = 1;
  for (let count = body[0] ?? 0; count > 0; count--) {
    if (at + 5 > body.length) return null;
    const id = body.readUInt32BE(at);
    const end = at + 5 + body.readUInt8(at + 4);
    if (end > body.length) return null;
    described.push(`0x${id.toString(16).padStart(4, '0')}=${describeValue(body.subarray(at + 5, end))}`);
    at = end;
  }
  return described.join('; ');
}

function describeValue(value: Buffer): string {
  const text = value.toString('latin1');
  if (/^[\x20-\x7e]{2,}$/.test(text) && !isNumber(value)) return text;
  return isNumber(value) ? String(value.readUIntBE(0, value.length)) : value.toString('hex');
}

/** A BYTE, WORD or DWORD: the standard has no text of these lengths that starts with zero. */
function isNumber(value: Buffer): boolean {
  return value.length === 1 || ((value.length === 2 || value.length === 4) && (value[0] ?? 0) < 0x20);
}
