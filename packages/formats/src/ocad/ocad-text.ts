import type { ByteReader } from './byte-reader.ts';

/** Text of version 9 and 10 is in the Windows code page of the author's computer; nearly all are Western European. */
const ANSI = new TextDecoder('windows-1252');
const UTF8 = new TextDecoder('utf-8');
const UTF16 = new TextDecoder('utf-16le');

/** Parameter strings and names of fonts have one byte per character until version 10, UTF-8 later. */
export function decodeText(bytes: Uint8Array, version: number): string {
  const end = bytes.indexOf(0);
  const used = end < 0 ? bytes : bytes.subarray(0, end);
  return (version >= 11 ? UTF8 : ANSI).decode(used);
}

/** UTF-16 up to the first zero. */
export function decodeWideText(bytes: Uint8Array): string {
  const text = UTF16.decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** A Delphi string: one byte with the length, then space for `capacity` characters. */
export function readShortString(reader: ByteReader, at: number, capacity: number, version: number): string {
  const length = Math.min(reader.u8(at), capacity);
  return decodeText(reader.bytes(at + 1, length), version);
}
