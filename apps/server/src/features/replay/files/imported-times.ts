import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { deleteAtTimes } from '../../../positions/delete-track.ts';

/** Notes the times that an import has stored, epoch milliseconds, in the transaction that stores them. */
export async function saveImportedTimes(tx: Tx, taskId: number, times: readonly number[]): Promise<void> {
  if (times.length === 0) return;
  await sql`
    insert into import_chunk (task_id, times) values (${taskId}, ${`{${times.join(',')}}`}::bigint[])`.execute(
    tx,
  );
}

/** An import came to its end: what it stored stays. */
export async function clearImportedTimes(tx: Tx, taskId: number): Promise<void> {
  await tx.deleteFrom('import_chunk').where('task_id', '=', taskId).execute();
}

/**
 * Deletes what an import has stored, the latest first, in transactions of its own size. What the device itself had sent before was
 * never stored by the import, and stays. What breaks off is ended when it is called again.
 */
export async function undoImport(db: Db, taskId: number, trackerId: number): Promise<void> {
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (tx) => {
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
      await deleteAtTimes(tx, trackerId, chunk.times.slice(1, -1).split(',').map(Number));
      return true;
    });
  }
}
