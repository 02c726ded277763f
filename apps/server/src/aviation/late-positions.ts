import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Milliseconds without late positions after which legs are found again, and the longest wait for that. */
const QUIET_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;
/** Devices per query. */
const PAGE = 20;

/** The late positions of a tracker that planes carried: epoch milliseconds. */
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
      insert into leg_recompute as late (tracker_id, from_time, to_time, since, marked_at)
      select tracker_id, from_time, to_time, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000)
      from unnest(${[...this.#ranges.keys()]}::int[], ${ranges.map(({ from }) => Math.trunc(from))}::bigint[],
        ${ranges.map(({ to }) => Math.trunc(to))}::bigint[]) as new (tracker_id, from_time, to_time)
      on conflict (tracker_id) do update
      set from_time = least(late.from_time, excluded.from_time), to_time = greatest(late.to_time, excluded.to_time),
        marked_at = excluded.marked_at`.execute(tx);
  }
}

/** Devices whose legs can be found again now: no late position came for a while. */
export async function readDueLatePositions(db: Db, now: number): Promise<readonly LatePositions[]> {
  const rows = await db
    .selectFrom('leg_recompute')
    .select(['tracker_id', 'from_time', 'to_time', 'marked_at'])
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
  { trackerId, markedAt }: Pick<LatePositions, 'trackerId' | 'markedAt'>,
): Promise<void> {
  await db
    .deleteFrom('leg_recompute')
    .where('tracker_id', '=', trackerId)
    // Times have milliseconds here, and microseconds there.
    .where(sql<boolean>`date_trunc('milliseconds', marked_at) <= ${new Date(markedAt)}`)
    .execute();
}
