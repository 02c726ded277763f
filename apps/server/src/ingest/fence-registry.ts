import { areaOf } from '@wakeline/domain/fences/area';
import type { FenceWatch } from '@wakeline/domain/fences/crossings';
import { FenceIndex, type WatchedFence } from '@wakeline/domain/fences/fence-index';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { readAccountsWithFences, readFenceAreas, readWatchedFences } from '../fences/watched-fences.ts';
import { AccountReloads } from './account-reloads.ts';
import { shapeOf } from './fence-shape.ts';
import { loadGroupDescendants } from './group-descendants.ts';
import type { IngestMetrics } from './metrics.ts';
import type { RegisteredTracker } from './registry.ts';

/** Number of fences whose areas are read at once: some have 10,000 vertices. */
const AREA_BATCH_SIZE = 200;

/**
 * The fences of all accounts, in memory, because a position must not wait for a query. Each change of an account's
 * fences or groups rebuilds its index and reuses the areas that are already loaded.
 */
export class FenceRegistry {
  readonly #db: Db;
  readonly #metrics: IngestMetrics;
  readonly #log: FastifyBaseLogger;
  readonly #reloads: AccountReloads;
  readonly #accounts = new Map<number, FenceIndex>();

  constructor(db: Db, metrics: IngestMetrics, log: FastifyBaseLogger, stopping: AbortSignal) {
    this.#db = db;
    this.#metrics = metrics;
    this.#log = log;
    this.#reloads = new AccountReloads((accountId) => this.#reload(accountId), stopping);
  }

  /** Returns what watches a tracker; null when its account has no fences. */
  watchFor({ account, groupId }: Pick<RegisteredTracker, 'account' | 'groupId'>): FenceWatch | null {
    const index = this.#accounts.get(account.accountId);
    return index === undefined ? null : { index, groupId };
  }

  /** Reloads the fences of all accounts. */
  async load(): Promise<void> {
    const accounts = new Set([...(await readAccountsWithFences(this.#db)), ...this.#accounts.keys()]);
    for (const accountId of accounts) await this.refresh(accountId);
  }

  /** Reloads the fences of an account. */
  refresh(accountId: number): Promise<void> {
    return this.#reloads.request(accountId);
  }

  /** A fence of an account; undefined: there is none. */
  find(accountId: number, fenceId: number): WatchedFence | undefined {
    return this.#accounts.get(accountId)?.byId(fenceId);
  }

  async #reload(accountId: number): Promise<void> {
    await this.#read(accountId);
    this.#metrics.fenceReloads.inc();
    this.#metrics.fences.set([...this.#accounts.values()].reduce((sum, { size }) => sum + size, 0));
  }

  async #read(accountId: number): Promise<void> {
    const rows = await readWatchedFences(this.#db, accountId);
    if (rows.length === 0) {
      this.#accounts.delete(accountId);
      return;
    }
    const descendantsOf = await loadGroupDescendants(this.#db, accountId);
    const areas = await this.#areas(rows, this.#accounts.get(accountId));
    const fences = rows.flatMap((row): WatchedFence[] => {
      const area = areas.get(row.fence_id);
      // The fence was deleted between the two queries, or its data is invalid, which has been logged.
      if (area === undefined) return [];
      return [
        {
          fenceId: row.fence_id,
          fenceName: row.name,
          groupId: row.group_id,
          area,
          shapedAt: row.shaped_at.getTime(),
          groupIds: row.group_id === null ? null : descendantsOf(row.group_id),
          notice: row.notice,
          holdSeconds: row.hold_seconds,
          holdMetres: row.hold_metres,
        },
      ];
    });
    this.#accounts.set(accountId, new FenceIndex(fences));
  }

  /** Reuses areas whose shape has not changed, because they are the largest data. */
  async #areas(
    rows: readonly { readonly fence_id: number; readonly shaped_at: Date }[],
    before: FenceIndex | undefined,
  ): Promise<ReadonlyMap<number, WatchedFence['area']>> {
    const areas = new Map<number, WatchedFence['area']>();
    const unknown: number[] = [];
    for (const { fence_id: fenceId, shaped_at: shapedAt } of rows) {
      const known = before?.byId(fenceId);
      if (known?.shapedAt === shapedAt.getTime()) areas.set(fenceId, known.area);
      else unknown.push(fenceId);
    }
    for (let at = 0; at < unknown.length; at += AREA_BATCH_SIZE) {
      const shapes = await readFenceAreas(this.#db, unknown.slice(at, at + AREA_BATCH_SIZE));
      for (const { fence_id: fenceId, type, data } of shapes) {
        const shape = shapeOf(type, data);
        if (shape === null)
          this.#log.warn({ fenceId }, 'the area of a fence is invalid; the fence is ignored');
        else areas.set(fenceId, areaOf(shape));
      }
    }
    return areas;
  }
}
