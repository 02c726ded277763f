import { setTimeout as delay } from 'node:timers/promises';
import { isUnfinishedQuorum } from './failures.ts';

/** Milliseconds for which the insertion of another process is awaited, and maximum ones between two attempts. */
const QUORUM_TIMEOUT_MS = 5_000;
const MAX_RETRY_MS = 20;

interface Waiting {
  readonly rows: Buffer[];
  readonly done: Promise<void>;
}

/**
 * Insertions into servers that require the quorum of one insertion before they accept the next one: before version 20.10. Rows that
 * arrive while an insertion runs are inserted together.
 */
export class SerialInsertions {
  readonly #insert: (query: string, rows: readonly Buffer[]) => Promise<void>;
  readonly #waiting = new Map<string, Waiting>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param insert of rows in the format RowBinary, which can be appended to each other */
  constructor(insert: (query: string, rows: readonly Buffer[]) => Promise<void>) {
    this.#insert = insert;
  }

  /** Resolves when the rows are inserted, with other rows of the same query. Throws what `insert` throws. */
  insert(query: string, rows: Buffer): Promise<void> {
    const waiting = this.#waiting.get(query);
    if (waiting !== undefined) {
      waiting.rows.push(rows);
      return waiting.done;
    }
    const collected = [rows];
    const done = this.#last.then(() => {
      this.#waiting.delete(query);
      return this.#insertNext(query, collected);
    });
    this.#waiting.set(query, { rows: collected, done });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Processes take turns: none has a queue on the server. */
  async #insertNext(query: string, rows: readonly Buffer[]): Promise<void> {
    const deadline = performance.now() + QUORUM_TIMEOUT_MS;
    for (;;) {
      try {
        await this.#insert(query, rows);
        return;
      } catch (error) {
        if (!isUnfinishedQuorum(error) || performance.now() > deadline) throw error;
        await delay(Math.random() * MAX_RETRY_MS);
      }
    }
  }
}
