import type { DeviceWindow } from '@wakeline/domain/races/device-windows';
import type { Db } from '../db/database.ts';
import { readAccountsWithMatches, readDeviceWindows } from '../races/device-windows.ts';
import { AccountReloads } from './account-reloads.ts';
import type { RegisteredTracker } from './registry.ts';

/** The windows of devices in matches that are not archived, in memory, because a position must not wait for a query. */
export class RaceRegistry {
  readonly #db: Db;
  readonly #reloads: AccountReloads;
  /** By account and tracker; accounts without any have no entry. */
  readonly #accounts = new Map<number, ReadonlyMap<number, readonly DeviceWindow[]>>();

  constructor(db: Db, stopping: AbortSignal) {
    this.#db = db;
    this.#reloads = new AccountReloads((accountId) => this.#reload(accountId), stopping);
  }

  /** Whether a position of this time counts in a match. @param time epoch milliseconds */
  isRacing({ trackerId, account }: RegisteredTracker, time: number): boolean {
    const windows = this.#accounts.get(account.accountId)?.get(trackerId);
    return windows?.some(({ from, to }) => time >= from && time < to) ?? false;
  }

  /** Reloads the windows of all accounts. */
  async load(): Promise<void> {
    const accounts = new Set([...(await readAccountsWithMatches(this.#db)), ...this.#accounts.keys()]);
    for (const accountId of accounts) await this.refresh(accountId);
  }

  refresh(accountId: number): Promise<void> {
    return this.#reloads.request(accountId);
  }

  async #reload(accountId: number): Promise<void> {
    const windows = await readDeviceWindows(this.#db, accountId);
    if (windows.size === 0) this.#accounts.delete(accountId);
    else this.#accounts.set(accountId, windows);
  }
}
