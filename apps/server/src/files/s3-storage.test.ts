import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { stdSerializers } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeStaleFiles } from '../http/temporary-files.ts';
import { freePorts } from '../testing/free-ports.ts';
import { newFileId } from './file-id.ts';
import { type FileStorage, FileStorageError } from './file-storage.ts';
import { listUnfinishedUploads } from './list-unfinished-uploads.ts';
import { openStorage } from './open-storage.ts';
import type { S3Settings } from './s3-settings.ts';
import { S3Storage, type S3StorageOptions } from './s3-storage.ts';
import { canMount } from './testing/can-mount.ts';
import { S3Server, VERSITYGW } from './testing/s3-server.ts';

const BUCKET = 'wakeline';
const PREFIX = 'harbour/';
const PART = 8 * 1_048_576;

let folder: string;
const opened: S3Storage[] = [];
/** Operations that failed. */
let failures: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-storage-'));
  failures = [];
});
afterEach(() => {
  for (const storage of opened.splice(0)) storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(settings: S3Settings, more: Partial<S3StorageOptions> = {}): S3Storage {
  const onFailure = (operation: string) => failures.push(operation);
  const storage = new S3Storage({ settings, temporaryFolder: join(folder, 'uploads'), onFailure, ...more });
  opened.push(storage);
  return storage;
}

/** The error with which the storage cannot be opened, as at the start of the server. */
async function refusal(settings: S3Settings): Promise<FileStorageError> {
  const options = { root: folder, temporaryFolder: folder, onFailure: () => undefined };
  const error = await openStorage({ ...options, settings }).catch((thrown: unknown) => thrown);
  if (!(error instanceof FileStorageError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

async function listed(storage: FileStorage): Promise<readonly string[]> {
  const fileIds: string[] = [];
  for await (const { fileId } of storage.list()) fileIds.push(fileId);
  return fileIds.sort();
}

async function contentOf(storage: FileStorage, fileId: string): Promise<Buffer | null> {
  const content = await storage.get(fileId);
  return content === null ? null : buffer(content);
}

describe.skipIf(VERSITYGW === null)('a bucket', { tags: ['cluster'] }, () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await S3Server.start({ virtualHost: 's3.test' });
    await server.createBucket(BUCKET);
  });
  afterAll(() => server.stop());

  /** Unfinished uploads in the bucket, by their keys. */
  async function uploads(): Promise<readonly string[]> {
    const client = server.client();
    const keys: string[] = [];
    for await (const { key } of listUnfinishedUploads(client, { bucket: BUCKET, prefix: '' })) keys.push(key);
    client.destroy();
    return keys.sort();
  }

  async function startUpload(key: string): Promise<void> {
    const client = server.client();
    const target = { Bucket: BUCKET, Key: key };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
    const part = { ...target, UploadId, PartNumber: 1, Body: Buffer.alloc(PART) };
    await client.send(new UploadPartCommand(part));
    client.destroy();
  }

  test('opens when it can list, write and delete, and leaves nothing behind', async () => {
    const options = { root: folder, temporaryFolder: folder, onFailure: () => undefined };
    const { storage, close, isResponding } = await openStorage({
      ...options,
      settings: server.settings(BUCKET),
    });
    expect(await listed(storage)).toEqual([]);
    expect(await isResponding?.(10_000)).toBe(true);
    close();
  });

  test.each<[string, Partial<S3Settings>, string]>([
    ['a bucket that does not exist', { bucket: 'nowhere' }, 'has no such bucket'],
    ['an unknown access key', { accessKey: 'stranger' }, 'check WAKELINE_FILES_ACCESS_KEY'],
    ['a wrong secret', { secret: 'guessed' }, 'refuses the secret: check WAKELINE_FILES_SECRET'],
    ['another region', { region: 'mars-1' }, 'check WAKELINE_FILES_REGION'],
  ])('refuses %s with its reason and without the secret', async (_, wrong, reason) => {
    const settings = { ...server.settings(BUCKET), ...wrong };
    const error = await refusal(settings);
    const { message } = error;
    expect(message).toMatch(/^the file storage /);
    expect(message).toContain(reason);
    expect(message).toContain(`(http://127.0.0.1:${server.port}, bucket ${settings.bucket}: `);
    expect(message).not.toContain(settings.secret);
    const logged = JSON.stringify(stdSerializers.errWithCause(new Error('', { cause: error })));
    expect(logged).toContain(reason);
    expect(logged).not.toContain(JSON.stringify(settings.secret).slice(1, -1));
    expect(await open(settings).isResponding(10_000)).toBe(false);
  });

  test('refuses an endpoint at which nothing listens, and one that is no storage', async () => {
    const [port = 0] = await freePorts(1);
    const closed = { ...server.settings(BUCKET), endpoint: `http://127.0.0.1:${port}` };
    expect((await refusal(closed)).message).toMatch(/^the file storage cannot be reached .*ECONNREFUSED/);
    const hangUp = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => hangUp.listen(0, '127.0.0.1', resolve));
    const address = hangUp.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const broken = { ...server.settings(BUCKET), endpoint: `http://127.0.0.1:${address.port}` };
    expect((await refusal(broken)).message).toMatch(/^the file storage cannot be reached .*ECONNRESET/);
    hangUp.close();
  });

  test('counts failures by operation, and names the storage in each', async () => {
    const storage = open({ ...server.settings(BUCKET), bucket: 'nowhere' });
    const fileId = newFileId();
    const requests = [
      () => storage.put(fileId, Buffer.from('x')),
      () => storage.get(fileId),
      () => storage.pathOf(fileId),
      () => storage.delete(fileId),
      () => listed(storage),
      () => storage.removeUnfinished(Date.now()),
    ];
    for (const request of requests) await expect(request()).rejects.toBeInstanceOf(FileStorageError);
    expect(failures).toEqual(['put', 'get', 'get', 'delete', 'list', 'list']);
  });

  test('names the bucket before the host of the endpoint', async () => {
    const settings = { ...server.settings(BUCKET), endpoint: `http://s3.test:${server.port}` };
    const names: string[] = [];
    const lookup: S3StorageOptions['lookup'] = (name, _options, callback) => {
      names.push(name);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const storage = open({ ...settings, addressing: 'host' }, { lookup });
    const fileId = newFileId();
    await storage.put(fileId, Buffer.from('by host'));
    expect(await contentOf(open(server.settings(BUCKET)), fileId)).toEqual(Buffer.from('by host'));
    await storage.delete(fileId);
    expect(new Set(names)).toEqual(new Set([`${BUCKET}.s3.test`]));
  });

  test('lists more files than one page has, and none of others', async () => {
    const storage = open(server.settings(BUCKET, PREFIX));
    const client = server.client();
    const foreign = newFileId();
    const others = [`${foreign.slice(0, 2)}/${foreign}`, `${PREFIX}readme`, `${PREFIX}xx/${foreign}`];
    for (const Key of others)
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'not ours' }));
    const fileIds = Array.from({ length: 1_005 }, newFileId);
    for (let at = 0; at < fileIds.length; at += 50) {
      await Promise.all(fileIds.slice(at, at + 50).map((fileId) => storage.put(fileId, Buffer.from('x'))));
    }
    expect(await listed(storage)).toEqual(fileIds.toSorted());
    for (let at = 0; at < fileIds.length; at += 50)
      await Promise.all(fileIds.slice(at, at + 50).map((fileId) => storage.delete(fileId)));
    expect(await listed(storage)).toEqual([]);
    client.destroy();
  });

  test('aborts an upload whose content fails', async () => {
    const storage = open(server.settings(BUCKET, PREFIX));
    let during: readonly string[] = [];
    async function* broken() {
      for (let part = 0; part < 4; part += 1) yield Buffer.alloc(PART);
      during = await uploads();
      throw new Error('the sender disconnected');
    }
    const fileId = newFileId();
    await expect(storage.put(fileId, broken())).rejects.toThrow('the sender disconnected');
    expect(during).toEqual([`${PREFIX}${fileId.slice(0, 2)}/${fileId}`]);
    expect(await uploads()).toEqual([]);
  });

  test('sweeps uploads that were never finished, only old ones and its own', async () => {
    const storage = open(server.settings(BUCKET, PREFIX));
    const [own, foreign] = [newFileId(), newFileId()].map((fileId) => `${fileId.slice(0, 2)}/${fileId}`);
    await startUpload(`${PREFIX}${own}`);
    await startUpload(`${foreign}`);
    await storage.removeUnfinished(Date.now() - 86_400_000);
    expect(await uploads()).toEqual([`${PREFIX}${own}`, `${foreign}`].sort());
    await storage.removeUnfinished(Date.now() + 60_000);
    expect(await uploads()).toEqual([foreign]);
    await open(server.settings(BUCKET)).removeUnfinished(Date.now() + 60_000);
    expect(await uploads()).toEqual([]);
  });

  test('removes copies for processes an hour after their last use', async () => {
    const storage = open(server.settings(BUCKET, PREFIX));
    const fileId = newFileId();
    await storage.put(fileId, Buffer.from('map'));
    const path = (await storage.pathOf(fileId)) ?? '';
    const longAgo = new Date(Date.now() - 3_700_000);
    utimesSync(path, longAgo, longAgo);
    // Used again: it stays.
    await storage.pathOf(fileId);
    await removeStaleFiles(join(folder, 'uploads'));
    expect(readdirSync(join(folder, 'uploads'))).toEqual([`copy-${fileId}`]);
    utimesSync(path, longAgo, longAgo);
    await removeStaleFiles(join(folder, 'uploads'));
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
    expect(await storage.pathOf(fileId)).toBe(path);
    await storage.delete(fileId);
  });
});

describe.skipIf(VERSITYGW === null)('a bucket whose server ends', { tags: ['cluster'] }, () => {
  let server: S3Server;
  beforeEach(async () => {
    server = await S3Server.start();
    await server.createBucket(BUCKET);
  });
  afterEach(() => server.stop());

  test('rejects an upload and a read that it interrupts, and works again afterwards', async () => {
    const storage = open(server.settings(BUCKET));
    const fileId = newFileId();
    await storage.put(fileId, Buffer.alloc(3 * PART, 7));
    const stream = await storage.get(fileId);
    async function* content() {
      yield Buffer.alloc(2 * PART);
      await server.end();
      yield Buffer.alloc(2 * PART);
    }
    const interrupted = newFileId();
    await expect(storage.put(interrupted, content())).rejects.toBeInstanceOf(FileStorageError);
    if (stream === null) throw new Error('no content');
    await expect(buffer(stream)).rejects.toThrow();
    await expect(storage.pathOf(fileId)).rejects.toBeInstanceOf(FileStorageError);
    expect(await storage.isResponding(2_000)).toBe(false);
    expect(failures).toEqual(['put', 'get']);
    await server.run();
    expect(await storage.isResponding(10_000)).toBe(true);
    expect((await contentOf(storage, fileId))?.length).toBe(3 * PART);
    expect(await storage.get(interrupted)).toBeNull();
    await storage.removeUnfinished(Date.now() + 60_000);
    await storage.put(interrupted, Buffer.from('again'));
    expect(await storage.size(interrupted)).toBe(5);
  });
});

describe.skipIf(VERSITYGW === null || !canMount())('a bucket on a full disk', { tags: ['cluster'] }, () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await S3Server.start({ diskBytes: 24 * 1_048_576 });
    await server.createBucket(BUCKET);
  });
  afterAll(() => server.stop());

  test('refuses what does not fit, keeps the rest, and refuses the start', async () => {
    const storage = open(server.settings(BUCKET));
    const fileId = newFileId();
    await storage.put(fileId, Buffer.alloc(PART));
    async function* tooMuch() {
      for (let part = 0; part < 5; part += 1) yield Buffer.alloc(PART);
    }
    const refused = newFileId();
    await expect(storage.put(refused, tooMuch())).rejects.toBeInstanceOf(FileStorageError);
    expect(await storage.get(refused)).toBeNull();
    expect(await storage.size(fileId)).toBe(PART);
    // What the refused upload had written is gone: the disk has space again.
    await storage.check();
    await expect(
      (async () => {
        for (;;) await storage.put(newFileId(), Buffer.alloc(60_000));
      })(),
    ).rejects.toBeInstanceOf(FileStorageError);
    expect((await refusal(server.settings(BUCKET))).message).toMatch(/^the file storage is full \(/);
  });
});
