import { asBuffer } from '../as-buffer.ts';
import type { MessageInspection } from '../protocol.ts';
import { readFrame } from './framing.ts';

const KEYWORD = /^[A-Za-z0-9_]{1,20}/;

/** The keyword. No message that is decoded has a password. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const content = readFrame(asBuffer(bytes))?.content ?? '';
  return { messageId: KEYWORD.exec(content)?.[0] ?? null, accepted: null, secrets: [] };
}
