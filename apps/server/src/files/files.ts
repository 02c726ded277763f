import type { Readable } from 'node:stream';
import { LIMITS } from '@wakeline/contract/limits';
import type { MediaKind } from '@wakeline/domain/media/media';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { requireFileSpace } from './account-quota.ts';
import { isFileId, newFileId } from './file-id.ts';
import {
  type ByteRange,
  type Content,
  type FileStorage,
  FileStorageError,
  type WrittenFile,
} from './file-storage.ts';
import { type TemporaryFile, writeTemporaryFile } from './temporary-file.ts';

/** A file without its content. */
export interface FileDetails {
  readonly accountId: number;
  /**
   * picture and tiles: readable by anyone with the address; source: by tasks; result: by its user and the account's holder; report: by users with a task
   * of this file, and the holder; upload: by a task; photo and recording: by users who see its device, at an address of its
   * own; portrait: by users of the account who may see people; video: recordings of live video, at addresses of their own.
   */
  readonly kind:
    | 'picture'
    | 'result'
    | 'upload'
    | 'report'
    | 'source'
    | 'tiles'
    | 'portrait'
    | 'video'
    | MediaKind;
  /** The user of a result. */
  readonly userId: number | null;
  readonly mediaType: string;
  /** File name for downloads. */
  readonly name: string;
  /** Epoch milliseconds; null: does not expire. */
  readonly expiresAt: number | null;
}

/** Kinds of uploaded pictures. */
export type PictureKind = 'picture' | 'portrait';

export interface StoredFile extends FileDetails {
  readonly fileId: string;
  readonly bytes: number;
}

/**
 * Files of the accounts: a database row and content in the storage for each. The content is written before its row and removed
 * after it, so that no row is without content; `sweepFiles` finds content without a row. What reads or writes content throws
 * `FileStorageError` when the storage fails.
 */
export interface Files {
  /** Writes content to the storage; the file exists from the commit of `record` on. */
  write(content: Content): Promise<WrittenFile>;
  /** Writes a file that only this process reads, to a folder of this machine. */
  writeTemporary(content: AsyncIterable<Uint8Array>): Promise<TemporaryFile>;
  /** @throws NamedError `file-storage-full` beyond the limit of the account */
  record(tx: Tx, written: WrittenFile, details: FileDetails): Promise<void>;
  /** Deletes the rows of a user's oldest results above the limit, counting this new one. Remove their content with `discard`. */
  evictOldResults(tx: Tx, userId: number, fileId: string): Promise<readonly string[]>;
  /** The same for the reports of an account, of which those of this time stay. */
  evictOldReports(tx: Tx, accountId: number): Promise<readonly string[]>;
  /** Whether a file is the result of a task of this user. */
  isResultFor(
    fileId: string,
    user: { readonly accountId: number; readonly userId: number },
  ): Promise<boolean>;
  /** Removes content after the commit that deleted its row. If the storage fails, the clean-up does it later. */
  discard(fileIds: readonly string[]): Promise<void>;
  /** Removes the upload of a task that has ended. */
  dropUpload(fileId: string): Promise<void>;
  /** Null if it does not exist or has expired. */
  find(fileId: string): Promise<StoredFile | null>;
  /**
   * Its content or a range of it, which must be read to its end or destroyed; null if it is not in the storage.
   */
  open(file: Pick<StoredFile, 'fileId'>, range?: ByteRange): Promise<Readable | null>;
  /** The path of its content or a copy, for a process that reads it within an hour; null if it is not in the storage. */
  pathOf(file: Pick<StoredFile, 'fileId'>): Promise<string | null>;
  /** Whether the account has this picture. Locks it until `tx` ends, so that `tx` can store a reference to it. */
  lockPicture(tx: Tx, accountId: number, fileId: string, kind?: PictureKind): Promise<boolean>;
  /** Number of the account's pictures with these names, including unused ones. */
  countPictures(accountId: number, names: readonly string[], kind?: PictureKind): Promise<number>;
  /** Deletes the rows of these files. Remove their content with `discard` after the commit. */
  remove(tx: Tx, fileIds: readonly string[]): Promise<void>;
  /** URL path of the file. */
  addressOf(fileId: string): string;
  /** URL path of a photo of a device. */
  photoAddressOf(photoId: number): string;
  /** URL path of a recording of a device. */
  recordingAddressOf(recordingId: number): string;
  /** The file id in such a path; null if it is another address. */
  fileIdOfAddress(address: string): string | null;
}

export interface FilesOptions {
  readonly db: Db;
  /** The contents. */
  readonly storage: FileStorage;
  /** Folder for temporary files of this machine, from which old ones are removed. */
  readonly temporaryFolder: string;
  /** `/service` */
  readonly prefix: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createFiles({ db, storage, temporaryFolder, prefix, now }: FilesOptions): Files {
  const folder = `${prefix}/files/`;

  async function discard(fileIds: readonly string[]): Promise<void> {
    try {
      for (const fileId of fileIds) await storage.delete(fileId);
    } catch (error) {
      // What the caller has committed is done. The clean-up removes the content, because it has no row.
      if (!(error instanceof FileStorageError)) throw error;
    }
  }

  return {
    async write(content) {
      const fileId = newFileId();
      return { fileId, ...(await storage.put(fileId, content, now())) };
    },

    writeTemporary: (content) => writeTemporaryFile(temporaryFolder, content),

    async record(tx, { fileId, bytes, sha256 }, details) {
      await requireFileSpace(tx, details, bytes);
      await tx
        .insertInto('stored_file')
        .values({
          file_id: fileId,
          account_id: details.accountId,
          kind: details.kind,
          user_id: details.userId,
          media_type: details.mediaType,
          name: details.name,
          bytes,
          sha256,
          created_at: new Date(now()),
          expires_at: details.expiresAt === null ? null : new Date(details.expiresAt),
        })
        .execute();
    },

    async evictOldResults(tx, userId, fileId) {
      // The new one is the first, although the clock can have been set back.
      const { rows } = await sql<{ file_id: string }>`
        delete from stored_file where file_id in (
          select file_id from (
            select file_id, row_number() over newest as position, sum(bytes) over newest as bytes
            from stored_file where user_id = ${userId} and kind = 'result'
            window newest as (order by file_id = ${fileId} desc, created_at desc, file_id
                              rows unbounded preceding)) result
          where file_id <> ${fileId}
            and (position > ${LIMITS.resultsPerUser} or bytes > ${LIMITS.resultBytesPerUser}))
        returning file_id`.execute(tx);
      return rows.map((row) => row.file_id);
    },

    async evictOldReports(tx, accountId) {
      const { rows } = await sql<{ file_id: string }>`
        delete from stored_file where file_id in (
          select file_id from (
            select file_id, created_at, sum(bytes) over (order by created_at desc, file_id rows unbounded preceding) as bytes
            from stored_file where account_id = ${accountId} and kind = 'report') report
          where bytes > ${LIMITS.reportFileBytes} and created_at < ${new Date(now())})
        returning file_id`.execute(tx);
      return rows.map((row) => row.file_id);
    },

    async isResultFor(fileId, { accountId, userId }) {
      const row = await db
        .selectFrom('task')
        .select('task_id')
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .where('file_id', '=', fileId)
        .executeTakeFirst();
      return row !== undefined;
    },

    discard,

    async dropUpload(fileId) {
      const { numDeletedRows } = await db
        .transaction()
        .execute((tx) =>
          tx
            .deleteFrom('stored_file')
            .where('file_id', '=', fileId)
            .where('kind', '=', 'upload')
            .executeTakeFirstOrThrow(),
        );
      if (numDeletedRows > 0n) await discard([fileId]);
    },

    find: async (fileId) => (isFileId(fileId) ? findFile(db, fileId, now()) : null),

    open: ({ fileId }, range) => storage.get(fileId, range),

    pathOf: ({ fileId }) => storage.pathOf(fileId),

    async lockPicture(tx, accountId, fileId, kind = 'picture') {
      const row = await tx
        .selectFrom('stored_file')
        .select('file_id')
        .where('file_id', '=', fileId)
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .forShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    async countPictures(accountId, names, kind = 'picture') {
      const { count } = await db
        .selectFrom('stored_file')
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .where('name', 'in', names)
        .select((query) => query.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    async remove(tx, fileIds) {
      await tx
        .deleteFrom('stored_file')
        .where('file_id', '=', sql<string>`any (${[...fileIds]}::text[])`)
        .execute();
    },

    addressOf: (fileId) => `${folder}${fileId}`,

    photoAddressOf: (photoId) => `${prefix}/photos/${photoId}`,
    recordingAddressOf: (recordingId) => `${prefix}/recordings/${recordingId}`,

    fileIdOfAddress(address) {
      if (!address.startsWith(folder)) return null;
      const fileId = address.slice(folder.length);
      return isFileId(fileId) ? fileId : null;
    },
  };
}

async function findFile(db: Db, fileId: string, now: number): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('stored_file')
    .selectAll()
    .where('file_id', '=', fileId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now))]))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    fileId: row.file_id,
    accountId: row.account_id,
    kind: row.kind,
    userId: row.user_id,
    mediaType: row.media_type,
    name: row.name,
    bytes: row.bytes,
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}
