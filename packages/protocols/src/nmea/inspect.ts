import { asBuffer } from '../as-buffer.ts';
import type { MessageInspection } from '../protocol.ts';

const MAX_START_LENGTH = 200;
const ADDRESS = /^(?:\\[^\\]*\\)?[$!]([A-Z][A-Z0-9]{2,9}),/;

/** The address of a sentence. The server never replies, and no sentence has a password. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const [, address] = ADDRESS.exec(asBuffer(bytes).toString('latin1', 0, MAX_START_LENGTH)) ?? [];
  return { messageId: address ?? null, accepted: null, secrets: [] };
}
