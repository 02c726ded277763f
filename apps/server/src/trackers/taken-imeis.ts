import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Zeros in front make no difference: it is the same device. */
export function withoutLeadingZeros(imei: string): string {
  return imei.replace(/^0+/, '');
}

/** Returns which of these IMEIs are registered in any account, without leading zeros. */
export async function findTakenImeis(db: Db, imeis: readonly string[]): Promise<ReadonlySet<string>> {
  const numbers = imeis.map(withoutLeadingZeros);
  const rows = await db
    .selectFrom('tracker')
    .where(sql<boolean>`ltrim(imei, '0') = any(${numbers}::text[])`)
    .select(sql<string>`ltrim(imei, '0')`.as('number'))
    .execute();
  return new Set(rows.map(({ number }) => number));
}
