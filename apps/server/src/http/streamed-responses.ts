import { Readable } from 'node:stream';
import { NamedError } from '@wakeline/contract/errors';

/** A console shows a few tracks at once, and asks for them one after the other or in parts. */
export const MAX_STREAMS_PER_USER = 8;
/** Each holds some megabytes of its track for as long as it is sent. */
const MAX_STREAMS = 200;
/** Of these, those of links that anybody may have: however many look at a race, there is room for who works with the console. */
const MAX_ANONYMOUS_STREAMS = 100;
/** After that time somebody is through with a track. */
const RETRY_AFTER_SECONDS = 10;

/** Who is sent an answer: a user, or whoever it is at an address. */
export interface ResponseReader {
  readonly user: number | null;
  readonly address: string;
}

/** Room for one answer, from before anything is done for it. */
export interface ResponseSlot {
  /** The body of the answer; the place is free when it is sent, failed, or given up by its reader. */
  send(chunks: AsyncIterable<string | Uint8Array>): Readable;
  /** There is no answer in pieces. */
  release(): void;
}

/**
 * Counts the answers that are worked out and go out in pieces. Each takes memory until its reader has taken it, however slowly
 * that is: so one person has a few at once, and all together have a number of them.
 */
export class StreamedResponses {
  readonly #byReader = new Map<string, number>();
  #total = 0;
  #anonymous = 0;

  /**
   * Takes the place of an answer for this reader.
   *
   * @throws NamedError `too-many-requests` when the reader has enough of them, `overloaded` when all together have.
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
    let left = false;
    const release = (): void => {
      if (left) return;
      left = true;
      this.#total -= 1;
      if (user === null) this.#anonymous -= 1;
      this.#releaseReader(reader);
    };
    return {
      release,
      send(chunks) {
        const body = Readable.from(chunks, { objectMode: false });
        // Told once in any case: sent, failed, or given up by the reader.
        body.once('close', release);
        return body;
      },
    };
  }

  #releaseReader(reader: string): void {
    const left = (this.#byReader.get(reader) ?? 1) - 1;
    if (left === 0) this.#byReader.delete(reader);
    else this.#byReader.set(reader, left);
  }
}
