import { asBuffer } from '../../as-buffer.ts';

/**
 * A DirectIP message is version 1 (1 byte), length of the rest (2), then information elements: id (1), length (2),
 * content. Numbers are big-endian. Source of this folder: Iridium Short Burst Data Service Developers Guide, release 3.0.
 */
export const VERSION = 1;
export const PREFIX_LENGTH = 3;
const MAX_LENGTH = 0xffff;
/** Bytes of the longest possible message. */
export const MAX_MESSAGE_LENGTH = PREFIX_LENGTH + MAX_LENGTH;

export const ELEMENT = {
  moHeader: 0x01,
  moPayload: 0x02,
  moLocation: 0x03,
  moConfirmation: 0x05,
  mtHeader: 0x41,
  mtPayload: 0x42,
  mtConfirmation: 0x44,
  mtPriority: 0x46,
} as const;

/**
 * Why a DirectIP message cannot be read:
 *
 * - `wrong-version`: the first byte is not 1
 * - `wrong-length`: the length of the message is not that of its bytes
 * - `element-cut`: an element is longer than the rest of the message
 * - `element-repeated`: a known element stands twice
 * - `element-length`: a known element is too short or too long
 * - `no-header`: the element is missing that names the device, or the confirmation is missing
 * - `invalid-imei`: not 15 digits
 */
export type DirectIpError =
  | 'wrong-version'
  | 'wrong-length'
  | 'element-cut'
  | 'element-repeated'
  | 'element-length'
  | 'no-header'
  | 'invalid-imei';

/** Content of the elements of a message by id. */
export type Elements = ReadonlyMap<number, Buffer>;

/**
 * Splits a message into its elements. Their order is free: the guide states none, and gateways send the location before
 * or after the payload. Elements with an unknown id are skipped, also repeated ones.
 */
export function readElements(message: Uint8Array): Elements | DirectIpError {
  const bytes = asBuffer(message);
  if (bytes.length < PREFIX_LENGTH) return 'wrong-length';
  if (bytes[0] !== VERSION) return 'wrong-version';
  if (bytes.readUInt16BE(1) !== bytes.length - PREFIX_LENGTH) return 'wrong-length';
  const known: ReadonlySet<number> = new Set(Object.values(ELEMENT));
  const elements = new Map<number, Buffer>();
  for (let at = PREFIX_LENGTH; at < bytes.length; ) {
    if (bytes.length - at < PREFIX_LENGTH) return 'element-cut';
    const id = bytes.readUInt8(at);
    const start = at + PREFIX_LENGTH;
    const end = start + bytes.readUInt16BE(at + 1);
    if (end > bytes.length) return 'element-cut';
    if (known.has(id)) {
      if (elements.has(id)) return 'element-repeated';
      elements.set(id, bytes.subarray(start, end));
    }
    at = end;
  }
  return elements;
}

/** Writes a message with the given elements, in this order. */
export function writeMessage(elements: readonly (readonly [id: number, content: Uint8Array])[]): Buffer {
  const parts = elements.flatMap(([id, content]) => {
    const head = Buffer.alloc(PREFIX_LENGTH);
    head.writeUInt8(id, 0);
    head.writeUInt16BE(content.length, 1);
    return [head, content];
  });
  const body = Buffer.concat(parts);
  const prefix = Buffer.alloc(PREFIX_LENGTH);
  prefix.writeUInt8(VERSION, 0);
  prefix.writeUInt16BE(body.length, 1);
  return Buffer.concat([prefix, body]);
}

const IMEI_DIGITS = /^\d{15}$/;

/** Reads an IMEI of 15 ASCII digits at an offset; null if it is none. */
export function readImei(content: Buffer, offset: number): string | null {
  const imei = content.toString('latin1', offset, offset + 15);
  return isImeiText(imei) ? imei : null;
}

/** Whether a text is 15 digits. Iridium does not use the check digit: it is 0 in its messages. */
export function isImeiText(text: string): boolean {
  return IMEI_DIGITS.test(text);
}
