import type { Db } from '../../db/database.ts';

/** When a WeChat user of an account last wrote, epoch milliseconds; null: never, or they are not bound to it. */
export async function readWrittenAt(db: Db, accountId: number, openId: string): Promise<number | null> {
  const contact = await db
    .selectFrom('satellite_contact')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'wechat')
    .where('address', '=', openId)
    .select('written_at')
    .executeTakeFirst();
  return contact?.written_at?.getTime() ?? null;
}
