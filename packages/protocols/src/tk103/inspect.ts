import { asBuffer } from '../as-buffer.ts';
import type { MessageInspection } from '../protocol.ts';

const FIXED = /^\([0-9A-Za-z]{12}([A-Z]{2}[0-9A-Z]{2})/;
const COMMA = /^\(\d{5,20},([A-Z]{2}[0-9A-Z]{2})/;
/** An instruction of the comma form: its name, and for `master` the password of the device. */
const INSTRUCTION = /^\[begin\]sms2,\*([^*\]]{1,20})\*/;
const PASSWORD = /^(\[begin\]sms2,\*master\*)([^*]+)/;
const MAX_INSPECTED = 64;

/** The command of a message, or the name of an instruction as text. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const text = asBuffer(bytes).toString('latin1', 0, MAX_INSPECTED);
  const messageId =
    [COMMA, FIXED, INSTRUCTION].map((pattern) => pattern.exec(text)?.[1]).find(Boolean) ?? null;
  const [, before = '', password = ''] = PASSWORD.exec(text) ?? [];
  const secrets = password === '' ? [] : [{ start: before.length, end: before.length + password.length }];
  return { messageId, accepted: null, secrets };
}
