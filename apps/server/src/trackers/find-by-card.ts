import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Country code of China, which senders and cards have or lack. */
const COUNTRY = '86';
/** A Chinese mobile number without the country code. */
const MOBILE = /^1\d{10}$/;

/**
 * The devices of all accounts with this card number, at most two. The forms `13800138000`, `8613800138000`,
 * `+8613800138000` and `008613800138000` are the same number.
 */
export async function findTrackersByCard(
  db: Db,
  phone: string,
): Promise<readonly { readonly trackerId: number; readonly accountId: number }[]> {
  const digits = phone.replaceAll(/[\s+()-]/g, '').replace(/^00/, '');
  if (!/^\d{5,20}$/.test(digits)) return [];
  const national = digits.startsWith(COUNTRY) ? digits.slice(COUNTRY.length) : digits;
  const international = MOBILE.test(national) ? `${COUNTRY}${national}` : digits;
  const forms = [international, `+${international}`, `00${international}`];
  if (MOBILE.test(national)) forms.push(national);
  const rows = await db
    .selectFrom('tracker')
    .where(sql<boolean>`iot_card = any (${forms}::text[])`)
    .select(['tracker_id', 'account_id'])
    .orderBy('tracker_id')
    .limit(2)
    .execute();
  return rows.map(({ tracker_id, account_id }) => ({ trackerId: tracker_id, accountId: account_id }));
}
