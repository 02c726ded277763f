import { deleteRows, dropWeeks } from '../../clickhouse/delete-rows.ts';
import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type { NativeBlock } from '../../clickhouse/native.ts';
import { deleteTimes } from '../clickhouse/clickhouse-positions.ts';
import { insertRows } from '../clickhouse/insertion.ts';
import { POSITIONS, ROW, toPositions, withinSpan, withinWindow } from '../clickhouse/sql.ts';
import type { TimeWindow } from '../position-store.ts';
import {
  BUCKET_TRACKERS,
  CHECKSUM_DIGITS,
  DAY,
  type DaySum,
  type HistoryCopy,
  type TrackerRange,
} from './history-copy.ts';

/** Positions that are copied were stored before all others. */
const COPIED_STAMP = 1;
const PARTS = "system.parts where database = currentDatabase() and table = 'position' and active";

/** The positions of ClickHouse. */
export function clickHouseCopy(cluster: HistoryCluster): HistoryCopy {
  async function readAll(query: string): Promise<readonly NativeBlock[]> {
    const results = await Promise.all(cluster.shards.map((shard) => shard.read(query)));
    return results.flat();
  }

  const texts = (blocks: readonly NativeBlock[], column: number) =>
    blocks.flatMap((block) => {
      const { bytes, starts, ends } = block.strings(column);
      return Array.from({ length: block.rows }, (_, row) => bytes.toString('utf8', starts[row], ends[row]));
    });

  return {
    name: 'ClickHouse',
    async weeks() {
      const blocks = await readAll(`select distinct toInt64(partition) from ${PARTS}`);
      return [...new Set(blocks.flatMap((block) => [...block.numbers(0)]))];
    },
    /** The names of the parts: a deletion, as a merge, makes new ones. */
    async mark(week) {
      const names = await readAll(`select name from ${PARTS} and partition = '${week}' order by name`);
      return texts(names, 0).join(' ');
    },
    async countByBucket(window) {
      const blocks = await readAll(`
        select toInt64(intDiv(tracker_id, ${BUCKET_TRACKERS})) as number, toInt64(count())
        from position where ${withinWindow(window)} group by number`);
      return blocks.flatMap((block) =>
        Array.from({ length: block.rows }, (_, row) => ({
          number: block.numbers(0)[row] as number,
          count: block.numbers(1)[row] as number,
        })),
      );
    },
    async daySums(range, window) {
      const bytes = CHECKSUM_DIGITS / 2;
      const values = "concat(toString(time), ' ', toString(latitude), ' ', toString(longitude), ' ', packed)";
      const blocks = await readAll(`
        select tracker_id, toInt64(intDiv(time, ${DAY})) as day, toInt64(count()),
          toString(sum(reinterpretAsUInt64(reverse(substring(MD5(${values}), 1, ${bytes}))))) as checksum
        from ${POSITIONS} where ${within(range, window)} group by tracker_id, day`);
      return blocks.flatMap(toDaySums);
    },
    read: async (range, window) =>
      toPositions(await readAll(`select ${ROW} from ${POSITIONS} where ${within(range, window)}`)),
    insert: (rows) => insertRows(cluster, rows, COPIED_STAMP),
    delete: (trackerId, window) =>
      cluster
        .shardOf(trackerId)
        .change((replica) => deleteRows(replica, 'position', withinSpan({ trackerId, ...window }))),
    deleteTimes: (trackerId, times) => deleteTimes(cluster, trackerId, times),
    async clearWeek(week) {
      for (const shard of cluster.shards)
        await shard.change((replica) => replica.run(`alter table position drop partition ${week}`));
    },
    async clear() {
      for (const shard of cluster.shards)
        await shard.change((replica) => dropWeeks(replica, 'position', Number.MAX_SAFE_INTEGER));
    },
  };

  function toDaySums(block: NativeBlock): readonly DaySum[] {
    const checksums = texts([block], 3);
    return checksums.map((checksum, row) => ({
      trackerId: block.numbers(0)[row] as number,
      day: block.numbers(1)[row] as number,
      count: block.numbers(2)[row] as number,
      checksum,
    }));
  }
}

const within = ({ first, last }: TrackerRange, window: TimeWindow) =>
  `tracker_id between ${first} and ${last} and ${withinWindow(window)}`;
