/** Counts the replies in a stream of the server: parsing them would cost as much as sending. */
export interface ReplyCounter {
  /** The replies that end in these bytes, which follow the previous ones. */
  count(bytes: Buffer): number;
}

const FLAG_BYTE = 0x7e;

/** Counts JT/T 808 messages by their flag bytes, two each. */
export class FlagCounter implements ReplyCounter {
  #isInside = false;

  count(bytes: Buffer): number {
    let flags = this.#isInside ? 1 : 0;
    for (let at = bytes.indexOf(FLAG_BYTE); at >= 0; at = bytes.indexOf(FLAG_BYTE, at + 1)) flags++;
    this.#isInside = flags % 2 === 1;
    return Math.floor(flags / 2);
  }
}

/** Counts replies that all have the same length. */
export class LengthCounter implements ReplyCounter {
  readonly #length: number;
  #rest = 0;

  constructor(length: number) {
    this.#length = length;
  }

  count(bytes: Buffer): number {
    const available = this.#rest + bytes.length;
    this.#rest = available % this.#length;
    return Math.floor(available / this.#length);
  }
}

/** Counts replies by the characters with which each of them ends, and which are nowhere else in it. */
export class EndCounter implements ReplyCounter {
  readonly #end: string;
  /** The last bytes, in which an end can begin. */
  #rest = '';

  constructor(end: string) {
    this.#end = end;
  }

  count(bytes: Buffer): number {
    const text = this.#rest + bytes.toString('latin1');
    let count = 0;
    let after = 0;
    for (let at = text.indexOf(this.#end); at >= 0; at = text.indexOf(this.#end, after)) {
      after = at + this.#end.length;
      count++;
    }
    this.#rest = text.slice(Math.max(after, text.length - this.#end.length + 1));
    return count;
  }
}
