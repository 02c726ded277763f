import type { BeidouError, BeidouEvent, Clock } from './event.ts';
import { writeBeams, writeRegionalBeams } from './sentence-beams.ts';
import { writeCard, writeRegionalCard, writeSubordinates } from './sentence-card.ts';
import { writeFeedback, writeRegionalFeedback } from './sentence-feedback.ts';
import { writeMessage, writeRegionalMessage } from './sentence-message.ts';
import { writePosition, writeReportedPosition } from './sentence-position.ts';
import { writeReceipts } from './sentence-query.ts';

/** Encodes what a machine sends as a sentence. Throws RangeError for what sentences cannot express. */
export function writeSentenceEvent(
  event: Exclude<BeidouEvent, BeidouError>,
  dialect: '2.1' | 'BD-3',
  clock: Clock,
): Buffer {
  const isRegional = dialect === 'BD-3';
  switch (event.type) {
    case 'card':
      return isRegional ? writeRegionalCard(event) : writeCard(event);
    case 'subordinates':
      return writeSubordinates(event);
    case 'message':
      return isRegional ? writeRegionalMessage(event, clock) : writeMessage(event, clock.offset);
    case 'feedback':
      return isRegional ? writeRegionalFeedback(event, clock) : writeFeedback(event);
    case 'position':
      return event.source === 'reported'
        ? writeReportedPosition(event, clock.offset)
        : writePosition(event, clock.offset);
    case 'receipts':
      return writeReceipts(event, clock.offset);
    case 'beams':
      return isRegional ? writeRegionalBeams(event, clock) : writeBeams(event);
    case 'self-test':
    case 'time':
      throw new RangeError(`${dialect} has no sentence for ${event.type}`);
  }
}
