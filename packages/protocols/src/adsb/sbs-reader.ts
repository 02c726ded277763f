import type { FeedEvent, FeedReader } from '../feeds/feed-message.ts';
import { LineReader } from '../feeds/line-reader.ts';
import { decodeSbsLine } from './sbs-line.ts';

/** Characters of a line; usual ones have fewer than 150. */
const MAX_LINE = 512;

/** Reads the lines of a connection to port 30003. */
export function createSbsReader(): FeedReader {
  const lines = new LineReader(MAX_LINE);
  return {
    receive(bytes) {
      const events: FeedEvent[] = lines.receive(bytes).map((line) => {
        const message = decodeSbsLine(line);
        if (typeof message === 'string') return { type: 'error', error: message };
        return { type: 'message', message, key: line };
      });
      for (let count = lines.takeOversized(); count > 0; count--)
        events.push({ type: 'error', error: 'oversize' });
      return events;
    },
  };
}
