import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { FileDetails } from './files.ts';

/**
 * Kinds that are stored although the account is over its limit: results and reports expire after days and have limits of
 * their own; a recording of live video ends when its space is used up.
 */
const ADMITTED: ReadonlySet<FileDetails['kind']> = new Set(['result', 'report', 'video']);

/** Bytes of the stored files of an account, of all kinds. */
export async function readFileBytes(db: Db, accountId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('stored_file')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.coalesce(query.fn.sum<number>('bytes'), query.lit(0)).as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Bytes that an account may still store, never below 0; null: unlimited. */
export async function readFreeFileBytes(db: Db, accountId: number): Promise<number | null> {
  const account = await db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('max_file_bytes')
    .executeTakeFirst();
  const limit = account?.max_file_bytes ?? null;
  return limit === null ? null : Math.max(0, limit - (await readFileBytes(db, accountId)));
}

/**
 * Serialized with other files of the account until the transaction ends, if it has a limit.
 *
 * @throws NamedError `file-storage-full` if the account may not store another file of this size
 */
export async function requireFileSpace(
  tx: Tx,
  { accountId, kind }: Pick<FileDetails, 'accountId' | 'kind'>,
  bytes: number,
): Promise<void> {
  if (ADMITTED.has(kind) || (await readFreeFileBytes(tx, accountId)) === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${accountId}`}, 0))`.execute(tx);
  const free = await readFreeFileBytes(tx, accountId);
  if (free !== null && bytes > free) throw new NamedError('file-storage-full');
}
