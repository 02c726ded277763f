import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Entries of an account that are kept at most, the newest: some hundred a day for as long as an account keeps anything by default.
 * Above it, those about somebody's own login go first: nobody can push a change of the account out by signing in.
 */
export const MAX_ENTRIES = 200_000;

/** Ends entries that are older than the account keeps what it has (`retention_days`), and those above the most. Answers how many. */
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
