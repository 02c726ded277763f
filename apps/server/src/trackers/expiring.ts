import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Days before the expiry at which the users of a device are notified. */
const NOTICE_DAYS: readonly number[] = [30, 7, 1];

/** Up to this number of due devices of an account have a notice each. */
export const MAX_SINGLE_NOTICES = 20;

/**
 * Devices that a notice is about: one; or of an account with many due devices, those of a group that expire on the same
 * day. Devices of a group are visible to the same users, so a notice counts nothing that its readers cannot see.
 */
export interface ExpiringDevices {
  readonly accountId: number;
  /** Ids as an array of PostgreSQL: there may be 100,000, which only the database needs. */
  readonly trackerIds: string;
  /** Their first and last end. */
  readonly from: Date;
  readonly to: Date;
  /** One of NOTICE_DAYS. */
  readonly days: number;
}

/**
 * Devices whose users have not been notified that they expire in 30, 7 or 1 days, in days of the account's time zone.
 * Of several due notices only the last one counts, after the server was down. A date that was set on the day of a
 * notice or later gets only the following ones, because its author has just seen it.
 */
export async function readExpiring(db: Db, now: number): Promise<readonly ExpiringDevices[]> {
  const time = sql`${new Date(now)}::timestamptz`;
  const { rows } = await sql<ExpiringDevices>`
    with expiring as (
      select tracker_id, account_id, group_id, valid_until, days,
        (valid_until at time zone time_zone)::date as day, count(*) over (partition by account_id) as total
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
    )
    select account_id as "accountId", array_agg(tracker_id)::text as "trackerIds",
      min(valid_until) as "from", max(valid_until) as "to", days
    from expiring
    group by account_id, group_id, day, days, case when total <= ${MAX_SINGLE_NOTICES} then tracker_id end
    order by account_id, "from"`.execute(db);
  return rows;
}

/** What a notice says: its first device by name, the number of the others, and when the first of them expires. */
export interface ExpirySummary {
  readonly trackerId: number;
  readonly others: number;
  readonly validUntil: Date;
}

/**
 * Records that these devices have had their notice, in the transaction that appends it.
 *
 * @returns what the notice says; null if it is no longer due: another server was faster, or the dates have changed.
 */
export async function recordExpiryNotice(
  tx: Tx,
  { accountId, trackerIds, from, to, days }: ExpiringDevices,
): Promise<ExpirySummary | null> {
  const { rows } = await sql<ExpirySummary>`
    with recorded as (
      insert into expiry_notice (tracker_id, valid_until, days)
      select tracker_id, valid_until, ${days}::int from tracker
      where tracker_id = any (${trackerIds}::int[]) and account_id = ${accountId}
        and valid_until between ${from} and ${to}
      on conflict do nothing returning tracker_id, valid_until
    )
    select tracker_id as "trackerId", (count(*) over ())::int - 1 as others,
      min(recorded.valid_until) over () as "validUntil"
    from recorded join tracker using (tracker_id) order by name, tracker_id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes what was recorded about dates before `time`, epoch milliseconds: they are over. */
export async function dropExpiryNotices(db: Db, time: number): Promise<void> {
  await db
    .transaction()
    .execute((tx) => tx.deleteFrom('expiry_notice').where('valid_until', '<', new Date(time)).execute());
}
