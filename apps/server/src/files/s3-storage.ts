import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { makeTemporaryFolder, temporaryPath } from '../http/temporary-files.ts';
import { folderOf, isFileId } from './file-id.ts';
import {
  type ByteRange,
  type Content,
  type FileStorage,
  FileStorageError,
  type ListedContent,
  type StorageOperation,
  type WrittenContent,
} from './file-storage.ts';
import { listUnfinishedUploads } from './list-unfinished-uploads.ts';
import { isAbsent, isUploadAbsent, reasonOf } from './s3-failures.ts';
import type { S3Settings } from './s3-settings.ts';

/** Larger files are uploaded in parts of this size, of which a bucket accepts 10,000: 78 GiB. */
const PART_BYTES = 8 * 1_048_576;
/** Parts of one file that are uploaded, and in memory, at the same time. */
const PARTS_AT_ONCE = 2;
/** Timeouts in milliseconds: of connecting, of a request until the headers of its response, and of a response that stalls. */
const CONNECTION_TIMEOUT = 5_000;
const REQUEST_TIMEOUT = 120_000;
const STALL_TIMEOUT = 600_000;
/** First attempt and retries, of requests that the storage did not answer or could not serve at the moment. */
const ATTEMPTS = 3;
/** The same as for the data folder: a full storage can still accept an empty object. */
const PROBE_BYTES = 65_536;

export interface S3StorageOptions {
  readonly settings: S3Settings;
  /** Folder for temporary files of this machine, from which old ones are removed. */
  readonly temporaryFolder: string;
  /** Called for each request that failed after its retries. */
  readonly onFailure: (operation: StorageOperation) => void;
  /** Resolves host names instead of DNS, in tests. */
  readonly lookup?: LookupFunction;
}

/** Stores files in a bucket, with the same relative names as in a folder, behind its prefix. */
export class S3Storage implements FileStorage {
  readonly #client: S3Client;
  readonly #settings: S3Settings;
  readonly #temporaryFolder: string;
  readonly #onFailure: S3StorageOptions['onFailure'];

  constructor({ settings, temporaryFolder, onFailure, lookup }: S3StorageOptions) {
    this.#settings = settings;
    this.#temporaryFolder = temporaryFolder;
    this.#onFailure = onFailure;
    this.#client = createClient(settings, lookup);
  }

  /** Lists, writes and deletes. @throws FileStorageError */
  async check(): Promise<void> {
    const Bucket = this.#settings.bucket;
    const Key = `${this.#settings.prefix}write-test-${process.pid}`;
    await this.#run('list', () => this.#listOne());
    const probe = new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(PROBE_BYTES, 1) });
    await this.#run('put', () => this.#client.send(probe));
    await this.#run('delete', () => this.#client.send(new DeleteObjectCommand({ Bucket, Key })));
  }

  async isResponding(timeoutMs: number): Promise<boolean> {
    try {
      await this.#listOne(AbortSignal.timeout(timeoutMs));
      return true;
    } catch {
      return false;
    }
  }

  /** Ends its connections. */
  close(): void {
    this.#client.destroy();
  }

  async put(fileId: string, content: Content): Promise<WrittenContent> {
    const hash = createHash('sha256');
    let bytes = 0;
    let contentError: { readonly error: unknown } | null = null;
    async function* read() {
      try {
        for await (const chunk of content instanceof Uint8Array ? [content] : content) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          yield chunk;
        }
      } catch (error) {
        contentError = { error };
        throw error;
      }
    }
    const body = Readable.from(read(), { objectMode: false });
    // On failure it aborts what it has begun.
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#settings.bucket, Key: this.#keyOf(fileId), Body: body },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await upload.done();
    } catch (error) {
      if (contentError !== null) throw (contentError as { readonly error: unknown }).error;
      throw this.#failure('put', error);
    } finally {
      body.destroy();
    }
    return { bytes, sha256: hash.digest() };
  }

  async get(fileId: string, range?: ByteRange): Promise<Readable | null> {
    const command = new GetObjectCommand({
      Bucket: this.#settings.bucket,
      Key: this.#keyOf(fileId),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const found = await this.#find('get', () => this.#client.send(command));
    return found === null ? null : (found.Body as Readable);
  }

  async size(fileId: string): Promise<number | null> {
    const command = new HeadObjectCommand({ Bucket: this.#settings.bucket, Key: this.#keyOf(fileId) });
    const found = await this.#find('get', () => this.#client.send(command));
    return found === null ? null : (found.ContentLength ?? 0);
  }

  async pathOf(fileId: string): Promise<string | null> {
    const path = this.#copyPathOf(fileId);
    const now = new Date();
    // The clean-up of temporary files goes by this time.
    const hasCopy = await utimes(path, now, now).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (hasCopy) return path;
    const content = await this.get(fileId);
    if (content === null) return null;
    await makeTemporaryFolder(this.#temporaryFolder);
    const unfinished = temporaryPath(this.#temporaryFolder);
    try {
      await this.#run('get', () => pipeline(content, createWriteStream(unfinished, { mode: 0o600 })));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return path;
  }

  async delete(fileId: string): Promise<void> {
    await rm(this.#copyPathOf(fileId), { force: true });
    const command = new DeleteObjectCommand({ Bucket: this.#settings.bucket, Key: this.#keyOf(fileId) });
    await this.#run('delete', () => this.#client.send(command));
  }

  async *list(): AsyncGenerator<ListedContent> {
    const { bucket, prefix } = this.#settings;
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: bucket, Prefix: prefix });
    for (;;) {
      const page = await this.#run('list', () => pages.next());
      if (page.done) return;
      for (const { Key = '', Size = 0, LastModified } of page.value.Contents ?? []) {
        const fileId = this.#fileIdOf(Key);
        if (fileId !== null && LastModified !== undefined)
          yield { fileId, bytes: Size, writtenAt: LastModified.getTime() };
      }
    }
  }

  async removeUnfinished(before: number): Promise<void> {
    const { bucket, prefix } = this.#settings;
    const uploads = listUnfinishedUploads(this.#client, { bucket, prefix });
    for (;;) {
      const next = await this.#run('list', () => uploads.next());
      if (next.done) return;
      const { key, uploadId, startedAt } = next.value;
      if (this.#fileIdOf(key) === null || startedAt >= before) continue;
      const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId });
      await this.#run('delete', () => this.#client.send(command).catch(ignoreAbsentUpload));
    }
  }

  #listOne(abortSignal?: AbortSignal) {
    const { bucket, prefix } = this.#settings;
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
    return this.#client.send(command, { ...(abortSignal && { abortSignal }) });
  }

  #keyOf(fileId: string): string {
    return `${this.#settings.prefix}${folderOf(fileId)}/${fileId}`;
  }

  #fileIdOf(key: string): string | null {
    const fileId = key.slice(key.lastIndexOf('/') + 1);
    return isFileId(fileId) && key === this.#keyOf(fileId) ? fileId : null;
  }

  #copyPathOf(fileId: string): string {
    return join(this.#temporaryFolder, `copy-${fileId}`);
  }

  async #run<Result>(operation: StorageOperation, request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      throw this.#failure(operation, error);
    }
  }

  /** Null: there is no such object. */
  #find<Result>(operation: StorageOperation, request: () => Promise<Result>): Promise<Result | null> {
    return this.#run(operation, async () => {
      try {
        return await request();
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    });
  }

  #failure(operation: StorageOperation, error: unknown): FileStorageError {
    this.#onFailure(operation);
    return new FileStorageError(operation, reasonOf(error, this.#settings), error);
  }
}

/** Everything is set here: the defaults of the library are in the environment and in files of the user. */
function createClient(settings: S3Settings, lookup: LookupFunction | undefined): S3Client {
  // Viewers of recordings keep connections open: with a limit, other requests would wait for them.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, ...(lookup && { lookup }) };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secret },
    forcePathStyle: settings.addressing === 'path',
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    defaultsMode: 'standard',
    // Signatures include the SHA-256 of each part; other storages do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableS3ExpressSessionAuth: true,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      throwOnRequestTimeout: true,
      socketTimeout: STALL_TIMEOUT,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

function ignoreAbsentUpload(error: unknown): void {
  if (!isUploadAbsent(error)) throw error;
}
