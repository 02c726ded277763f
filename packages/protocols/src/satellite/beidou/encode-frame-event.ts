import type { BeidouError, BeidouEvent, Clock } from './event.ts';
import { writeCard, writeSubordinates } from './frame-card.ts';
import { writeFeedback } from './frame-feedback.ts';
import { writeMessage } from './frame-message.ts';
import { writePosition } from './frame-position.ts';
import { writeReceipts } from './frame-receipts.ts';
import { writeBeams, writeSelfTest, writeTime } from './frame-status.ts';

/** Number of the only frame with subordinates: simulated machines have few. */
const SUBORDINATES_FRAME = 1;

/**
 * Encodes what a machine sends as a frame.
 *
 * @param own the card of the machine
 */
export function writeFrameEvent(event: Exclude<BeidouEvent, BeidouError>, own: number, clock: Clock): Buffer {
  switch (event.type) {
    case 'card':
      return writeCard(event);
    case 'subordinates':
      return writeSubordinates(own, SUBORDINATES_FRAME, event.cards);
    case 'message':
      return writeMessage(event, clock);
    case 'feedback':
      return writeFeedback(event, own);
    case 'position':
      return writePosition(event, own, clock.offset);
    case 'receipts':
      return writeReceipts(event, own, clock.offset);
    case 'beams':
      return writeBeams(event, own);
    case 'self-test':
      return writeSelfTest(event, own);
    case 'time':
      return writeTime(event.time, own, clock.offset);
  }
}
