import { blockSize } from '@wakeline/contract/replay/track-blocks';
import type { BenchServer } from './server.ts';

export interface TracksAsked {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** A coarse whole of about so many fixes; left out: every fix. */
  readonly points?: number;
}

export interface TrackAnswer {
  /** Milliseconds until its first byte, and until its last. */
  readonly first: number;
  readonly whole: number;
  readonly fixes: number;
  readonly bytes: number;
}

/** Asks for the columns of tracks, and reads them as fast as they come: only the heads of the blocks are looked at. */
export async function askTracks(server: BenchServer, asked: TracksAsked): Promise<TrackAnswer> {
  const begin = performance.now();
  const payload = { ...asked, trackerIds: [...asked.trackerIds] };
  const answer = await server.client.stream('getTrackColumns', payload);
  const heads = new BlockHeads();
  let first = Number.NaN;
  for await (const piece of answer) {
    if (heads.bytes === 0) first = performance.now() - begin;
    heads.add(piece);
  }
  return { first, whole: performance.now() - begin, fixes: heads.fixes, bytes: heads.bytes };
}

/** Bytes of a block up to how many fixes it has. */
const HEAD = 12;

/** Counts the fixes of blocks whose bytes come in pieces. */
class BlockHeads {
  fixes = 0;
  bytes = 0;
  /** Bytes of the block in hand that are still to come. */
  #rest = 0;
  #head = new Uint8Array();

  add(piece: Uint8Array): void {
    this.bytes += piece.length;
    for (let at = 0; at < piece.length; ) {
      if (this.#rest > 0) {
        const passed = Math.min(this.#rest, piece.length - at);
        this.#rest -= passed;
        at += passed;
        continue;
      }
      const taken = piece.subarray(at, at + HEAD - this.#head.length);
      this.#head = Uint8Array.from([...this.#head, ...taken]);
      at += taken.length;
      if (this.#head.length < HEAD) continue;
      this.fixes += new DataView(this.#head.buffer).getUint32(8, true);
      this.#rest = (blockSize(this.#head, 0) ?? HEAD) - HEAD;
      this.#head = new Uint8Array();
    }
  }
}
