import { NamedError } from '@wakeline/contract/errors';

/** Who asks may have so many questions wait behind the one that is being answered. */
const WAITING_EACH = 3;
/** Questions that are answered at once, of everybody together, and that wait for it. */
const AT_ONCE = 3;
const WAITING = 60;
const COME_AGAIN_SECONDS = 5;
/** Answers that are kept, some megabytes each at most. */
const MOST_REMEMBERED = 32;

export interface TrailQuestion {
  /** One question at a time of each: a user, or a link, which anybody may have. */
  readonly asker: string;
  /** What is asked: the same is asked for once. */
  readonly what: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long its answer is given again, milliseconds. */
  readonly keep: number;
}

/**
 * Where trails are asked for. Each is a query over the history, and whoever has a link may ask: so each asker gets one
 * at a time, all together a few, and the same question within some seconds gets the same answer.
 */
export class TrailDesk<Answer> {
  readonly #last = new Map<string, { waiting: number; done: Promise<unknown> }>();
  readonly #answers = new Map<string, { readonly until: number; readonly answer: Promise<Answer> }>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  /** @throws NamedError `too-many-requests` when this asker, or everybody together, has too many questions waiting. */
  ask({ asker, what, now, keep }: TrailQuestion, read: () => Promise<Answer>): Promise<Answer> {
    for (const [key, { until }] of this.#answers) {
      if (until <= now) this.#answers.delete(key);
    }
    const key = `${asker} ${what}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known.answer;
    const answer = this.#inTurn(asker, read);
    if (keep === 0) return answer;
    this.#answers.set(key, { until: now + keep, answer });
    for (const [oldest] of this.#answers) {
      if (this.#answers.size <= MOST_REMEMBERED) break;
      this.#answers.delete(oldest);
    }
    // A failure is no answer.
    answer.catch(() => {
      if (this.#answers.get(key)?.answer === answer) this.#answers.delete(key);
    });
    return answer;
  }

  async #inTurn(asker: string, read: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(asker) ?? { waiting: 0, done: Promise.resolve() };
    if (before.waiting > WAITING_EACH || this.#queue.length >= WAITING) {
      throw new NamedError('too-many-requests', { seconds: COME_AGAIN_SECONDS });
    }
    const mine = before.done.then(() => this.#oneOfAFew(read));
    const line = { waiting: before.waiting + 1, done: mine.catch(() => undefined) };
    this.#last.set(asker, line);
    try {
      return await mine;
    } finally {
      const now = this.#last.get(asker);
      if (now === undefined || now === line) this.#last.delete(asker);
      else now.waiting -= 1;
    }
  }

  async #oneOfAFew(read: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      return await read();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
