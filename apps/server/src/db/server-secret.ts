import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';

const SECRET_BYTES = 32;

/**
 * 256 random bits under a name, created on first use: the same after a restart, and on every server of the database.
 */
export async function loadServerSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('server_secret')
    .values({ name, value: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
