import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { hasRoomForContact } from '../edit-contacts.ts';

/** A code as a user types it. */
const CODE = /^[a-z\d]{6,16}$/i;
const NAME = 'WeChat';

/** `contact-limit`: the account has no room for another contact. The language is that of the user who created the code. */
export interface Binding {
  readonly outcome: 'bound' | 'contact-limit';
  readonly language: Language;
}

/**
 * Makes a WeChat user a contact of the account whose code they sent; a code works once. Null: the text is no code, or it has
 * expired.
 */
export async function bindWechatUser(
  tx: Tx,
  openId: string,
  text: string,
  now: number,
): Promise<Binding | null> {
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
  const language = LANGUAGES.find((language) => language === user?.lang) ?? LANGUAGES[0];
  const { account_id: accountId } = used;
  await lockAccount(tx, accountId);
  const known = await tx
    .updateTable('satellite_contact')
    .set({ written_at: at })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'wechat')
    .where('address', '=', openId)
    .returning('contact_id')
    .executeTakeFirst();
  if (known !== undefined) return { outcome: 'bound', language };
  if (!(await hasRoomForContact(tx, accountId))) return { outcome: 'contact-limit', language };
  await tx
    .insertInto('satellite_contact')
    .values({
      account_id: accountId,
      number: null,
      name: NAME,
      kind: 'wechat',
      address: openId,
      created_at: at,
      written_at: at,
    })
    .execute();
  return { outcome: 'bound', language };
}
