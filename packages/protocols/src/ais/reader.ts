import type { FeedEvent, FeedReader } from '../feeds/feed-message.ts';
import { LineReader } from '../feeds/line-reader.ts';
import { decodeMessage } from './decode-message.ts';
import { Parts } from './parts.ts';
import { Payload } from './payload.ts';
import { readSentence } from './sentence.ts';

/** Characters of a line: a sentence has 82 at most, a TAG block before it as many; receivers send somewhat more. */
const MAX_LINE = 512;

/** Reads the AIS messages of one connection or of one sender of datagrams. */
export function createAisReader(): FeedReader {
  const lines = new LineReader(MAX_LINE);
  const parts = new Parts();

  function readLine(line: string, now: number): FeedEvent | null {
    const sentence = readSentence(line);
    if (typeof sentence === 'string') return { type: 'error', error: sentence };
    const sentences = sentence.count === 1 ? [sentence] : parts.add(sentence, now);
    if (sentences === null) return null;
    const characters = sentences.map(({ payload }) => payload).join('');
    const payload = Payload.read(characters, sentences.at(-1)?.fillBits ?? 0);
    if (payload === null) return { type: 'error', error: 'malformed' };
    const message = decodeMessage(payload, sentences[0]?.time ?? null);
    if (typeof message === 'string') return { type: 'error', error: message };
    return { type: 'message', message, key: characters };
  }

  return {
    receive(bytes, now) {
      const events: FeedEvent[] = [];
      for (const line of lines.receive(bytes)) {
        const event = readLine(line, now);
        if (event !== null) events.push(event);
      }
      for (let count = lines.takeOversized(); count > 0; count--)
        events.push({ type: 'error', error: 'oversize' });
      return events;
    },
  };
}
