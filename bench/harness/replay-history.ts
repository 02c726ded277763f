import pg from 'pg';
import { databaseUrlOf } from './data-folder.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Weeks start on Mondays, as in `apps/server/src/db/partitions.ts`. */
const WEEK = 7 * DAY;
const MONDAY = 4 * DAY;
/** The first id of trackers that only add rows: no account has them and they are never requested. */
const OTHERS_FROM = 1_000_000;
const OTHERS = 1_000;

export interface ReplayHistory {
  /** Epoch milliseconds, of the whole: a full second. */
  readonly start: number;
  readonly days: number;
  /** The device with one fix per second over the full time. */
  readonly single: number;
  /** Devices with one fix every `interval` seconds in the last days. */
  readonly many: readonly number[];
  readonly manyDays: number;
  readonly interval: number;
  /** Positions of other trackers, uniform over the full time. */
  readonly others: number;
}

export interface FilledHistory {
  readonly positions: number;
  /** Bytes of the tables with their indexes. */
  readonly bytes: number;
}

/**
 * Fills the history by SQL, day by day in the order of time, as in production: fixes of one device are interleaved with those of
 * all others. It depends on the table's layout only for speed, as in `history.ts`.
 */
export async function fillReplayHistory(data: string, history: ReplayHistory): Promise<FilledHistory> {
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await makeWeeks(client, history.start, history.start + history.days * DAY);
    for (let day = 0; day < history.days; day += 1) {
      const from = history.start + day * DAY;
      const isLast = day >= history.days - history.manyDays;
      await client.query(`
        insert into position (time, tracker_id, latitude, longitude, packed)
        select time, tracker, ${COORDINATES}, ${PACKED} from (
          ${fixesEverySecond(from, history.single)}
          union all ${otherFixes(from, Math.round(history.others / history.days))}
          ${isLast ? `union all ${fixesAtInterval(from, history.many, history.interval)}` : ''}
        ) fix order by time`);
    }
    await client.query('vacuum analyze position');
    await client.query('checkpoint');
    const { rows } = await client.query<{ bytes: string; positions: string }>(
      `select sum(pg_total_relation_size(inhrelid)) as bytes, (select count(*) from position) as positions
       from pg_inherits where inhparent = 'position'::regclass`,
    );
    return { positions: Number(rows[0]?.positions), bytes: Number(rows[0]?.bytes) };
  } finally {
    await client.end();
  }
}

/** Days of some devices with one fix every `interval` seconds, as `fillReplayHistory` has them. Returns the number of fixes. */
export async function fillTracks(
  client: pg.Client,
  {
    start,
    days,
    trackers,
    interval,
  }: {
    readonly start: number;
    readonly days: number;
    readonly trackers: readonly number[];
    readonly interval: number;
  },
): Promise<number> {
  await makeWeeks(client, start, start + days * DAY);
  let count = 0;
  for (let day = 0; day < days; day += 1) {
    const { rowCount } = await client.query(`
      insert into position (time, tracker_id, latitude, longitude, packed)
      select time, tracker, ${COORDINATES}, ${PACKED}
      from (${fixesAtInterval(start + day * DAY, trackers, interval)}) as fix (time, tracker) order by time`);
    count += rowCount ?? 0;
  }
  await client.query('vacuum analyze position');
  return count;
}

/** Creates the partitions of the table between two times, epoch milliseconds. */
export async function makeWeeks(client: pg.Client, from: number, to: number): Promise<void> {
  for (let week = Math.floor((from - MONDAY) / WEEK); week * WEEK + MONDAY < to; week += 1) {
    const start = week * WEEK + MONDAY;
    await client.query(
      `create table if not exists position_${week + 1} partition of position for values from (${start}) to (${start + WEEK})`,
    );
  }
}

function fixesEverySecond(from: number, tracker: number): string {
  return `select ${from}::bigint + at * 1000 as time, ${tracker} as tracker from generate_series(0, 86399) at`;
}

function otherFixes(from: number, count: number): string {
  const step = DAY / Math.max(1, count);
  return `select ${from}::bigint + (at * ${step})::bigint, ${OTHERS_FROM} + at % ${OTHERS} from generate_series(0, ${count - 1}) at`;
}

function fixesAtInterval(from: number, trackers: readonly number[], interval: number): string {
  const ids = trackers.length === 0 ? '{}' : `{${trackers.join()}}`;
  // Not all at the same time: each has its own second of the interval and its own milliseconds.
  return `
    select ${from}::bigint + at * ${interval * SECOND} + (tracker % ${interval}) * 1000 + tracker % 1000, tracker
    from unnest('${ids}'::int[]) tracker, generate_series(0, ${Math.floor(86_400 / interval) - 1}) at`;
}

/** Whether it moves: fifty minutes of each hour. */
const IS_MOVING = '(time / 1000 % 3600 < 3000)';
/** Seconds of movement so far. */
const MOVING_SECONDS = '(time / 3600000 % 1000000 * 3000 + least(time / 1000 % 3600, 3000))';

/** A way of up to 10 m/s with turns, 1e-7 degrees, of which fixes are up to 3 m wrong; each tracker has its own part of the country. */
const COORDINATES = `
  540000000 + (tracker % 200) * 20000 + (3e6 * sin(${MOVING_SECONDS} / 9000.0 + tracker) + 2e5 * sin(${MOVING_SECONDS} / 411.0))::int + (time / 1000 * 7919 % 541 - 270)::int,
  100000000 + (tracker % 200) * 20000 + (4e6 * sin(${MOVING_SECONDS} / 13000.0 + tracker) + 2e5 * cos(${MOVING_SECONDS} / 377.0))::int + (time / 1000 * 10473 % 541 - 270)::int`;

/**
 * A report of a vehicle, as `apps/server/src/positions/packing.ts` packs it and as `history.ts` has it: 11 bytes (altitude, speed, course,
 * satellites, gsm, one attribute), of which speed, course and satellites change from fix to fix. With 12 to 19 bytes a row takes 8 more.
 * Bytes 3 and 4 are the speed, 0.01 km/h, in groups of 7 bits.
 */
const PACKED = `
  set_byte(set_byte(set_byte(set_byte('\\x5fd00f901c94110cbe3c09'::bytea,
    3, case when ${IS_MOVING} then (128 + time / 1000 % 97 % 64)::int else 128 end),
    4, case when ${IS_MOVING} then 28 else 0 end),
    5, (time / 1000 * 7 % 256)::int),
    7, (6 + time / 1000 % 211 % 7)::int)`;
