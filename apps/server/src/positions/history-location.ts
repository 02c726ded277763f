import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export type HistoryPlace = 'postgresql' | 'clickhouse';

/** The positions are in another store than the configured one. */
export class HistoryLocationError extends Error {
  override readonly name = 'HistoryLocationError';
}

/**
 * Checks that the positions are in the configured store. A database without positions gets the configured one.
 *
 * @throws HistoryLocationError
 */
export async function requireHistoryLocation(db: Db, configured: HistoryPlace): Promise<void> {
  const place = await readHistoryLocation(db);
  if (place === configured) return;
  if (place === 'clickhouse')
    throw new HistoryLocationError(
      'the positions are in ClickHouse: set HISTORY_URL, or copy them with "npm run admin -- migrate-history to-postgresql"',
    );
  if (await hasPositions(db))
    throw new HistoryLocationError(
      'the positions are in PostgreSQL: start without HISTORY_URL, or copy them with "npm run admin -- migrate-history to-clickhouse"',
    );
  await writeHistoryLocation(db, configured);
}

export async function readHistoryLocation(db: Db): Promise<HistoryPlace> {
  const row = await db.selectFrom('history_location').select('store').executeTakeFirst();
  return row?.store ?? 'postgresql';
}

export async function writeHistoryLocation(db: Db, store: HistoryPlace): Promise<void> {
  await db
    .insertInto('history_location')
    .values({ store })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ store }))
    .execute();
}

async function hasPositions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from position) as found`.execute(db);
  return rows[0]?.found === true;
}
