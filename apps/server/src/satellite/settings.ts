import { type AddressConvention, DEFAULT_CONVENTION } from '@wakeline/domain/satellite/convention';
import type { Db } from '../db/database.ts';

/** How the terminals of an account address their messages. */
export async function readConvention(db: Db, accountId: number): Promise<AddressConvention> {
  const row = await db
    .selectFrom('satellite_setting')
    .where('account_id', '=', accountId)
    .select('convention')
    .executeTakeFirst();
  return row?.convention ?? DEFAULT_CONVENTION;
}
