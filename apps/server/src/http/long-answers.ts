import { Readable } from 'node:stream';
import { NamedError } from '@wakeline/contract/errors';

/** A console shows a few tracks at once, and asks for them one after the other or in parts. */
export const LONG_ANSWERS_PER_USER = 8;
/** Each holds some megabytes of its track for as long as it is sent. */
const MOST_LONG_ANSWERS = 200;
/** Of these, those of links that anybody may have: however many look at a race, there is room for who works with the console. */
const MOST_OF_NOBODY = 100;
/** After that time somebody is through with a track. */
const COME_AGAIN_SECONDS = 10;

/** Who is sent an answer: a user, or whoever it is at an address. */
export interface AnswerReader {
  readonly user: number | null;
  readonly address: string;
}

/** Room for one answer, from before anything is done for it. */
export interface AnswerPlace {
  /** The body of the answer; the place is free when it is sent, failed, or given up by its reader. */
  send(pieces: AsyncIterable<string | Uint8Array>): Readable;
  /** There is no answer in pieces. */
  leave(): void;
}

/**
 * Counts the answers that are worked out and go out in pieces. Each takes memory until its reader has taken it, however slowly
 * that is: so one person has a few at once, and all together have a number of them.
 */
export class LongAnswers {
  readonly #open = new Map<string, number>();
  #all = 0;
  #ofNobody = 0;

  /**
   * Takes the place of an answer for this reader.
   *
   * @throws NamedError `too-many-requests` when the reader has enough of them, `overloaded` when all together have.
   */
  enter({ user, address }: AnswerReader): AnswerPlace {
    const reader = user === null ? address : String(user);
    const open = this.#open.get(reader) ?? 0;
    if (open >= LONG_ANSWERS_PER_USER)
      throw new NamedError('too-many-requests', { seconds: COME_AGAIN_SECONDS });
    if (this.#all >= MOST_LONG_ANSWERS) throw new NamedError('overloaded');
    if (user === null && this.#ofNobody >= MOST_OF_NOBODY) throw new NamedError('overloaded');
    this.#open.set(reader, open + 1);
    this.#all += 1;
    if (user === null) this.#ofNobody += 1;
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.#all -= 1;
      if (user === null) this.#ofNobody -= 1;
      this.#end(reader);
    };
    return {
      leave,
      send(pieces) {
        const body = Readable.from(pieces, { objectMode: false });
        // Told once in any case: sent, failed, or given up by the reader.
        body.once('close', leave);
        return body;
      },
    };
  }

  #end(reader: string): void {
    const left = (this.#open.get(reader) ?? 1) - 1;
    if (left === 0) this.#open.delete(reader);
    else this.#open.set(reader, left);
  }
}
