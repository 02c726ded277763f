import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { FileStorage } from './file-storage.ts';

/** Rows per query. */
const BATCH_SIZE = 1_000;
/** Files at the same time: requests to a bucket mostly wait. */
const AT_ONCE = 8;

export interface CopyOptions {
  readonly source: FileStorage;
  readonly target: FileStorage;
  /** Compare the checksums of what the target already has, too, not only its length. */
  readonly checksums: boolean;
  /** Called after each batch. */
  readonly onProgress: (counts: CopyCounts) => void;
}

export interface CopyCounts {
  copied: number;
  /** The target already had them. */
  present: number;
  /** Ids of files whose content the source does not have. */
  readonly missing: string[];
  /** Ids of files whose content in the source has another length or checksum than when it was written. */
  readonly damaged: string[];
}

type FileRow = Pick<Selectable<Schema['stored_file']>, 'file_id' | 'bytes' | 'sha256' | 'created_at'>;

/**
 * Copies the content of all files that have a row to another storage. What the target already has is not copied again, so that an
 * interrupted copy can be repeated. Nothing is copied whose length and checksum are not those of its row.
 */
export async function copyContents(db: Db, options: CopyOptions): Promise<CopyCounts> {
  const counts: CopyCounts = { copied: 0, present: 0, missing: [], damaged: [] };
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('stored_file')
      .select(['file_id', 'bytes', 'sha256', 'created_at'])
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(BATCH_SIZE)
      .execute();
    const waiting = rows.values();
    // They share the iterator: each takes the next row.
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const row of waiting) await copyContent(db, row, options, counts);
    });
    await Promise.all(workers);
    const last = rows.at(-1);
    if (last === undefined) return counts;
    options.onProgress(counts);
    after = last.file_id;
  }
}

async function copyContent(
  db: Db,
  row: FileRow,
  { source, target, checksums }: CopyOptions,
  counts: CopyCounts,
): Promise<void> {
  const { file_id: fileId, bytes, sha256 } = row;
  if ((await target.size(fileId)) === bytes && (!checksums || (await hasChecksum(target, row)))) {
    counts.present += 1;
    return;
  }
  const content = await source.get(fileId);
  if (content === null) {
    if (await exists(db, fileId)) counts.missing.push(fileId);
    return;
  }
  const written = await target.put(fileId, content, row.created_at.getTime());
  const isSame = written.bytes === bytes && written.sha256.equals(sha256);
  if (isSame && (await target.size(fileId)) === bytes) {
    counts.copied += 1;
    return;
  }
  await target.delete(fileId);
  counts.damaged.push(fileId);
}

async function hasChecksum(storage: FileStorage, { file_id: fileId, sha256 }: FileRow): Promise<boolean> {
  const content = await storage.get(fileId);
  if (content === null) return false;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest().equals(sha256);
}

/** False: its row has been deleted meanwhile, and its content with it. */
async function exists(db: Db, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('stored_file')
    .select('file_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row !== undefined;
}
