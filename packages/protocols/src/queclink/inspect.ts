import { asBuffer } from '../as-buffer.ts';
import type { ByteRange, MessageInspection } from '../protocol.ts';
import { CONFIGURATION } from './report.ts';

const RECEIVED = /^\+(?:RESP|BUFF|ACK):(GT[A-Z0-9]{3})(?:,[^,$]*){3},/;
const SENT = /AT\+(GT[A-Z0-9]{3})=([^,$]*)/;
const SACK = /^\+SACK:/;

/** The name of a message. Instructions start with the password of the device, and the configuration contains several. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const text = asBuffer(bytes).toString('latin1');
  if (SACK.test(text)) return { messageId: 'SACK', accepted: true, secrets: [] };
  const sent = SENT.exec(text);
  if (sent !== null) {
    const end = sent.index + sent[0].length;
    return {
      messageId: sent[1] ?? null,
      accepted: null,
      secrets: [{ start: end - (sent[2] ?? '').length, end }],
    };
  }
  const received = RECEIVED.exec(text);
  const name = received?.[1] ?? null;
  const secrets: readonly ByteRange[] =
    received !== null && CONFIGURATION.test(received[1] ?? '')
      ? [{ start: received[0].length, end: text.length }]
      : [];
  return { messageId: name, accepted: null, secrets };
}
