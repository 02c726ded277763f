import { setTimeout as delay } from 'node:timers/promises';
import { areaOf } from '@wakeline/domain/fences/area';
import type { FenceWatch } from '@wakeline/domain/fences/crossings';
import { FenceIndex, type WatchedFence } from '@wakeline/domain/fences/fence-index';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { readAccountsWithFences, readFenceAreas, readWatchedFences } from '../fences/watched-fences.ts';
import { shapeOf } from './fence-shape.ts';
import { loadGroupDescendants } from './group-descendants.ts';
import type { IngestMetrics } from './metrics.ts';
import type { RegisteredTracker } from './registry.ts';

/** Fences whose areas are read at once: some have 10,000 corners. */
const AREA_BATCH_SIZE = 200;
/** Milliseconds from one reading of an account's fences to the next: each makes its index anew. */
const MIN_RELOAD_INTERVAL = 1_000;

/**
 * The fences of all accounts, ready to be asked. All in memory: a position must not wait for a query. Each change of an account's
 * fences or groups makes its index anew, with the areas that are known already.
 */
export class FenceRegistry {
  readonly #db: Db;
  readonly #metrics: IngestMetrics;
  readonly #log: FastifyBaseLogger;
  readonly #stopping: AbortSignal;
  readonly #accounts = new Map<number, FenceIndex>();
  /** By account: what is being read, and whether it has to be read once more. */
  readonly #reloading = new Map<number, { again: boolean; done: Promise<void> }>();
  /** By account: when it was last read. */
  readonly #reloadedAt = new Map<number, number>();

  constructor(db: Db, metrics: IngestMetrics, log: FastifyBaseLogger, stopping: AbortSignal) {
    this.#db = db;
    this.#metrics = metrics;
    this.#log = log;
    this.#stopping = stopping;
  }

  /** What watches a tracker; null: its account has no fences. */
  watchFor({ account, groupId }: Pick<RegisteredTracker, 'account' | 'groupId'>): FenceWatch | null {
    const index = this.#accounts.get(account.accountId);
    return index === undefined ? null : { index, groupId };
  }

  /** Reads the fences of all accounts anew. */
  async load(): Promise<void> {
    const accounts = new Set([...(await readAccountsWithFences(this.#db)), ...this.#accounts.keys()]);
    for (const accountId of accounts) await this.refresh(accountId);
  }

  /**
   * Reads the fences of an account anew. What is asked for while they are being read is read after it, once: so what was read last
   * is what counts, and a hundred changes at once are not a hundred readings. The first is read at once, the next a second later.
   */
  refresh(accountId: number): Promise<void> {
    const reload = this.#reloading.get(accountId);
    if (reload !== undefined) {
      reload.again = true;
      return reload.done;
    }
    const next = { again: false, done: Promise.resolve() };
    this.#reloading.set(accountId, next);
    next.done = this.#reloadUntilCurrent(accountId, next).finally(() => this.#reloading.delete(accountId));
    return next.done;
  }

  async #reloadUntilCurrent(accountId: number, reload: { again: boolean }): Promise<void> {
    do {
      await this.#waitUntilDue(accountId);
      reload.again = false;
      this.#reloadedAt.set(accountId, performance.now());
      await this.#read(accountId);
      this.#metrics.fenceReloads.inc();
      this.#metrics.fences.set([...this.#accounts.values()].reduce((sum, { size }) => sum + size, 0));
    } while (reload.again);
  }

  async #waitUntilDue(accountId: number): Promise<void> {
    const wait =
      (this.#reloadedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) + MIN_RELOAD_INTERVAL - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: this.#stopping, ref: false });
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
      // It was deleted between the two queries, or its data cannot be read, which has been said.
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

  /** Those of the same shape as before are not read again: they are what is large. */
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
        if (shape === null) this.#log.warn({ fenceId }, 'a fence whose area cannot be read watches nobody');
        else areas.set(fenceId, areaOf(shape));
      }
    }
    return areas;
  }
}
