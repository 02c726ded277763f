import type { Db, Tx } from '../../db/database.ts';

/** Where the positions of devices of an unfinished import continue. */
export interface ResumePoints {
  /** Epoch milliseconds from which positions are missing; null: from the beginning. */
  read(db: Db, deviceId: number): Promise<number | null>;
  /** Stores that positions before `time` are stored. */
  save(tx: Tx, deviceId: number, time: number): Promise<void>;
  /** The import is complete: the next one compares all positions again. */
  clear(tx: Tx): Promise<void>;
}

export function resumePoints(accountId: number, origin: string): ResumePoints {
  return {
    async read(db, deviceId) {
      const row = await db
        .selectFrom('import_identity')
        .where('account_id', '=', accountId)
        .where('origin', '=', origin)
        .where('kind', '=', 'device')
        .where('source_id', '=', deviceId)
        .select('resume_at')
        .executeTakeFirst();
      return row?.resume_at ?? null;
    },
    async save(tx, deviceId, time) {
      await tx
        .updateTable('import_identity')
        .set({ resume_at: time })
        .where('account_id', '=', accountId)
        .where('origin', '=', origin)
        .where('kind', '=', 'device')
        .where('source_id', '=', deviceId)
        .execute();
    },
    async clear(tx) {
      await tx
        .updateTable('import_identity')
        .set({ resume_at: null })
        .where('account_id', '=', accountId)
        .where('origin', '=', origin)
        .where('resume_at', 'is not', null)
        .execute();
    },
  };
}
