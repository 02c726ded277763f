import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Milliseconds without late positions after which legs are found again, and the longest wait for that. */
const QUIET_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;
/** Devices per query. */
const PAGE = 20;

/** Where late positions are kept until legs, or activities and days, are found again. */
export type LateTable = 'leg_recompute' | 'day_recompute';

/** The late positions of a tracker: epoch milliseconds. */
export interface LatePositions {
  readonly trackerId: number;
  /** The oldest and the newest one, by the device clock. */
  readonly from: number;
  readonly to: number;
  /** When the last one was received. */
  readonly markedAt: number;
}

/** Late positions of one batch, to be stored in one statement. */
export class LatePositionRows {
  readonly #ranges = new Map<number, { readonly from: number; readonly to: number }>();
  readonly #table: LateTable;

  constructor(table: LateTable) {
    this.#table = table;
  }

  get isEmpty(): boolean {
    return this.#ranges.size === 0;
  }

  /** @param time of a late position, epoch milliseconds by the device clock. */
  add(trackerId: number, time: number): void {
    const { from, to } = this.#ranges.get(trackerId) ?? { from: time, to: time };
    this.#ranges.set(trackerId, { from: Math.min(from, time), to: Math.max(to, time) });
  }

  /** @param now epoch milliseconds by the server clock. */
  async write(tx: Tx, now: number): Promise<void> {
    if (this.#ranges.size === 0) return;
    const ranges = [...this.#ranges.values()];
    await sql`
      insert into ${sql.table(this.#table)} as late (tracker_id, from_time, to_time, since, marked_at)
      select tracker_id, from_time, to_time, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000)
      from unnest(${[...this.#ranges.keys()]}::int[], ${ranges.map(({ from }) => Math.trunc(from))}::bigint[],
        ${ranges.map(({ to }) => Math.trunc(to))}::bigint[]) as new (tracker_id, from_time, to_time)
      on conflict (tracker_id) do update
      set from_time = least(late.from_time, excluded.from_time), to_time = greatest(late.to_time, excluded.to_time),
        marked_at = excluded.marked_at`.execute(tx);
  }
}

/**
 * Devices that can be processed now: no late position came for a while.
 *
 * @param owned only of these partitions of trackers; null: of all
 */
export async function readDueLatePositions(
  db: Db,
  table: LateTable,
  now: number,
  owned: { readonly indexes: readonly number[]; readonly count: number } | null,
): Promise<readonly LatePositions[]> {
  const rows = await db
    .selectFrom(table)
    .select(['tracker_id', 'from_time', 'to_time', 'marked_at'])
    .$if(owned !== null, (query) =>
      query.where(sql<boolean>`tracker_id % ${owned?.count} = any(${owned?.indexes}::int[])`),
    )
    .where(({ or, eb }) =>
      or([eb('marked_at', '<=', new Date(now - QUIET_MS)), eb('since', '<=', new Date(now - MAX_WAIT_MS))]),
    )
    .orderBy('since')
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    from: row.from_time,
    to: row.to_time,
    markedAt: row.marked_at.getTime(),
  }));
}

/** Deletes what was processed; late positions that came since then stay. */
export async function deleteLatePositions(
  db: Db,
  table: LateTable,
  { trackerId, markedAt }: Pick<LatePositions, 'trackerId' | 'markedAt'>,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where('tracker_id', '=', trackerId)
    // Times have milliseconds here, and microseconds there.
    .where(sql<boolean>`date_trunc('milliseconds', marked_at) <= ${new Date(markedAt)}`)
    .execute();
}

/** Has the activities and days of a tracker found again, because its positions at these times changed: epoch milliseconds. */
export async function markDays(
  tx: Tx,
  trackerId: number,
  times: readonly number[],
  now: number,
): Promise<void> {
  const late = new LatePositionRows('day_recompute');
  for (const time of times) late.add(trackerId, time);
  await late.write(tx, now);
}

/** Has the activities and days of all trackers of an account found again. @param now epoch milliseconds */
export async function markAllDays(tx: Tx, accountId: number, now: number): Promise<void> {
  const time = sql`to_timestamp(${now}::float8 / 1000)`;
  await sql`
    insert into day_recompute (tracker_id, from_time, to_time, since, marked_at)
    select tracker_id, 0, fix_time, ${time}, ${time} from tracker_state
    where account_id = ${accountId} and fix_time is not null
    on conflict (tracker_id) do update
    set from_time = 0, to_time = excluded.to_time, marked_at = excluded.marked_at`.execute(tx);
}

/** The same for some trackers, by the clock of the database: for a change of their account, which has other settings. */
export async function markDaysOfTrackers(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await sql`
    insert into day_recompute (tracker_id, from_time, to_time, since, marked_at)
    select tracker_id, 0, fix_time, now(), now() from tracker_state
    where tracker_id = any (${[...trackerIds]}::int[]) and fix_time is not null
    on conflict (tracker_id) do update
    set from_time = 0, to_time = excluded.to_time, marked_at = excluded.marked_at`.execute(tx);
}

/**
 * Devices whose activities of a time are to be found again.
 *
 * @param devices a query with `tracker_id`
 */
export async function countRecomputing(
  db: Db,
  devices: RawBuilder<unknown>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with device as (${devices})
    select count(*)::int as count from day_recompute join device using (tracker_id)
    where from_time < ${to} and to_time >= ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}
