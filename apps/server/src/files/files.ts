import type { Readable } from 'node:stream';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../db/database.ts';
import {
  contentPath,
  isFileId,
  readContent,
  removeContent,
  type WrittenFile,
  writeContent,
} from './folder.ts';

/** What a file is, besides its content. */
export interface FileDetails {
  readonly accountId: number;
  /** picture: for whoever has the address; result: for the user it was made for, and his account's holder; upload: for a task. */
  readonly kind: 'picture' | 'result' | 'upload';
  /** Whom a result is for. */
  readonly userId: number | null;
  readonly mediaType: string;
  /** What it is called when somebody keeps it. */
  readonly name: string;
  /** Epoch milliseconds; null: kept until it is removed. */
  readonly expiresAt: number | null;
}

export interface StoredFile extends FileDetails {
  readonly fileId: string;
  readonly bytes: number;
}

/**
 * Files of the accounts: a row of the database for each, its content in a folder. The content is there before its row and
 * goes after it, so that a row never stands without it; content without a row is found by `sweepFiles`.
 */
export interface Files {
  /** Puts content on the disk; it counts from the commit of `record` on. */
  write(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  record(tx: Tx, written: WrittenFile, facts: FileDetails): Promise<void>;
  /** Takes the oldest results of a user away, beyond those that he may have beside this new one. Their content goes with `discard`. */
  evictOldResults(tx: Tx, userId: number, fileId: string): Promise<readonly string[]>;
  /** Removes content whose row was taken away, after the commit of that. */
  discard(fileIds: readonly string[]): Promise<void>;
  /** Removes what somebody sent for a task, when that has run. */
  dropUpload(fileId: string): Promise<void>;
  /** Null where there is none, or no more. */
  find(fileId: string): Promise<StoredFile | null>;
  /** Its content, to be read to its end or destroyed; null where it is not in this server's folder. */
  open(file: Pick<StoredFile, 'fileId'>): Promise<Readable | null>;
  /** Where its content lies, for a thread that reads it; null where it is not in this server's folder. */
  pathOf(file: Pick<StoredFile, 'fileId'>): Promise<string | null>;
  /** Whether this is a picture of the account's, which then stays until `tx` ends: it may be named in it. */
  lockPicture(tx: Tx, accountId: number, fileId: string): Promise<boolean>;
  /** How many pictures of these names the account has, also those that are shown nowhere. */
  countPictures(accountId: number, names: readonly string[]): Promise<number>;
  /** Where the file is served: an address without scheme and host. */
  addressOf(fileId: string): string;
  /** The id in such an address; null where it is none. */
  fileIdOfAddress(address: string): string | null;
}

export interface FilesOptions {
  readonly db: Db;
  /** Folder of the contents. */
  readonly root: string;
  /** `/service` */
  readonly prefix: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createFiles({ db, root, prefix, now }: FilesOptions): Files {
  const folder = `${prefix}/files/`;
  return {
    write: (content) => writeContent(root, content, now()),

    async record(tx, { fileId, bytes, sha256 }, details) {
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
      const results = await tx
        .selectFrom('stored_file')
        .select('file_id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'result')
        .where('file_id', '!=', fileId)
        .orderBy('created_at', 'desc')
        .offset(LIMITS.resultsPerUser - 1)
        .forUpdate()
        .execute();
      const evicted = results.map((result) => result.file_id);
      if (evicted.length > 0) await tx.deleteFrom('stored_file').where('file_id', 'in', evicted).execute();
      return evicted;
    },

    async discard(fileIds) {
      for (const fileId of fileIds) await removeContent(root, fileId);
    },

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
      if (numDeletedRows > 0n) await removeContent(root, fileId);
    },

    find: async (fileId) => (isFileId(fileId) ? findFile(db, fileId, now()) : null),

    open: ({ fileId }) => readContent(root, fileId),

    pathOf: ({ fileId }) => contentPath(root, fileId),

    async lockPicture(tx, accountId, fileId) {
      const row = await tx
        .selectFrom('stored_file')
        .select('file_id')
        .where('file_id', '=', fileId)
        .where('account_id', '=', accountId)
        .where('kind', '=', 'picture')
        .forShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    async countPictures(accountId, names) {
      const { count } = await db
        .selectFrom('stored_file')
        .where('account_id', '=', accountId)
        .where('kind', '=', 'picture')
        .where('name', 'in', names)
        .select((query) => query.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    addressOf: (fileId) => `${folder}${fileId}`,

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
