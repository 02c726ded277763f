import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { notifyTrackersChanged } from './write.ts';

/** A new end (null: unlimited), or a number of calendar months more. */
export type Renewal = { readonly until: Date | null } | { readonly months: number };

/** The latest end, that of `instant` in the contract. */
const MAX_END = '2100-01-01 00:00+00';

export interface RenewedTrackers {
  readonly trackerIds: readonly number[];
  readonly renewal: Renewal;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Changes the validity of trackers of an account. Months count from the present end, or from the midnight after `now`
 * if it is over, in the time zone of the account; a tracker without an end stays unlimited. The caller has checked that
 * the trackers are in the scope of the user.
 *
 * @returns the number of trackers whose validity has changed.
 */
export async function renewTrackers(
  tx: Tx,
  accountId: number,
  { trackerIds, renewal, now }: RenewedTrackers,
): Promise<number> {
  const time = sql`${new Date(now)}::timestamptz`;
  const end =
    'until' in renewal
      ? sql`${renewal.until}::timestamptz`
      : sql`case when valid_until is not null then least(
          (greatest(valid_until at time zone time_zone,
              date_trunc('day', ${time} at time zone time_zone) + interval '1 day')
            + make_interval(months => ${renewal.months}::int)) at time zone time_zone,
          ${MAX_END}::timestamptz) end`;
  const { rows } = await sql<{ tracker_id: number }>`
    update tracker set valid_until = ${end}
    from account
    where account.account_id = tracker.account_id and tracker.account_id = ${accountId}
      and tracker_id = any (${[...trackerIds]}::int[]) and valid_until is distinct from ${end}
    returning tracker_id`.execute(tx);
  await notifyTrackersChanged(tx, accountId, rows);
  return rows.length;
}
