import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Days before the expiry at which the users of a device are notified. */
const NOTICE_DAYS: readonly number[] = [30, 7, 1];

/** A device about whose expiry a notice is due. */
export interface ExpiringTracker {
  readonly trackerId: number;
  readonly accountId: number;
  readonly groupId: number | null;
  readonly name: string;
  readonly validUntil: Date;
  /** One of NOTICE_DAYS. */
  readonly days: number;
}

/**
 * Devices whose users have not been notified that they expire in 30, 7 or 1 days, in days of the account's time zone.
 * Of several due notices only the last one counts, after the server was down. A date that was set on the day of a
 * notice or later gets only the following ones, because its author has just seen it.
 */
export async function readExpiring(db: Db, now: number): Promise<readonly ExpiringTracker[]> {
  const time = sql`${new Date(now)}::timestamptz`;
  const { rows } = await sql<ExpiringTracker>`
    select tracker_id as "trackerId", account_id as "accountId", group_id as "groupId", tracker.name,
      valid_until as "validUntil", days
    from tracker join account using (account_id)
    cross join lateral (
      select min(day) as days from unnest(${[...NOTICE_DAYS]}::int[]) as day
      where day >= (valid_until at time zone time_zone)::date - (${time} at time zone time_zone)::date
    ) as due
    where valid_until > ${time} and valid_until < ${time} + make_interval(days => ${Math.max(...NOTICE_DAYS) + 2})
      and days is not null
      and not exists (
        select from expiry_notice sent
        where sent.tracker_id = tracker.tracker_id and sent.valid_until = tracker.valid_until and sent.days <= due.days)
      and not exists (
        select from validity_change change
        where change.tracker_id = tracker.tracker_id
          and change.changed_at >= ((tracker.valid_until at time zone time_zone)::date - due.days)::timestamp
            at time zone time_zone)
    order by account_id, tracker.name, tracker_id`.execute(db);
  return rows;
}

/**
 * Records that these devices have had their notices, in the transaction that appends them.
 *
 * @returns the ids of the devices that had not had them: another server may have been faster.
 */
export async function recordExpiryNotices(
  tx: Tx,
  expiring: readonly ExpiringTracker[],
): Promise<ReadonlySet<number>> {
  const ids = expiring.map(({ trackerId }) => trackerId);
  const dates = expiring.map(({ validUntil }) => validUntil);
  const days = expiring.map((tracker) => tracker.days);
  const { rows } = await sql<{ tracker_id: number }>`
    insert into expiry_notice (tracker_id, valid_until, days)
    select due.id, due.valid_until, due.days
    from unnest(${ids}::int[], ${dates}::timestamptz[], ${days}::int[]) as due (id, valid_until, days)
    join tracker on tracker_id = due.id
    on conflict do nothing returning tracker_id`.execute(tx);
  return new Set(rows.map((row) => row.tracker_id));
}

/** Deletes what was recorded about dates before `time`, epoch milliseconds: they are over. */
export async function dropExpiryNotices(db: Db, time: number): Promise<void> {
  await db
    .transaction()
    .execute((tx) => tx.deleteFrom('expiry_notice').where('valid_until', '<', new Date(time)).execute());
}
