import type { TextTemplate } from '@wakeline/domain/satellite/sbd-text';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
/** Control characters that no text has; tab, line feed and carriage return are allowed. */
const CONTROLS = /[^\P{Cc}\t\n\r]/u;

/**
 * The text of a payload in UTF-8, without the bytes of the template and trailing zero bytes; null if the payload is empty
 * or binary. Iridium defines no coding: the payload is what the application of the device writes.
 */
export function payloadText(payload: Uint8Array, { before, after }: TextTemplate): string | null {
  const start = before.length;
  const end = payload.length - after.length;
  if (end < start || before.some((byte, index) => payload[index] !== byte)) return null;
  if (after.some((byte, index) => payload[end + index] !== byte)) return null;
  const content = payload.subarray(start, end);
  const bytes = content.subarray(0, content.findLastIndex((byte) => byte !== 0) + 1);
  if (bytes.length === 0) return null;
  try {
    const text = UTF_8.decode(bytes);
    return CONTROLS.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** The inverse of `payloadText`. The caller checks the length (`splitSbdText`). */
export function encodePayloadText(text: string, { before, after }: TextTemplate): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.from(text, 'utf8'), Buffer.from(after)]);
}
