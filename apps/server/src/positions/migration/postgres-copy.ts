import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { listWeeks, Partitions, weekOf } from '../../db/partitions.ts';
import { insertStored } from '../insert.ts';
import type { PackedPosition } from '../packing.ts';
import { postgresPositions } from '../postgres/postgres-positions.ts';
import {
  BUCKET_TRACKERS,
  CHECKSUM_DIGITS,
  DAY,
  type DaySum,
  type HistoryCopy,
  type TrackerBucket,
} from './history-copy.ts';

const BITS = CHECKSUM_DIGITS * 4;

/** The positions of the database. */
export function postgresCopy(db: Db): HistoryCopy {
  const partitions = new Partitions();
  return {
    name: 'PostgreSQL',
    weeks: () => listWeeks(db),
    /** Counters of the statistics. They start again after a crash, and so does the time in the mark. */
    async mark(week) {
      const { rows } = await sql<{ mark: string }>`
        select concat_ws(' ', n_tup_ins, n_tup_upd, n_tup_del, extract(epoch from (select stats_reset from pg_stat_bgwriter)))
          as mark
        from pg_stat_user_tables where relid = to_regclass(${`position_${Math.trunc(week)}`})`.execute(db);
      return rows[0]?.mark ?? '';
    },
    async countByBucket({ from, to }) {
      const { rows } = await sql<TrackerBucket>`
        select tracker_id / ${sql.lit(BUCKET_TRACKERS)} as number, count(*)::float8 as count
        from position where time between ${from} and ${to} group by 1`.execute(db);
      return rows;
    },
    async daySums({ first, last }, { from, to }) {
      const { rows } = await sql<DaySum>`
        select tracker_id as "trackerId", (time / ${sql.lit(DAY)})::int as day, count(*)::int as count,
          sum(('x' || left(md5((time || ' ' || latitude || ' ' || longitude || ' ')::bytea || packed), ${sql.lit(CHECKSUM_DIGITS)}))
            ::bit(${sql.lit(BITS)})::bigint)::text as checksum
        from position where tracker_id between ${first} and ${last} and time between ${from} and ${to}
        group by 1, 2`.execute(db);
      return rows;
    },
    async read({ first, last }, { from, to }) {
      const { rows } = await sql<PackedPosition & { readonly trackerId: number }>`
        select tracker_id as "trackerId", time, latitude, longitude, packed from position
        where tracker_id between ${first} and ${last} and time between ${from} and ${to}`.execute(db);
      return rows;
    },
    async insert(positions) {
      await partitions.ensure(db, new Set(positions.map(({ time }) => weekOf(time))));
      await db.transaction().execute((tx) => insertStored(tx, positions));
    },
    async delete(trackerId, window) {
      await postgresPositions.delete(db, [trackerId], window);
    },
    deleteTimes: (trackerId, times) => postgresPositions.deleteTimes(db, trackerId, times),
    async clearWeek(week) {
      await sql`truncate ${sql.table(`position_${Math.trunc(week)}`)}`.execute(db);
    },
    async clear() {
      await sql`truncate position`.execute(db);
    },
  };
}
