import { asBuffer } from '../as-buffer.ts';
import type { ByteRange, MessageInspection } from '../protocol.ts';

const BINARY = /^[$X]/;
const TEXT = /^\*[A-Za-z]{2},\d*,([^,#]{1,20})/;
/** Password after the access point and its user, and the passwords of the instruction that changes that of the device. */
const SECRETS = /^(\*[A-Za-z]{2},\d*,(?:APN,[^,#]*,[^,#]*|MP),)([^#]+)/;
const MAX_INSPECTED = 512;

/** The kind of a text, or the first byte of a binary frame. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const text = asBuffer(bytes).toString('latin1', 0, MAX_INSPECTED);
  const messageId = BINARY.exec(text)?.[0] ?? TEXT.exec(text)?.[1] ?? null;
  return { messageId, accepted: null, secrets: findSecrets(text) };
}

function findSecrets(text: string): readonly ByteRange[] {
  const [, before = '', secret = ''] = SECRETS.exec(text) ?? [];
  return secret === '' ? [] : [{ start: before.length, end: before.length + secret.length }];
}
