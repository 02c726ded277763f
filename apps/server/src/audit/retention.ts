import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Entries of an account that are kept at most, the newest: some hundred a day for as long as an account keeps anything by default. */
export const MOST_ENTRIES = 200_000;

/** Ends entries that are older than the account keeps what it has (`retention_days`), and those above the most. Answers how many. */
export async function dropOldAudit(db: Db, now: number, most: number = MOST_ENTRIES): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const old = await sql`
      delete from audit_entry using account
      where account.account_id = audit_entry.account_id
        and audit_entry.at < ${new Date(now)}::timestamptz - make_interval(days => account.retention_days)`.execute(
      tx,
    );
    const surplus = await sql`
      delete from audit_entry using (
        select account_id, (
          select audit_id from audit_entry as kept
          where kept.account_id = account.account_id
          order by audit_id desc offset ${most} limit 1) as above
        from account) as surplus
      where surplus.account_id = audit_entry.account_id and audit_entry.audit_id <= surplus.above`.execute(
      tx,
    );
    return Number((old.numAffectedRows ?? 0n) + (surplus.numAffectedRows ?? 0n));
  });
}
