import { createReadStream } from 'node:fs';
import { indexRecording, type RecordingIndex, storedTag } from './flv/index-recording.ts';
import { readTags } from './flv/read-tags.ts';

/** Bytes that are passed on at once. */
const BATCH_BYTES = 1_048_576;

/**
 * Turns a recorded stream into a file in which players can seek: from time 0, with its length and an index.
 *
 * @returns null for a recording without audio and video
 */
export async function finishRecording(
  path: string,
): Promise<{ readonly index: RecordingIndex; readonly content: AsyncIterable<Uint8Array> } | null> {
  const index = await indexRecording(readTags(createReadStream(path)));
  return index === null ? null : { index, content: contentOf(path, index) };
}

async function* contentOf(path: string, index: RecordingIndex): AsyncGenerator<Uint8Array, void> {
  let batch: Buffer[] = [index.opening];
  let bytes = index.opening.length;
  for await (const tag of readTags(createReadStream(path))) {
    const stored = storedTag(tag, index);
    if (stored === null) continue;
    batch.push(stored);
    bytes += stored.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    bytes = 0;
  }
  yield Buffer.concat(batch);
}
