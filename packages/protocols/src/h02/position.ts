import { DECIMAL_CELL, readNetworkFields } from './network-fields.ts';
import { readPositionFields } from './position-fields.ts';
import {
  createMalformedEvent,
  createReply,
  createReportsEvent,
  type Sentence,
  type SentenceDecoder,
} from './sentence.ts';

/**
 * V1, V2, V6 and other kinds with V: position ("GPS Tracker Communication Protocol" v1.0.5, section 3.1).
 *
 * | fields | meaning                                      |
 * | ------ | -------------------------------------------- |
 * | 0 to 9 | position and status (`position-fields.ts`)   |
 * | others | network and sensors (`network-fields.ts`)    |
 *
 * V1 is answered with `V4,V1` and the time after the commit, as Traccar does: the document requires no reply, but some
 * devices repeat a message without one. V6 is a position that the device stored without coverage.
 */
const POSITION = 'V1';
const STORED = 'V6';

export const position: SentenceDecoder = {
  kinds: [POSITION, STORED],
  decode: decodePosition,
};

/** Decodes any sentence that begins with a position. */
export function decodePosition(sentence: Sentence) {
  const read = readPositionFields(sentence.fields, sentence.now);
  if (typeof read === 'string') return createMalformedEvent(sentence, read);
  const { draft, rest } = read;
  readNetworkFields(rest, DECIMAL_CELL, draft);
  if (sentence.kind === STORED) draft.attributes.blindSpot = true;
  const reply =
    sentence.kind === POSITION ? createReply(sentence, 'V4', POSITION, writeTimestamp(sentence.now)) : null;
  return createReportsEvent(sentence, [draft], reply);
}

let lastTimestamp = { second: Number.NaN, text: '' };

/** yyyyMMddHHmmss, UTC. Under load, thousands of replies have the same one. */
export function writeTimestamp(time: number): string {
  const second = Math.floor(time / 1000);
  if (second !== lastTimestamp.second) {
    const text = new Date(time).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');
    lastTimestamp = { second, text };
  }
  return lastTimestamp.text;
}
