import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { markDays } from '../../../positions/late-positions.ts';
import type { PositionHistory } from '../../../positions/position-store.ts';

/** Records the times (epoch milliseconds) that an import stores, in the same transaction. */
export async function saveImportedTimes(tx: Tx, taskId: number, times: readonly number[]): Promise<void> {
  if (times.length === 0) return;
  await sql`
    insert into import_chunk (task_id, times) values (${taskId}, ${`{${times.join(',')}}`}::bigint[])`.execute(
    tx,
  );
}

/** Deletes the recorded times of a finished import; its positions stay. */
export async function clearImportedTimes(tx: Tx, taskId: number): Promise<void> {
  await tx.deleteFrom('import_chunk').where('task_id', '=', taskId).execute();
}

/**
 * Deletes what an import has stored, latest batch first, one batch per transaction. Positions that the device itself had
 * sent were not stored by the import, so they stay. After an interruption another call finishes the rest.
 *
 * @param now epoch milliseconds
 */
export async function undoImport(
  { db, positions }: PositionHistory,
  taskId: number,
  trackerId: number,
  now: number,
): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = await db.transaction().execute(async (tx) => {
      const chunk = await tx
        .deleteFrom('import_chunk')
        .where('chunk_id', '=', (query) =>
          query
            .selectFrom('import_chunk')
            .where('task_id', '=', taskId)
            .select((max) => max.fn.max<number>('chunk_id').as('chunk_id')),
        )
        .returning(sql<string>`times::text`.as('times'))
        .executeTakeFirst();
      if (chunk === undefined) return false;
      const times = chunk.times.slice(1, -1).split(',').map(Number);
      await positions.deleteTimes(tx, trackerId, times);
      await markDays(tx, trackerId, times, now);
      return true;
    });
  }
}
