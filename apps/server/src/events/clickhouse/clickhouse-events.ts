import { NamedError } from '@wakeline/contract/errors';
import { deleteRows, dropWeeks } from '../../clickhouse/delete-rows.ts';
import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type { NativeBlock } from '../../clickhouse/native.ts';
import type { Shard } from '../../clickhouse/shard.ts';
import { WEEK_EXPRESSION } from '../../clickhouse/tables.ts';
import { weekOf } from '../../db/partitions.ts';
import {
  type ArchivedWeek,
  type EventArchive,
  type EventCounting,
  type EventKeyColumns,
  type EventQuery,
  type EventSpan,
  type EventWindow,
  formatEventKey,
  isOneWindow,
  type StoredEvent,
} from '../event-archive.ts';
import {
  isAfterKey,
  isBeforeKey,
  isNotSilent,
  isOneOf,
  ofTrackers,
  withinSpans,
  withinWindow,
} from './conditions.ts';
import { encodeEvents, INSERTED, SELECTED, toEvents } from './rows.ts';
import { NO_ACCOUNT } from './table.ts';

/** Trackers of a query with one window, its spans otherwise, and keys that a query looks up. */
const MAX_TRACKERS = 10_000;
const MAX_SPANS = 500;
const MAX_KEYS = 2_000;
/** Milliseconds after which an event is archived: screens of the last 24 hours, and of today, read the database only. */
const ARCHIVE_AGE_MS = 26 * 3_600_000;
/**
 * Milliseconds by which a reader expects events to be archived too early. Clocks of servers differ by less, and the queries of a
 * reader take less time.
 */
const MARGIN_MS = 3_600_000;

/** Rows with one key are merged while reading: the first one is read. */
const EVENTS = 'event final';

/** Old events in ClickHouse. */
export function createClickHouseEvents(
  cluster: HistoryCluster,
  clock: { readonly now: () => number },
): EventArchive {
  async function readSpans(query: EventQuery, limit: number): Promise<readonly StoredEvent[]> {
    const { spans, kinds, refs } = query;
    const step = isOneWindow(spans) ? MAX_TRACKERS : MAX_SPANS;
    const events: StoredEvent[] = [];
    for (const [shard, own] of cluster.byShard(spans, ({ trackerId }) => trackerId)) {
      for (let at = 0; at < own.length; at += step) {
        const blocks = await shard.read(`
          select ${SELECTED} from ${EVENTS}
          where ${withinSpans(own.slice(at, at + step))} and ${isOneOf('kind', kinds)} and ${isOneOf('ref', refs)}
          limit ${limit - events.length + 1}`);
        for (const event of toEvents(blocks)) events.push(event);
        if (events.length > limit) throw new NamedError('events-too-many');
      }
    }
    return events;
  }

  async function count({
    spans,
    kinds,
    accountId,
    times,
    without,
    silent,
  }: EventCounting): Promise<readonly { readonly key: number; readonly alarms: number }[]> {
    const key =
      times === null
        ? 'tracker_id'
        : `toInt32(arrayCount(x -> x <= time, [${times.map(Math.trunc).join()}]))`;
    const excluded = cluster.byShard(without, ({ tracker_id }) => tracker_id);
    const last = spans.reduce((latest, { to }) => Math.max(latest, to), 0);
    // Most trackers have the same window.
    const groups = Map.groupBy(spans, ({ to }) => to === last).values();
    const counts = new Map<number, number>();
    for (const group of groups) {
      const step = isOneWindow(group) ? MAX_TRACKERS : MAX_SPANS;
      for (const [shard, own] of cluster.byShard(group, ({ trackerId }) => trackerId)) {
        const keys = excluded.find(([other]) => other === shard)?.[1] ?? [];
        for (let at = 0; at < own.length; at += step) {
          const blocks = await shard.read(`
            select ${key} as key, toInt64(count()) from ${EVENTS}
            where ${withinSpans(own.slice(at, at + step))} and ${isOneOf('kind', kinds)}
              and account in (${NO_ACCOUNT}, ${accountId}) and ${isNotSilent(silent)}
              ${keys.length === 0 ? '' : `and (tracker_id, time, kind, ref) not in (${keys.map(toTuple).join()})`}
            group by key`);
          for (const block of blocks) addCounts(counts, block);
        }
      }
    }
    return [...counts].map(([key, alarms]) => ({ key, alarms }));
  }

  async function findStored(
    shard: Shard,
    spans: readonly EventSpan[],
    kinds: readonly number[] | null,
  ): Promise<readonly number[]> {
    const blocks = await shard.read(`
      select tracker_id from event where ${withinSpans(spans)} and ${isOneOf('kind', kinds)}
      limit 1 by tracker_id`);
    return blocks.flatMap((block) => [...block.numbers(0)]);
  }

  async function deleteEvents(
    trackerIds: readonly number[],
    window: EventWindow,
    kinds: readonly number[] | null,
  ): Promise<void> {
    const spans = trackerIds.map((trackerId) => ({ trackerId, ...window }));
    for (const [shard, own] of cluster.byShard(spans, ({ trackerId }) => trackerId)) {
      for (let at = 0; at < own.length; at += MAX_TRACKERS) {
        // A deletion is expensive, also one that deletes nothing.
        const stored = await findStored(shard, own.slice(at, at + MAX_TRACKERS), kinds);
        if (stored.length === 0) continue;
        const condition = `${ofTrackers(stored)} and ${withinWindow(window)} and ${isOneOf('kind', kinds)}`;
        await shard.change((replica) => deleteRows(replica, 'event', condition));
      }
    }
  }

  async function listWeeksOf(shard: Shard): Promise<readonly ArchivedWeek[]> {
    const blocks = await shard.read(`
      select distinct toInt64(partition) as week from system.parts
      where database = currentDatabase() and table = 'event' and active order by week`);
    const weeks = blocks.flatMap((block) => [...block.numbers(0)]);
    return weeks.map((week) => ({
      week,
      async read(after, limit) {
        const blocks = await shard.read(`
          select ${SELECTED} from ${EVENTS}
          where ${WEEK_EXPRESSION} = ${week} and ${after === null ? '1' : isAfterKey(after)}
          order by tracker_id, time, kind, ref limit ${limit}`);
        return toEvents(blocks);
      },
      drop: () => shard.change((replica) => replica.run(`alter table event drop partition ${week}`)),
    }));
  }

  return {
    archivableUntil: () => clock.now() - ARCHIVE_AGE_MS,
    recentSince: () => clock.now() - ARCHIVE_AGE_MS + MARGIN_MS,
    async insert(events) {
      const stamp = Math.trunc(clock.now());
      const shards = cluster.byShard(events, ({ tracker_id }) => tracker_id);
      await Promise.all(
        shards.map(([shard, own]) =>
          shard.insert(`insert into event (${INSERTED})`, encodeEvents(own, stamp)),
        ),
      );
    },
    read: readSpans,
    count,
    async readNewest({ trackerId, accountId, kinds, before, limit, ...window }) {
      const blocks = await cluster.shardOf(trackerId).read(`
        select ${SELECTED} from ${EVENTS}
        where tracker_id = ${trackerId} and ${withinWindow(window)} and ${isOneOf('kind', kinds)}
          and account in (${NO_ACCOUNT}, ${accountId}) and ${before === null ? '1' : isBeforeKey(before)}
        order by time desc, kind desc, ref desc limit ${limit}`);
      return toEvents(blocks);
    },
    async readFirstEnd(trackerId, kind, time) {
      const blocks = await cluster.shardOf(trackerId).read(`
        select ${SELECTED} from ${EVENTS}
        where tracker_id = ${trackerId} and time >= ${time} and kind = ${kind} and since != -1 and since < ${time}
        order by time limit 1`);
      return toEvents(blocks)[0] ?? null;
    },
    async findKeys(keys) {
      const found = new Set<string>();
      for (const [shard, own] of cluster.byShard(keys, ({ tracker_id }) => tracker_id)) {
        for (let at = 0; at < own.length; at += MAX_KEYS) {
          const tuples = own.slice(at, at + MAX_KEYS).map(toTuple);
          const blocks = await shard.read(`
            select ${SELECTED} from event where (tracker_id, time, kind, ref) in (${tuples.join()})`);
          for (const event of toEvents(blocks)) found.add(formatEventKey(event));
        }
      }
      return found;
    },
    delete: deleteEvents,
    async dropWeeksBefore(oldest) {
      const before = weekOf(oldest);
      for (const shard of cluster.shards)
        await shard.change((replica) => dropWeeks(replica, 'event', before));
    },
    async listWeeks() {
      const weeks = (await Promise.all(cluster.shards.map(listWeeksOf))).flat();
      return weeks.sort((a, b) => a.week - b.week);
    },
  };
}

function addCounts(counts: Map<number, number>, block: NativeBlock): void {
  const [keys, numbers] = [block.numbers(0), block.numbers(1)];
  for (let row = 0; row < block.rows; row += 1) {
    const key = keys[row] as number;
    counts.set(key, (counts.get(key) ?? 0) + (numbers[row] as number));
  }
}

function toTuple({ tracker_id, time, kind, ref }: EventKeyColumns): string {
  return `(${tracker_id},${time},${kind},${ref})`;
}
