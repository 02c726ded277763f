import type { Plane } from '@wakeline/domain/aviation/apply-plane';
import type { FastifyBaseLogger } from 'fastify';
import { readCarriedTrackers } from '../aviation/carriages.ts';
import { readAccountsWithPlanes, readCarryingPlanes } from '../aviation/carrying-planes.ts';
import type { Db } from '../db/database.ts';
import { AccountReloads } from './account-reloads.ts';
import type { RegisteredTracker } from './registry.ts';

/**
 * The planes of all accounts that carry a tracker, in memory, because a position must not wait for a query. Reloaded when
 * the planes of an account change.
 */
export class PlaneRegistry {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #reloads: AccountReloads;
  /** By account, then by tracker. Accounts without any have no entry. */
  readonly #accounts = new Map<number, ReadonlyMap<number, Plane>>();
  /** The trackers that planes carry or have carried, by account. */
  readonly #carried = new Map<number, ReadonlySet<number>>();

  constructor(db: Db, log: FastifyBaseLogger, stopping: AbortSignal) {
    this.#db = db;
    this.#log = log;
    this.#reloads = new AccountReloads((accountId) => this.#reload(accountId), stopping);
  }

  /** The plane that carries a tracker; null: none of its account. */
  planeOf({ trackerId, account }: RegisteredTracker): Plane | null {
    return this.#accounts.get(account.accountId)?.get(trackerId) ?? null;
  }

  /** Whether a plane of its account carries or has carried a tracker. */
  wasCarried({ trackerId, account }: RegisteredTracker): boolean {
    return this.#carried.get(account.accountId)?.has(trackerId) ?? false;
  }

  /** Reloads the planes of all accounts. */
  async load(): Promise<void> {
    const accounts = new Set([...(await readAccountsWithPlanes(this.#db)), ...this.#accounts.keys()]);
    for (const accountId of accounts) await this.refresh(accountId);
  }

  refresh(accountId: number): Promise<void> {
    return this.#reloads.request(accountId);
  }

  async #reload(accountId: number): Promise<void> {
    const planes = new Map<number, Plane>();
    for (const { trackerId, planeId, profile } of await readCarryingPlanes(this.#db, accountId)) {
      if (profile === null) this.#log.warn({ planeId }, 'a plane has limits that cannot be applied');
      else planes.set(trackerId, { planeId, profile });
    }
    const carried = await readCarriedTrackers(this.#db, accountId);
    if (carried.size === 0) this.#carried.delete(accountId);
    else this.#carried.set(accountId, carried);
    if (planes.size === 0) this.#accounts.delete(accountId);
    else this.#accounts.set(accountId, planes);
  }
}
