import { asBuffer } from '../as-buffer.ts';
import type { MessageInspection } from '../protocol.ts';

const FRAME_START = /^(\$\$|@@)[A-z]\d{1,4},\d{15},([0-9A-Za-z]{3})/;
const START_LENGTH = 30;

/** The command of a frame. The server only replies if it accepts. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const [, start, command] = FRAME_START.exec(asBuffer(bytes).toString('latin1', 0, START_LENGTH)) ?? [];
  const isReply = start === '@@' && (command === 'CCC' || command === 'AAC');
  return { messageId: command ?? null, accepted: isReply ? true : null, secrets: [] };
}
