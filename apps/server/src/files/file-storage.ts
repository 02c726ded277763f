import type { Readable } from 'node:stream';

/** Content that was written. */
export interface WrittenContent {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Content in the storage that has no row yet. */
export interface WrittenFile extends WrittenContent {
  readonly fileId: string;
}

/** Bytes of a file, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Content as the storage lists it. */
export interface ListedContent {
  readonly fileId: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
}

export type Content = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Where the contents of stored files are: a folder, or a bucket that several servers share. All methods throw
 * `FileStorageError` when the storage fails.
 */
export interface FileStorage {
  /**
   * Writes a new file. When this resolves, the content survives a loss of power; when it rejects, it does not exist. Errors of
   * `content` are passed on unchanged.
   *
   * @param now epoch milliseconds; a folder lists it as the time of writing, a bucket has its own clock.
   */
  put(fileId: string, content: Content, now: number): Promise<WrittenContent>;
  /** The content of a file, or a range of it, which must be read to its end or destroyed; null if it does not exist. */
  get(fileId: string, range?: ByteRange): Promise<Readable | null>;
  /** Bytes of a file; null if it does not exist. */
  size(fileId: string): Promise<number | null>;
  /**
   * The path of the content for a process of this machine; null if it does not exist. Of a bucket it is a copy, which remains
   * for an hour.
   */
  pathOf(fileId: string): Promise<string | null>;
  /** Does nothing if it does not exist. */
  delete(fileId: string): Promise<void>;
  /** All files, in no particular order. Others in the same place are left out. */
  list(): AsyncIterable<ListedContent>;
  /** Removes what was started before `before`, epoch milliseconds, and never finished. */
  removeUnfinished(before: number): Promise<void>;
}

/** What the storage was doing when it failed. */
export type StorageOperation = 'put' | 'get' | 'delete' | 'list';

/** The storage cannot be reached, refuses, or is full. It can work again later. */
export class FileStorageError extends Error {
  override readonly name = 'FileStorageError';
  /** For code that does not know this class. */
  readonly code = 'FILE_STORAGE';
  readonly operation: StorageOperation;

  constructor(operation: StorageOperation, reason: string, cause: unknown) {
    super(`the file storage ${reason}`, { cause });
    this.operation = operation;
  }
}
