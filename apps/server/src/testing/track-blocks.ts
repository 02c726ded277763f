import { decodeBlock, readBlockSize, type TrackBlock } from '@wakeline/contract/replay/track-blocks';

/** Yields the blocks of a response while it is received. */
export async function* decodeBlocks(response: AsyncIterable<Uint8Array>): AsyncGenerator<TrackBlock> {
  let buffered = new Uint8Array();
  for await (const chunk of response) {
    buffered = concatBytes(buffered, chunk);
    for (;;) {
      const size = readBlockSize(buffered, 0);
      if (size === null || size > buffered.length) break;
      yield decodeBlock(buffered.slice(0, size));
      buffered = buffered.slice(size);
    }
  }
  if (buffered.length > 0) throw new Error(`${buffered.length} bytes after the last block`);
}

/** All blocks of a response. */
export async function readAllBlocks(
  response: Promise<AsyncIterable<Uint8Array>>,
): Promise<readonly TrackBlock[]> {
  const blocks: TrackBlock[] = [];
  for await (const block of decodeBlocks(await response)) blocks.push(block);
  return blocks;
}

function concatBytes(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(one.length + other.length);
  result.set(one);
  result.set(other, one.length);
  return result;
}
