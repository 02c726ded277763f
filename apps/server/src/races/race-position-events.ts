import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { ServerEventOf } from '../db/events.ts';
import { EVENT_CHANNEL } from '../db/notify.ts';

/** Devices of one notification: an id and a time have 26 characters, and PostgreSQL accepts payloads shorter than 8000 bytes. */
const MAX_DEVICES = 250;

/** Which devices in matches have stored positions, for the servers that evaluate the matches. */
export class RacePositionEvents {
  /** By account and tracker: the time of the oldest position, epoch milliseconds. */
  readonly #accounts = new Map<number, Map<number, number>>();

  add(accountId: number, trackerId: number, time: number): void {
    let oldest = this.#accounts.get(accountId);
    if (oldest === undefined) {
      oldest = new Map();
      this.#accounts.set(accountId, oldest);
    }
    oldest.set(trackerId, Math.min(time, oldest.get(trackerId) ?? time));
  }

  /** Notifies all servers when `tx` commits. */
  async send(tx: Tx): Promise<void> {
    if (this.#accounts.size === 0) return;
    const payloads: string[] = [];
    for (const [accountId, oldest] of this.#accounts) {
      const devices = [...oldest];
      for (let from = 0; from < devices.length; from += MAX_DEVICES) {
        const event: ServerEventOf<'race-positions'> = {
          type: 'race-positions',
          accountId,
          oldest: devices.slice(from, from + MAX_DEVICES),
        };
        payloads.push(JSON.stringify(event));
      }
    }
    await sql`select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(
      tx,
    );
  }
}
