import { type AddressConvention, DEFAULT_CONVENTION } from '@wakeline/domain/satellite/convention';
import type { Db, Tx } from '../db/database.ts';

/** The monthly quota of an account in cost units; null: without limit. */
export async function readQuota(db: Db, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('satellite_setting')
    .where('account_id', '=', accountId)
    .select('monthly_quota')
    .executeTakeFirst();
  return row?.monthly_quota ?? null;
}

/** The default is not stored, so that the account follows it. */
export async function saveConvention(
  tx: Tx,
  accountId: number,
  convention: AddressConvention,
): Promise<void> {
  const text = JSON.stringify(convention);
  const stored = text === JSON.stringify(DEFAULT_CONVENTION) ? null : text;
  await tx
    .insertInto('satellite_setting')
    .values({ account_id: accountId, convention: stored, monthly_quota: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ convention: stored }))
    .execute();
}

export async function saveQuota(tx: Tx, accountId: number, quota: number | null): Promise<void> {
  await tx
    .insertInto('satellite_setting')
    .values({ account_id: accountId, convention: null, monthly_quota: quota })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ monthly_quota: quota }))
    .execute();
}
