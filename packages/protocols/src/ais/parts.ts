import type { Sentence } from './sentence.ts';

/** Milliseconds after which the parts of an incomplete message are dropped. */
const PART_TTL = 3_000;
/** Incomplete messages of one connection; the oldest are dropped first. */
const MAX_INCOMPLETE = 200;

interface Incomplete {
  readonly startedAt: number;
  readonly sentences: (Sentence | undefined)[];
}

/** Joins messages that are sent in several sentences, by source, channel, sequential identifier and count. */
export class Parts {
  readonly #incomplete = new Map<string, Incomplete>();

  /** All sentences of the message in order, once the last one has arrived; otherwise null. */
  add(sentence: Sentence, now: number): readonly Sentence[] | null {
    const { count, index, sequence, channel, source } = sentence;
    const key = `${source ?? ''} ${channel} ${sequence} ${count}`;
    const known = this.#incomplete.get(key);
    const isStale =
      known === undefined || now - known.startedAt > PART_TTL || known.sentences[index - 1] !== undefined;
    const entry = isStale ? { startedAt: now, sentences: new Array<Sentence | undefined>(count) } : known;
    entry.sentences[index - 1] = sentence;
    this.#incomplete.delete(key);
    const complete = entry.sentences.filter((part) => part !== undefined);
    if (complete.length === count) return complete;
    this.#incomplete.set(key, entry);
    for (const oldest of this.#incomplete.keys()) {
      if (this.#incomplete.size <= MAX_INCOMPLETE) break;
      this.#incomplete.delete(oldest);
    }
    return null;
  }
}
