import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newFileId } from './file-id.ts';
import type { FileStorage } from './file-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
import { S3Server, VERSITYGW } from './testing/s3-server.ts';

const MEBIBYTE = 1_048_576;
/** More than two parts of an upload, and not a multiple of them. */
const LARGE = 20 * MEBIBYTE + 12_345;

let folder: string;
let storage: FileStorage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-storage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes of which each depends on its position. */
function pattern(start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  for (let at = start; at < end; at += 1) bytes[at - start] = (at * 31 + (at >> 8) * 17 + (at >> 16)) & 0xff;
  return bytes;
}

async function* chunksOf(bytes: number, chunkBytes = 300_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += chunkBytes) yield pattern(at, Math.min(at + chunkBytes, bytes));
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Compares contents that are too large for a difference in the output. */
function expectBytes(actual: Uint8Array | null, expected: Uint8Array): void {
  expect([actual?.length, actual && sha256(actual)]).toEqual([expected.length, sha256(expected)]);
}

async function contentOf(stream: Readable | null): Promise<Buffer | null> {
  return stream === null ? null : buffer(stream);
}

async function put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  const fileId = newFileId();
  await storage.put(fileId, content, Date.now());
  return fileId;
}

async function listed(): Promise<readonly string[]> {
  const fileIds: string[] = [];
  for await (const { fileId } of storage.list()) fileIds.push(fileId);
  return fileIds.sort();
}

/** What every storage does. */
function behavesAsStorage(): void {
  test('returns content that was written at once or in chunks, and its length', async () => {
    const fileId = newFileId();
    async function* words() {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    }
    const written = await storage.put(fileId, words(), Date.now());
    expect(written.bytes).toBe(7);
    // SHA-256 of "one two", by sha256sum.
    expect(written.sha256.toString('hex')).toBe(
      '8ab63e29a4ba14e4e1688f9c15e5af90895421358c945b0431f85d66977bd3d2',
    );
    expect((await contentOf(await storage.get(fileId)))?.toString()).toBe('one two');
    expect(await storage.size(fileId)).toBe(7);
    const other = await put(Buffer.from('three'));
    expect((await contentOf(await storage.get(other)))?.toString()).toBe('three');
  });

  test('stores an empty file, and one whose last chunk is empty', async () => {
    async function* chunks() {
      yield Buffer.from('a');
      yield Buffer.alloc(0);
    }
    const [empty, other] = [await put(Buffer.alloc(0)), await put(chunks())];
    expect(await contentOf(await storage.get(empty))).toEqual(Buffer.alloc(0));
    expect(await storage.size(empty)).toBe(0);
    expect((await contentOf(await storage.get(other)))?.toString()).toBe('a');
  });

  test('returns ranges of a large file', async () => {
    const fileId = newFileId();
    const written = await storage.put(fileId, chunksOf(LARGE), Date.now());
    const complete = pattern(0, LARGE);
    expect(written.bytes).toBe(LARGE);
    expect(written.sha256.toString('hex')).toBe(sha256(complete));
    const range = async (start: number, end: number) => contentOf(await storage.get(fileId, { start, end }));
    expectBytes(await range(0, 0), pattern(0, 1));
    const part = 8 * MEBIBYTE;
    expectBytes(await range(part - 5, part + 5), pattern(part - 5, part + 6));
    expectBytes(await range(LARGE - 10, LARGE - 1), pattern(LARGE - 10, LARGE));
    expectBytes(await contentOf(await storage.get(fileId)), complete);
  });

  test('returns null for a file that does not exist, and deletes it without an error', async () => {
    const fileId = await put(Buffer.from('gone'));
    await storage.delete(fileId);
    await storage.delete(fileId);
    expect(await storage.get(fileId)).toBeNull();
    expect(await storage.get(fileId, { start: 0, end: 1 })).toBeNull();
    expect(await storage.size(fileId)).toBeNull();
    expect(await storage.pathOf(fileId)).toBeNull();
  });

  test.each([3, LARGE])(
    'passes on an error of the content after %i bytes and leaves nothing',
    async (bytes) => {
      async function* broken() {
        yield* chunksOf(bytes);
        throw new RangeError('the sender disconnected');
      }
      const fileId = newFileId();
      const error = await storage.put(fileId, broken(), Date.now()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RangeError);
      expect(await storage.get(fileId)).toBeNull();
      await storage.removeUnfinished(0);
      expect(await listed()).toEqual([]);
    },
  );

  test('lists files with their length and time, also after one was deleted', async () => {
    const before = Date.now() - 60_000;
    const [first, second, third] = [
      await put(Buffer.from('1')),
      await put(Buffer.from('22')),
      await put(Buffer.from('333')),
    ];
    await storage.delete(second);
    expect(await listed()).toEqual([first, third].sort());
    for await (const { fileId, bytes, writtenAt } of storage.list()) {
      expect(bytes).toBe(fileId === first ? 1 : 3);
      expect(writtenAt).toBeGreaterThan(before);
      expect(writtenAt).toBeLessThan(before + 120_000);
    }
  });

  test('gives processes a path of the content', async () => {
    const fileId = await put(chunksOf(2 * MEBIBYTE));
    const path = (await storage.pathOf(fileId)) ?? '';
    expectBytes(readFileSync(path), pattern(0, 2 * MEBIBYTE));
    const paths = await Promise.all([1, 2, 3].map(() => storage.pathOf(fileId)));
    expect(paths).toEqual([path, path, path]);
    await storage.delete(fileId);
    expect(existsSync(path)).toBe(false);
  });

  test('serves others after readers that stopped in the middle', async () => {
    const fileId = await put(chunksOf(LARGE));
    for (let reader = 0; reader < 100; reader += 1) {
      const stream = await storage.get(fileId);
      if (stream === null) throw new Error('no content');
      for await (const chunk of stream) {
        expect((chunk as Buffer).length).toBeGreaterThan(0);
        break;
      }
      await expect.poll(() => stream.destroyed).toBe(true);
    }
    expectBytes(await contentOf(await storage.get(fileId, { start: 1, end: 3 })), pattern(1, 4));
  });
}

describe('a folder', () => {
  beforeEach(() => {
    storage = createFolderStorage(join(folder, 'files'));
  });

  behavesAsStorage();
});

describe.skipIf(VERSITYGW === null)('a bucket', { tags: ['cluster'] }, () => {
  let server: S3Server;
  let buckets = 0;
  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());
  let bucketStorage: S3Storage;
  beforeEach(async () => {
    buckets += 1;
    await server.createBucket(`files-${buckets}`);
    bucketStorage = new S3Storage({
      settings: server.settings(`files-${buckets}`, buckets % 2 === 0 ? '' : 'boats/harbour/'),
      temporaryFolder: join(folder, 'uploads'),
      onFailure: () => undefined,
    });
    storage = bucketStorage;
  });
  afterEach(() => bucketStorage.close());

  behavesAsStorage();
});
