import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { ServerEventOf } from '../db/events.ts';
import { EVENT_CHANNEL } from '../db/notify.ts';

/** Devices of one notification: an id and two times have 40 characters, and PostgreSQL accepts payloads shorter than 8000 bytes. */
const MAX_DEVICES = 180;

/** Times of the positions of a device, epoch milliseconds. */
interface StoredTimes {
  readonly oldest: number;
  readonly newest: number;
}

/** Which devices in matches have stored positions, for the servers that evaluate the matches. */
export class RacePositionEvents {
  /** By account and tracker. */
  readonly #accounts = new Map<number, Map<number, StoredTimes>>();

  add(accountId: number, trackerId: number, time: number): void {
    let stored = this.#accounts.get(accountId);
    if (stored === undefined) {
      stored = new Map();
      this.#accounts.set(accountId, stored);
    }
    const { oldest, newest } = stored.get(trackerId) ?? { oldest: time, newest: time };
    stored.set(trackerId, { oldest: Math.min(time, oldest), newest: Math.max(time, newest) });
  }

  /** Notifies all servers when `tx` commits. */
  async send(tx: Tx): Promise<void> {
    if (this.#accounts.size === 0) return;
    const payloads: string[] = [];
    for (const [accountId, stored] of this.#accounts) {
      const devices = [...stored].map(
        ([trackerId, { oldest, newest }]) => [trackerId, oldest, newest] as const,
      );
      for (let from = 0; from < devices.length; from += MAX_DEVICES) {
        const event: ServerEventOf<'race-positions'> = {
          type: 'race-positions',
          accountId,
          times: devices.slice(from, from + MAX_DEVICES),
        };
        payloads.push(JSON.stringify(event));
      }
    }
    await sql`select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(
      tx,
    );
  }
}
