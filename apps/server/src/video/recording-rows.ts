import { NamedError } from '@wakeline/contract/errors';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

export type RecordingRow = Selectable<Schema['match_recording']>;

/** Recordings of a match, the latest first. */
export function readRecordings(db: Db, matchId: number): Promise<readonly RecordingRow[]> {
  return db
    .selectFrom('match_recording')
    .selectAll()
    .where('match_id', '=', matchId)
    .orderBy('started_at', 'desc')
    .orderBy('recording_id', 'desc')
    .execute();
}

export async function findRecording(db: Db, recordingId: number): Promise<RecordingRow | null> {
  const row = await db
    .selectFrom('match_recording')
    .selectAll()
    .where('recording_id', '=', recordingId)
    .executeTakeFirst();
  return row ?? null;
}

/** Bytes of the finished recordings of an account. */
export async function readRecordedBytes(db: Db, accountId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('match_recording')
    .innerJoin('match', 'match.match_id', 'match_recording.match_id')
    .where('match.account_id', '=', accountId)
    .select((select) =>
      select.fn.coalesce(select.fn.sum<number>('match_recording.bytes'), select.lit(0)).as('bytes'),
    )
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function countRecordings(db: Db, matchId: number): Promise<number> {
  const { count } = await db
    .selectFrom('match_recording')
    .where('match_id', '=', matchId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertRecording(tx: Tx, matchId: number, now: number): Promise<number> {
  const { recording_id } = await tx
    .insertInto('match_recording')
    .values({ match_id: matchId, started_at: new Date(now) })
    .returning('recording_id')
    .executeTakeFirstOrThrow();
  return recording_id;
}

/** Gives a recording its file. @returns whether it still exists */
export async function finishRecordingRow(
  tx: Tx,
  recordingId: number,
  values: { readonly file_id: string; readonly seconds: number; readonly bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('match_recording')
    .set(values)
    .where('recording_id', '=', recordingId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteRecordingRow(tx: Tx, recordingId: number): Promise<void> {
  await tx.deleteFrom('match_recording').where('recording_id', '=', recordingId).execute();
}

/**
 * Locks a finished recording of a match.
 *
 * @throws NamedError `match-recording-unknown`, `match-recording-running`
 */
export async function lockRecording(
  tx: Tx,
  matchId: number,
  recordingId: number,
): Promise<RecordingRow & { readonly file_id: string }> {
  const row = await tx
    .selectFrom('match_recording')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('recording_id', '=', recordingId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('match-recording-unknown');
  if (row.file_id === null) throw new NamedError('match-recording-running');
  return { ...row, file_id: row.file_id };
}

/** Of these files, the ones of recordings. */
export async function filesOfRecordings(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('match_recording')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .execute();
  return new Set(rows.flatMap(({ file_id }) => file_id ?? []));
}

/** Recordings without a file. */
export async function unfinishedRecordings(db: Db): Promise<readonly RecordingRow[]> {
  return db.selectFrom('match_recording').selectAll().where('file_id', 'is', null).execute();
}
