import { deleteRows, dropWeeks } from '../../clickhouse/delete-rows.ts';
import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import { weekOf } from '../../db/partitions.ts';
import { accountScope } from '../../identity/scope.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import type {
  FixRange,
  OutsidePositions,
  PositionStore,
  TimeWindow,
  TrackerSpan,
} from '../position-store.ts';
import { ClickHouseBatchInsertion, findKeys, insertRows, Stamps } from './insertion.ts';
import { readNewest } from './read-newest.ts';
import { sampleColumns, sampleTrails } from './samples.ts';
import {
  POSITIONS,
  ROW,
  readEdge,
  readSpans,
  toPositions,
  VALID,
  withinSpan,
  withinSpans,
  withinWindow,
} from './sql.ts';
import { toColumnBytes, toRowBytes } from './to-bytes.ts';

/** Windows of a query. */
const MAX_WINDOWS = 50;
/** A query takes 10 ms and more even if it reads few rows. */
const PAGES_PER_QUERY = 8;
const SHORT_MS = 60 * 86_400_000;

/** Deletes the rows of a tracker at these times. */
export async function deleteTimes(
  cluster: HistoryCluster,
  trackerId: number,
  times: readonly number[],
): Promise<void> {
  const window = withinWindow({ from: Math.min(...times), to: Math.max(...times) });
  const condition = `tracker_id = ${trackerId} and ${window} and time in (${times.map(Math.trunc).join()})`;
  await cluster.shardOf(trackerId).change((replica) => deleteRows(replica, 'position', condition));
}

/** Positions in ClickHouse. The clock stamps positions that are imported. */
export function createClickHousePositions(
  cluster: HistoryCluster,
  clock: { readonly now: () => number },
): PositionStore {
  const stamps = new Stamps();
  const outside: OutsidePositions = {
    openBatchInsertion: () => new ClickHouseBatchInsertion(cluster, stamps),
    async findNewTimes(columns) {
      const rows = [...columns.rows()];
      const existing = await findKeys(cluster, rows);
      return rows.filter(({ key }) => !existing.has(key)).map(({ time }) => time);
    },
    insert: (columns) => insertRows(cluster, [...columns.rows()], stamps.next(clock.now())),
    async dropWeeksBefore(oldest) {
      const before = weekOf(oldest);
      for (const shard of cluster.shards)
        await shard.change((replica) => dropWeeks(replica, 'position', before));
    },
  };

  async function readOne(span: TrackerSpan, order: 'asc' | 'desc', condition?: string) {
    const options = { order, limit: 1, ...(condition === undefined ? {} : { condition }) };
    return toPositions(await readEdge(cluster, span, options))[0] ?? null;
  }

  async function countRows(spans: readonly TrackerSpan[]): Promise<number> {
    const blocks = await readSpans(
      cluster,
      spans,
      (some) => `select toInt64(count()) from ${POSITIONS} where ${withinSpans(some)}`,
    );
    return blocks.reduce((sum, block) => sum + (block.numbers(0)[0] ?? 0), 0);
  }

  async function findStored(trackerIds: readonly number[], window: TimeWindow): Promise<readonly number[]> {
    const spans = trackerIds.map((trackerId) => ({ trackerId, ...window }));
    const blocks = await readSpans(
      cluster,
      spans,
      (some) => `select tracker_id from position where ${withinSpans(some)} limit 1 by tracker_id`,
    );
    return blocks.flatMap((block) => [...block.numbers(0)]);
  }

  async function readShortRanges(
    trackerId: number,
    windows: readonly TimeWindow[],
  ): Promise<readonly (FixRange | null)[]> {
    const ranges: (FixRange | null)[] = windows.map(() => null);
    const queries = windows.map(
      (window, index) => `
        select toInt32(${index}), min(time), max(time), toInt64(count()) from ${POSITIONS}
        where ${withinSpan({ trackerId, ...window })} and ${VALID}`,
    );
    for (const block of await cluster.shardOf(trackerId).read(queries.join(' union all '))) {
      for (let row = 0; row < block.rows; row += 1) {
        if (block.numbers(3)[row] === 0) continue;
        const [firstFix, lastFix] = [block.numbers(1)[row] as number, block.numbers(2)[row] as number];
        ranges[block.numbers(0)[row] as number] = { firstFix, lastFix };
      }
    }
    return ranges;
  }

  async function readFixRange(trackerId: number, window: TimeWindow): Promise<FixRange | null> {
    const span = { trackerId, ...window };
    const [first, last] = await Promise.all([readOne(span, 'asc', VALID), readOne(span, 'desc', VALID)]);
    return first === null || last === null ? null : { firstFix: first.time, lastFix: last.time };
  }

  return {
    outside,
    pagesPerQuery: PAGES_PER_QUERY,
    readRows: async (_db, span, limit) => toRowBytes(await readEdge(cluster, span, { order: 'asc', limit })),
    readColumns: async (_db, span, limit) =>
      toColumnBytes(await readEdge(cluster, span, { order: 'asc', limit }), span.from),
    sampleColumns: (_db, sampling, base) => sampleColumns(cluster, sampling, base),
    sampleTrails: (_db, sampling) => sampleTrails(cluster, sampling),
    readNewest: (_db, spans, page) => readNewest(cluster, spans, page),
    async readFirstValid(_db, spans, limit) {
      const blocks = await readSpans(
        cluster,
        spans,
        (some) => `
          select ${ROW} from ${POSITIONS} where ${withinSpans(some)} and ${VALID}
          order by tracker_id, time limit ${limit} by tracker_id`,
      );
      return toPositions(blocks).sort((a, b) => a.trackerId - b.trackerId || a.time - b.time);
    },
    readValidEdge: (_db, span, edge) => readOne(span, edge === 'first' ? 'asc' : 'desc', VALID),
    async readLastValid(_db, spans) {
      const positions = [];
      for (let at = 0; at < spans.length; at += MAX_WINDOWS)
        positions.push(
          ...(await Promise.all(
            spans.slice(at, at + MAX_WINDOWS).map((span) => readOne(span, 'desc', VALID)),
          )),
        );
      return positions;
    },
    readLast: (_db, span) => readOne(span, 'desc'),
    async readFixRanges(_db, trackerId, windows) {
      if (windows.some(({ from, to }) => to - from > SHORT_MS))
        return Promise.all(windows.map((window) => readFixRange(trackerId, window)));
      const ranges = [];
      for (let at = 0; at < windows.length; at += MAX_WINDOWS)
        ranges.push(...(await readShortRanges(trackerId, windows.slice(at, at + MAX_WINDOWS))));
      return ranges;
    },
    async hasAny(_db, span) {
      return (await readOne(span, 'asc')) !== null;
    },
    async hasValid(_db, spans) {
      for (const span of spans) if ((await readOne(span, 'asc', VALID)) !== null) return true;
      return false;
    },
    count: (_db, spans) => countRows(spans),
    async countValid(_db, span) {
      const [block] = await cluster.shardOf(span.trackerId).read(`
        select toInt64(count()), toInt64(sum(${VALID})) from ${POSITIONS} where ${withinSpan(span)}`);
      return { positions: block?.numbers(0)[0] ?? 0, fixes: block?.numbers(1)[0] ?? 0 };
    },
    findStored: (_db, trackerIds, window) => findStored(trackerIds, window),
    async countTrackersBefore(db, accountId, time, limit) {
      const rows = await trackersInScope(db, accountScope(accountId)).select('tracker_id').execute();
      const ids = rows.map(({ tracker_id }) => tracker_id);
      return Math.min(limit, (await findStored(ids, { from: 0, to: time - 1 })).length);
    },
    // One deletion costs about the same for some rows as for many.
    findDeletionEnd: async (_db, { to }) => to,
    async delete(_db, trackerIds, window) {
      const spans = trackerIds.map((trackerId) => ({ trackerId, ...window }));
      const deleted = await countRows(spans);
      for (const [shard, own] of cluster.byShard(spans, ({ trackerId }) => trackerId))
        await shard.change((replica) => deleteRows(replica, 'position', withinSpans(own)));
      return deleted;
    },
    deleteTimes: (_db, trackerId, times) => deleteTimes(cluster, trackerId, times),
  };
}
