import { asBuffer } from '../as-buffer.ts';
import type { MessageInspection } from '../protocol.ts';
import { formatMessageId } from './message.ts';

const SHORT_START = 0x78;
const LONG_START = 0x79;

/** The protocol number of a frame. GT06 has no passwords or codes, and replies only if it accepts. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const raw = asBuffer(bytes);
  const [start] = raw;
  const isFrame = (start === SHORT_START || start === LONG_START) && raw[1] === start;
  const id = raw[start === LONG_START ? 4 : 3];
  return { messageId: isFrame && id !== undefined ? formatMessageId(id) : null, accepted: null, secrets: [] };
}
