import type { Db } from '../db/database.ts';
import { openEvent } from '../races/open-event.ts';

const MAX_CODES = 1_000;

/**
 * The matches of the codes of public pages. An entry is only a hint: the transaction that stores something for a code checks that the
 * match still has it.
 */
export class EventCodes {
  readonly #db: Db;
  readonly #matchIds = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws NamedError `event-unknown` */
  async matchIdOf(code: string): Promise<number> {
    const known = this.#matchIds.get(code);
    if (known !== undefined) return known;
    const { match_id: matchId } = await openEvent(this.#db, code);
    this.#matchIds.set(code, matchId);
    if (this.#matchIds.size > MAX_CODES) {
      const [oldest] = this.#matchIds.keys();
      if (oldest !== undefined) this.#matchIds.delete(oldest);
    }
    return matchId;
  }
}
