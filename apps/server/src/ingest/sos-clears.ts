import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** An SOS that a person cleared, and that the engine has not processed yet. */
export interface SosClear {
  readonly trackerId: number;
  readonly accountId: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export async function readSosClears(db: Db): Promise<readonly SosClear[]> {
  const rows = await db.selectFrom('sos_lift').select(['tracker_id', 'account_id', 'lifted_at']).execute();
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    accountId: row.account_id,
    at: row.lifted_at.getTime(),
  }));
}

/** Deletes the processed clears; those that were cleared again since then stay. */
export async function deleteSosClears(tx: Tx, clears: ReadonlyMap<number, number>): Promise<void> {
  if (clears.size === 0) return;
  await sql`
    delete from sos_lift using unnest(${[...clears.keys()]}::int[], ${[...clears.values()]}::float8[]) as done (id, at)
    where tracker_id = done.id and lifted_at <= to_timestamp(done.at / 1000.0)`.execute(tx);
}
