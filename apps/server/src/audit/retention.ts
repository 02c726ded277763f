import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Maximum entries per account: some hundred a day for the default retention. Above it, entries about users' own logins are
 * deleted first, so that nobody can push out a change of the account by signing in.
 */
export const MAX_ENTRIES = 200_000;

/** Deletes entries older than the account's retention (`retention_days`) and those above the maximum. Returns their number. */
export async function dropOldAudit(db: Db, now: number, maxEntries: number = MAX_ENTRIES): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const old = await sql`
      delete from audit_entry using account
      where account.account_id = audit_entry.account_id
        and audit_entry.at < ${new Date(now)}::timestamptz - make_interval(days => account.retention_days)`.execute(
      tx,
    );
    const surplus = await sql`
      delete from audit_entry using (
        select above.audit_id
        from account, lateral (
          select audit_id from audit_entry as kept
          where kept.account_id = account.account_id
          order by own, audit_id desc offset ${maxEntries}) as above
        where exists (
          select from audit_entry as any_more
          where any_more.account_id = account.account_id offset ${maxEntries})) as surplus
      where surplus.audit_id = audit_entry.audit_id`.execute(tx);
    return Number((old.numAffectedRows ?? 0n) + (surplus.numAffectedRows ?? 0n));
  });
}
