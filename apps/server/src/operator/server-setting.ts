import type { Tx } from '../db/database.ts';

/** Stores a server-wide setting. */
export async function saveSetting(tx: Tx, name: string, value: object): Promise<void> {
  const text = JSON.stringify(value);
  await tx
    .insertInto('server_setting')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}
