import { NamedError } from '@wakeline/contract/errors';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type LiveOutcome, type LiveRequest, storeBatch } from './store-comments.ts';

/** Requests of one transaction. */
const MAX_BATCH = 500;
/** Waiting requests of a match: more than a server stores in some seconds. */
const MAX_WAITING = 5_000;

interface Waiting {
  readonly request: LiveRequest;
  readonly settle: (outcome: LiveOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Stores comments and likes: for each match one transaction at a time, with everything that arrived during the one before. The
 * more viewers write, the more of them share a transaction.
 */
export class CommentWriter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #queues = new Map<number, Waiting[]>();

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Resolves when the request is stored.
   *
   * @throws NamedError `overloaded`, or why the request is refused
   */
  async store(matchId: number, request: LiveRequest): Promise<Exclude<LiveOutcome, { error: unknown }>> {
    const outcome = await new Promise<LiveOutcome>((settle, fail) => {
      this.#add(matchId, { request, settle, fail });
    });
    if ('error' in outcome) throw new NamedError(outcome.error);
    return outcome;
  }

  #add(matchId: number, waiting: Waiting): void {
    const queue = this.#queues.get(matchId);
    if (queue === undefined) {
      this.#queues.set(matchId, [waiting]);
      void this.#write(matchId);
    } else if (queue.length >= MAX_WAITING) waiting.fail(new NamedError('overloaded'));
    else queue.push(waiting);
  }

  async #write(matchId: number): Promise<void> {
    for (;;) {
      const batch = this.#queues.get(matchId)?.splice(0, MAX_BATCH) ?? [];
      if (batch.length === 0) break;
      await this.#writeBatch(matchId, batch);
    }
    this.#queues.delete(matchId);
  }

  async #writeBatch(matchId: number, batch: readonly Waiting[]): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request);
      const outcomes = await storeBatch(this.#db, matchId, requests, this.#clock.now());
      for (const [at, { settle, fail }] of batch.entries()) {
        const outcome = outcomes[at];
        if (outcome === undefined) fail(new Error('a request has no outcome'));
        else settle(outcome);
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }
}
