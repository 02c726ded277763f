import { readBlockSize } from '@wakeline/contract/replay/track-blocks';

/** Splits a stream of track blocks, whose chunks may end anywhere. */
export interface BlockSplitter {
  /** Returns the blocks that are now complete, each in its own buffer. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Whether no bytes are left; otherwise the stream was truncated. */
  isAtEnd(): boolean;
}

export function createBlockSplitter(): BlockSplitter {
  let chunks: Uint8Array[] = [];
  let bufferedBytes = 0;

  function joinChunks(): Uint8Array {
    if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
    const all = new Uint8Array(bufferedBytes);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    chunks = [all];
    return all;
  }

  /** Bytes of the first block; null: unknown. */
  let nextBlockSize: number | null = null;

  return {
    push(chunk) {
      chunks.push(chunk);
      bufferedBytes += chunk.length;
      // Joins the chunks of a large block only once.
      if (nextBlockSize !== null && bufferedBytes < nextBlockSize) return [];
      const bytes = joinChunks();
      const blocks: Uint8Array[] = [];
      let at = 0;
      nextBlockSize = readBlockSize(bytes, at);
      while (nextBlockSize !== null && nextBlockSize > 0 && bytes.length - at >= nextBlockSize) {
        blocks.push(bytes.slice(at, at + nextBlockSize));
        at += nextBlockSize;
        nextBlockSize = readBlockSize(bytes, at);
      }
      if (nextBlockSize === 0) throw new RangeError('block of size 0');
      chunks = [bytes.subarray(at)];
      bufferedBytes = bytes.length - at;
      return blocks;
    },
    isAtEnd: () => bufferedBytes === 0,
  };
}
