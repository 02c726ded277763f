import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** A code as a user types it. */
const CODE = /^[a-z\d]{6,16}$/i;
const NAME = 'WeChat';

/**
 * Makes a WeChat user a contact of the account whose code they sent; a code works once. Returns the language of the user who
 * created it; null: the text is no code, or it has expired.
 */
export async function bindWechatUser(
  tx: Tx,
  openId: string,
  text: string,
  now: number,
): Promise<Language | null> {
  const code = text.trim().toUpperCase();
  if (!CODE.test(code)) return null;
  const at = new Date(now);
  const used = await tx
    .deleteFrom('satellite_bind_code')
    .where('code', '=', code)
    .where('expires_at', '>', at)
    .returning(['account_id', 'user_id'])
    .executeTakeFirst();
  if (used === undefined) return null;
  const user = await tx
    .selectFrom('app_user')
    .where('user_id', '=', used.user_id)
    .select(sql<string | null>`config ->> 'lang'`.as('lang'))
    .executeTakeFirst();
  await tx
    .insertInto('satellite_contact')
    .values({
      account_id: used.account_id,
      number: null,
      name: NAME,
      kind: 'wechat',
      address: openId,
      created_at: at,
      written_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'address']).doUpdateSet({ written_at: at }),
    )
    .execute();
  return LANGUAGES.find((language) => language === user?.lang) ?? LANGUAGES[0];
}
