import { readBlockSize } from '@wakeline/contract/replay/track-blocks';
import type { BenchServer } from './server.ts';

export interface TracksRequest {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** A coarse track of about this many fixes; absent: every fix. */
  readonly points?: number;
}

export interface TracksResponse {
  /** Milliseconds until its first byte, and until its last. */
  readonly first: number;
  readonly complete: number;
  readonly fixes: number;
  readonly bytes: number;
}

/** Requests the columns of tracks and reads them as fast as possible: only the block headers are parsed. */
export async function requestTracks(server: BenchServer, request: TracksRequest): Promise<TracksResponse> {
  const startedAt = performance.now();
  const payload = { ...request, trackerIds: [...request.trackerIds] };
  const response = await server.client.stream('getTrackColumns', payload);
  const headers = new BlockHeaders();
  let first = Number.NaN;
  for await (const chunk of response) {
    if (headers.bytes === 0) first = performance.now() - startedAt;
    headers.add(chunk);
  }
  return { first, complete: performance.now() - startedAt, fixes: headers.fixes, bytes: headers.bytes };
}

/** Bytes of a block up to how many fixes it has. */
const HEADER_BYTES = 12;

/** Counts the fixes of blocks that arrive in chunks. */
class BlockHeaders {
  fixes = 0;
  bytes = 0;
  /** Remaining bytes of the current block. */
  #remaining = 0;
  #header = new Uint8Array();

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      if (this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= skipped;
        at += skipped;
        continue;
      }
      const taken = chunk.subarray(at, at + HEADER_BYTES - this.#header.length);
      this.#header = Uint8Array.from([...this.#header, ...taken]);
      at += taken.length;
      if (this.#header.length < HEADER_BYTES) continue;
      this.fixes += new DataView(this.#header.buffer).getUint32(8, true);
      this.#remaining = (readBlockSize(this.#header, 0) ?? HEADER_BYTES) - HEADER_BYTES;
      this.#header = new Uint8Array();
    }
  }
}
