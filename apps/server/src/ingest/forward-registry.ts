import type { Db } from '../db/database.ts';
import type { TrackerTargets } from '../forwarding/entries.ts';
import { type ForwardTargetRow, readAccountsWithTargets, readEnabledTargets } from '../forwarding/targets.ts';
import { AccountReloads } from './account-reloads.ts';
import { loadGroupDescendants } from './group-descendants.ts';
import type { RegisteredTracker } from './registry.ts';

/** A target with the trackers that it gets; null: all. */
interface ScopedTarget {
  readonly targetId: number;
  readonly contents: ReadonlySet<string>;
  readonly groupIds: ReadonlySet<number> | null;
  readonly trackerIds: ReadonlySet<number> | null;
}

interface AccountTargets {
  readonly targets: readonly ScopedTarget[];
  /** A registered tracker is replaced when it changes, so an entry is never outdated. */
  readonly byTracker: WeakMap<RegisteredTracker, TrackerTargets | null>;
}

/**
 * The enabled targets of all accounts, in memory, because a position must not wait for a query. Accounts without any have
 * no entry.
 */
export class ForwardRegistry {
  readonly #db: Db;
  readonly #reloads: AccountReloads;
  readonly #accounts = new Map<number, AccountTargets>();

  constructor(db: Db, stopping: AbortSignal) {
    this.#db = db;
    this.#reloads = new AccountReloads((accountId) => this.#reload(accountId), stopping);
  }

  /** False: no account forwards anything. */
  get hasTargets(): boolean {
    return this.#accounts.size > 0;
  }

  /** The targets of a tracker; null: none. */
  targetsOf(tracker: RegisteredTracker): TrackerTargets | null {
    const account = this.#accounts.get(tracker.account.accountId);
    if (account === undefined) return null;
    const known = account.byTracker.get(tracker);
    if (known !== undefined) return known;
    const targets = targetsIn(account.targets, tracker);
    account.byTracker.set(tracker, targets);
    return targets;
  }

  /** Reloads the targets of all accounts. */
  async load(): Promise<void> {
    const accounts = new Set([...(await readAccountsWithTargets(this.#db)), ...this.#accounts.keys()]);
    for (const accountId of accounts) await this.refresh(accountId);
  }

  refresh(accountId: number): Promise<void> {
    return this.#reloads.request(accountId);
  }

  /** Reloads the targets of an account that has some, because its groups changed. */
  async refreshGroups(accountId: number): Promise<void> {
    if (this.#accounts.has(accountId)) await this.refresh(accountId);
  }

  async #reload(accountId: number): Promise<void> {
    const rows = await readEnabledTargets(this.#db, accountId);
    if (rows.length === 0) {
      this.#accounts.delete(accountId);
      return;
    }
    const descendantsOf = await loadGroupDescendants(this.#db, accountId);
    const targets = rows.map(({ target_id: targetId, contents, scope }: ForwardTargetRow) => ({
      targetId,
      contents: new Set<string>(contents),
      groupIds:
        scope.type === 'groups' ? new Set(scope.groupIds.flatMap((id) => [...descendantsOf(id)])) : null,
      trackerIds: scope.type === 'trackers' ? new Set(scope.trackerIds) : null,
    }));
    this.#accounts.set(accountId, { targets, byTracker: new WeakMap() });
  }
}

function targetsIn(
  targets: readonly ScopedTarget[],
  { trackerId, groupId }: RegisteredTracker,
): TrackerTargets | null {
  const applying = targets.filter(({ groupIds, trackerIds }) =>
    groupIds === null
      ? trackerIds === null || trackerIds.has(trackerId)
      : groupId !== null && groupIds.has(groupId),
  );
  if (applying.length === 0) return null;
  const idsOf = (what: string) =>
    applying.filter(({ contents }) => contents.has(what)).map(({ targetId }) => targetId);
  return { positions: idsOf('positions'), events: idsOf('events') };
}
