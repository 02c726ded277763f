import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Rows that are made without yielding to the event loop: with 300 points some 20 milliseconds. */
const BATCH_SIZE = 10;

/** Makes the rows of a sheet in batches. */
export async function* rowBatches<Item, Row>(
  items: readonly Item[],
  toRow: (item: Item) => Row,
): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    yield items.slice(at, at + BATCH_SIZE).map(toRow);
    await yieldToEventLoop();
  }
}

/** Characters of a chunk of text. */
const CHUNK_LENGTH = 65_536;

/** Encodes a text that is made in parts. */
export async function* textChunks(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < CHUNK_LENGTH) continue;
    yield encoder.encode(text);
    text = '';
    await yieldToEventLoop();
  }
  yield encoder.encode(text);
}
