import type { Decoded } from './decoding.ts';
import type { FeedbackEvent, FeedbackOutcome } from './event.ts';
import { type Frame, writeFrame } from './frame.ts';

/**
 * FKXX: code (1), extra (4). The extra is the command for 0 and 1; for 4 the wait, minutes (2) and seconds (2).
 */
const BODY_LENGTH = 5;
const OUTCOMES: Readonly<Record<number, FeedbackOutcome>> = {
  0: 'done',
  1: 'failed',
  2: 'no-signal',
  3: 'low-battery',
  4: 'too-early',
  5: 'cipher',
  6: 'crc',
  7: 'silenced',
  8: 'unsilenced',
};
const WITH_COMMAND: readonly FeedbackOutcome[] = ['done', 'failed'];

export function readFeedback({ body }: Frame): Decoded<FeedbackEvent> {
  if (body.length !== BODY_LENGTH) return `${body.length} bytes`;
  const outcome = OUTCOMES[body.readUInt8(0)];
  if (outcome === undefined) return `code ${body.readUInt8(0)}`;
  const letters = body.toString('latin1', 1);
  return {
    type: 'feedback',
    command: WITH_COMMAND.includes(outcome) && /^[A-Z]{4}$/.test(letters) ? letters : null,
    outcome,
    waitSeconds: outcome === 'too-early' ? body.readUInt16BE(1) * 60 + body.readUInt16BE(3) : null,
    time: null,
  };
}

/** An outcome that frames cannot express is written as failed. */
export function writeFeedback({ outcome, command, waitSeconds }: FeedbackEvent, card: number): Buffer {
  const code = Object.entries(OUTCOMES).find(([, name]) => name === outcome)?.[0] ?? '1';
  const body = Buffer.alloc(BODY_LENGTH);
  body.writeUInt8(Number(code), 0);
  if (outcome === 'too-early') body.writeUInt32BE(waitSeconds ?? 0, 1);
  else body.write(command ?? '', 1, 'latin1');
  return writeFrame('FKXX', card, body);
}
