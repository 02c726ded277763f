import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import type { ContactKind } from '@wakeline/domain/satellite/convention';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The language of an account: of its first holder. */
export async function readAccountLanguage(db: Db, accountId: number): Promise<Language> {
  const user = await db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('permission', '=', 'holder')
    .select(sql<string | null>`config ->> 'lang'`.as('lang'))
    .orderBy('user_id')
    .executeTakeFirst();
  return LANGUAGES.find((language) => language === user?.lang) ?? LANGUAGES[0];
}

/** The language of the first account that has a contact; Chinese for others. */
export async function readContactLanguage(db: Db, kind: ContactKind, address: string): Promise<Language> {
  const contact = await db
    .selectFrom('satellite_contact')
    .where('kind', '=', kind)
    .where('address', '=', address)
    .select('account_id')
    .orderBy('contact_id')
    .executeTakeFirst();
  return contact === undefined ? LANGUAGES[0] : readAccountLanguage(db, contact.account_id);
}
