import { Readable } from 'node:stream';
import { NamedError } from '@wakeline/contract/errors';

/** A console displays a few tracks at once and requests them one after another or in batches. */
export const MAX_STREAMS_PER_USER = 8;
/** Each holds some megabytes of its track in memory while it is sent. */
const MAX_STREAMS = 200;
/** Maximum of these for anonymous readers of shared links, so that slots remain for signed-in users. */
const MAX_ANONYMOUS_STREAMS = 100;
/** By then another response has usually finished. */
const RETRY_AFTER_SECONDS = 10;

/** The reader of a response: a user, or an anonymous client by its address. */
export interface ResponseReader {
  readonly user: number | null;
  readonly address: string;
}

/** A slot for one response, acquired before any work is done. */
export interface ResponseSlot {
  /** Returns the body of the response; the slot is released when it is sent, fails, or its reader disconnects. */
  send(chunks: AsyncIterable<string | Uint8Array>): Readable;
  /** Releases the slot without a streamed response. */
  release(): void;
}

/**
 * Limits the number of streamed responses, per reader and in total: each takes memory until its reader has received it,
 * however slowly.
 */
export class StreamedResponses {
  readonly #byReader = new Map<string, number>();
  #total = 0;
  #anonymous = 0;

  /**
   * Acquires a slot for this reader.
   *
   * @throws NamedError `too-many-requests` if the reader has too many, `overloaded` if all readers together do.
   */
  acquire({ user, address }: ResponseReader): ResponseSlot {
    const reader = user === null ? address : String(user);
    const openStreams = this.#byReader.get(reader) ?? 0;
    if (openStreams >= MAX_STREAMS_PER_USER)
      throw new NamedError('too-many-requests', { seconds: RETRY_AFTER_SECONDS });
    if (this.#total >= MAX_STREAMS) throw new NamedError('overloaded');
    if (user === null && this.#anonymous >= MAX_ANONYMOUS_STREAMS) throw new NamedError('overloaded');
    this.#byReader.set(reader, openStreams + 1);
    this.#total += 1;
    if (user === null) this.#anonymous += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.#total -= 1;
      if (user === null) this.#anonymous -= 1;
      this.#releaseReader(reader);
    };
    return {
      release,
      send(chunks) {
        const body = Readable.from(chunks, { objectMode: false });
        // `close` is emitted once in any case: sent, failed, or reader disconnected.
        body.once('close', release);
        return body;
      },
    };
  }

  #releaseReader(reader: string): void {
    const remaining = (this.#byReader.get(reader) ?? 1) - 1;
    if (remaining === 0) this.#byReader.delete(reader);
    else this.#byReader.set(reader, remaining);
  }
}
