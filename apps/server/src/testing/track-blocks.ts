import { blockSize, decodeBlock, type TrackBlock } from '@wakeline/contract/replay/track-blocks';

/** The blocks of an answer, read as its bytes come. */
export async function* blocksOf(answer: AsyncIterable<Uint8Array>): AsyncGenerator<TrackBlock> {
  let rest = new Uint8Array();
  for await (const piece of answer) {
    rest = joined(rest, piece);
    for (;;) {
      const size = blockSize(rest, 0);
      if (size === null || size > rest.length) break;
      yield decodeBlock(rest.slice(0, size));
      rest = rest.slice(size);
    }
  }
  if (rest.length > 0) throw new Error(`${rest.length} bytes that are no block`);
}

/** All blocks of an answer. */
export async function allBlocks(answer: Promise<AsyncIterable<Uint8Array>>): Promise<readonly TrackBlock[]> {
  const blocks: TrackBlock[] = [];
  for await (const block of blocksOf(await answer)) blocks.push(block);
  return blocks;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
