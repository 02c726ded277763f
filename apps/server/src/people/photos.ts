import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Those of these files that people have as photos; the clean-up may delete the others. */
export async function photosOfPeople(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('person')
    .where(sql<boolean>`photo_file_id = any (${[...fileIds]}::text[])`)
    .select('photo_file_id')
    .execute();
  return new Set(rows.flatMap((row) => row.photo_file_id ?? []));
}

/** Number of different photos that the people of an account have. */
export async function countPhotosOfPeople(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.count<number>('photo_file_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
