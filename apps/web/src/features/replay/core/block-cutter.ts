import { blockSize } from '@wakeline/contract/replay/track-blocks';

/** Cuts a stream of blocks of fixes into blocks: pieces of it end anywhere. */
export interface BlockCutter {
  /** The blocks that are whole now, each in bytes of its own. */
  push(piece: Uint8Array): Uint8Array[];
  /** Whether nothing is left: a stream that ends elsewhere was cut off. */
  isAtEnd(): boolean;
}

export function createBlockCutter(): BlockCutter {
  let rest: Uint8Array[] = [];
  let held = 0;

  function joined(): Uint8Array {
    if (rest.length === 1 && rest[0] !== undefined) return rest[0];
    const all = new Uint8Array(held);
    let at = 0;
    for (const piece of rest) {
      all.set(piece, at);
      at += piece.length;
    }
    rest = [all];
    return all;
  }

  /** Bytes of the first block; null: not known yet. */
  let wanted: number | null = null;

  return {
    push(piece) {
      rest.push(piece);
      held += piece.length;
      // A block of many pieces is put together once.
      if (wanted !== null && held < wanted) return [];
      const bytes = joined();
      const blocks: Uint8Array[] = [];
      let at = 0;
      wanted = blockSize(bytes, at);
      while (wanted !== null && wanted > 0 && bytes.length - at >= wanted) {
        blocks.push(bytes.slice(at, at + wanted));
        at += wanted;
        wanted = blockSize(bytes, at);
      }
      if (wanted === 0) throw new RangeError('a block without bytes');
      rest = [bytes.subarray(at)];
      held = bytes.length - at;
      return blocks;
    },
    isAtEnd: () => held === 0,
  };
}
