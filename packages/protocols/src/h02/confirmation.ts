import { createReportDraft } from '../report-draft.ts';
import { createReceipt } from './instruction.ts';
import { CONFIRMATION_CELL, readNetworkFields } from './network-fields.ts';
import { isPositionAt, readPositionFields } from './position-fields.ts';
import { createMalformedEvent, createReportsEvent, type Sentence, type SentenceDecoder } from './sentence.ts';

/**
 * V4: confirmation of an instruction ("GPS Tracker Communication Protocol" v1.0.5, sections 2.5 and 2.6).
 *
 * | fields | meaning                                                                                     |
 * | ------ | ------------------------------------------------------------------------------------------- |
 * | 0      | the confirmed instruction                                                                   |
 * | any    | result: `80` to `FF` success, `00` to `7F` failure; other devices: DONE, OK, ERROR, or text |
 * | 1      | time of the instruction, hhmmss                                                             |
 * | 10     | position and status, then the cell; instructions without a time are confirmed without them  |
 *
 * The text before the position becomes `result`. A confirmation without a position has the time of receipt.
 */
export const confirmation: SentenceDecoder = {
  kinds: ['V4'],
  decode(sentence) {
    const { before, position } = splitFields(sentence);
    const result = before.join(',');
    if (position === null) {
      const draft = createReportDraft(sentence.now);
      draft.attributes.result = result;
      return createReportsEvent(sentence, [draft]);
    }
    const read = readPositionFields(position, sentence.now);
    if (typeof read === 'string') return createMalformedEvent(sentence, read);
    read.draft.attributes.result = result;
    readNetworkFields(read.rest, CONFIRMATION_CELL, read.draft);
    return createReportsEvent(sentence, [read.draft]);
  },
  receipt: (sentence) => createReceipt(sentence, splitFields(sentence).before),
};

function splitFields({ fields }: Sentence): {
  readonly before: readonly string[];
  readonly position: readonly string[] | null;
} {
  const at = fields.findIndex((_, index) => index > 0 && isPositionAt(fields, index));
  return at === -1
    ? { before: fields, position: null }
    : { before: fields.slice(0, at), position: fields.slice(at) };
}
