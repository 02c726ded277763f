import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '../config.ts';
import { connect, type Database } from '../db/database.ts';
import { createFolderStorage, pathOf } from '../files/folder-storage.ts';
import { S3Storage } from '../files/s3-storage.ts';
import { S3Server, VERSITYGW } from '../files/testing/s3-server.ts';
import { filesInFolder } from '../testing/files.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

const NOW = Date.UTC(2026, 5, 1);

let testDatabase: TestDatabase;
let database: Database;
let accountId: number;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  const values = { name: 'harbour', device_password: '123456', operator: false };
  const row = await database.db
    .insertInto('account')
    .values(values)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  accountId = row.account_id;
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

let dataDir: string;
let root: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wakeline-copy-'));
  root = join(dataDir, 'files');
  await database.db.deleteFrom('stored_file').execute();
  return () => rmSync(dataDir, { recursive: true, force: true });
});

async function store(content: string): Promise<string> {
  const files = filesInFolder({ db: database.db, root, prefix: '/service', now: () => NOW });
  const written = await files.write(Buffer.from(content));
  const details = { accountId, userId: null, kind: 'source', mediaType: 'text/plain', name: 'map' } as const;
  await database.db.transaction().execute((tx) => files.record(tx, written, { ...details, expiresAt: null }));
  return written.fileId;
}

async function run(args: readonly string[], environment: Environment = {}) {
  let output = '';
  let errors = '';
  const variables = { WAKELINE_DATA: dataDir, DATABASE_URL: testDatabase.url, ...environment };
  const print = (printed: string) => {
    output += printed;
  };
  const status = await statusOf(
    () => runAdmin(['copy-files', ...args], variables, { input: Readable.from(['']), print }),
    (printed) => {
      errors += printed;
    },
  );
  return { status, output, errors };
}

test('refuses an unknown direction, and a server without a bucket', async () => {
  expect(await run(['up'])).toMatchObject({
    status: 64,
    errors: expect.stringMatching(/^up: is not one of to-bucket, to-folder/),
  });
  expect(await run(['to-bucket'])).toEqual({
    status: 1,
    output: '',
    errors: 'WAKELINE_FILES_URL is required: it names the bucket\n',
  });
});

describe.skipIf(VERSITYGW === null)('copying files', { tags: ['cluster'] }, () => {
  let server: S3Server;
  let bucket: S3Storage;
  let environment: Environment;
  let buckets = 0;
  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    buckets += 1;
    const name = `copies-${buckets}`;
    await server.createBucket(name);
    environment = server.environment(name, 'files');
    const settings = server.settings(name, 'files/');
    bucket = new S3Storage({ settings, temporaryFolder: dataDir, onFailure: () => undefined });
    return () => bucket.close();
  });

  const inBucket = async (fileId: string) => {
    const content = await bucket.get(fileId);
    return content === null ? null : text(content);
  };

  test('copies all files to the bucket, only new ones the next time, and back', async () => {
    const [first, second] = [await store('first'), await store('second')];
    expect(await run(['to-bucket'], environment)).toEqual({
      status: 0,
      output: '2 files copied, 0 already there\nThe copy is complete\n',
      errors: '',
    });
    const third = await store('third');
    expect((await run(['to-bucket'], environment)).output).toContain('1 files copied, 2 already there\n');
    expect(await Promise.all([first, second, third].map(inBucket))).toEqual(['first', 'second', 'third']);
    rmSync(root, { recursive: true });
    expect((await run(['to-folder'], environment)).output).toContain('3 files copied, 0 already there\n');
    expect(readFileSync(pathOf(root, third), 'utf8')).toBe('third');
    // As old as before, for the clean-up.
    for await (const { writtenAt } of createFolderStorage(root).list()) expect(writtenAt).toBe(NOW);
  });

  test('copies a file again that is incomplete in the target, and with --checksums one that differs', async () => {
    const [short, other] = [await store('complete'), await store('original')];
    await bucket.put(short, Buffer.from('comp'));
    await bucket.put(other, Buffer.from('replaced'));
    expect((await run(['to-bucket'], environment)).output).toContain('1 files copied, 1 already there\n');
    expect(await inBucket(short)).toBe('complete');
    const checked = await run(['to-bucket', '--checksums'], environment);
    expect(checked.output).toContain('1 files copied, 1 already there\n');
    expect(await inBucket(other)).toBe('original');
  });

  test('names files that are missing or damaged in the source, and copies the others', async () => {
    const [good, missing, damaged] = [await store('good'), await store('missing'), await store('damaged')];
    rmSync(pathOf(root, missing));
    writeFileSync(pathOf(root, damaged), 'changed');
    const { status, output, errors } = await run(['to-bucket'], environment);
    expect({ status, errors }).toEqual({
      status: 1,
      errors:
        `1 files are missing in the source: ${missing}\n` +
        `1 files are damaged in the source and not copied: ${damaged}\n`,
    });
    expect(output).toBe('1 files copied, 0 already there, 2 missing or damaged\n');
    expect(await inBucket(good)).toBe('good');
    expect(await bucket.size(damaged)).toBeNull();
  });

  test('copies more files than a batch has', async () => {
    const db = database.db;
    const storage = createFolderStorage(root);
    const sha256 = createHash('sha256').update('x').digest();
    const fileIds = Array.from(
      { length: 1_100 },
      (_, at) => `${String(at).padStart(6, '0')}${'a'.repeat(16)}`,
    );
    for (const fileId of fileIds) await storage.put(fileId, Buffer.from('x'), NOW);
    const row = { account_id: accountId, kind: 'source', media_type: 'text/plain', name: 'map' } as const;
    const created = { bytes: 1, sha256, created_at: new Date(NOW), expires_at: null, user_id: null };
    await db
      .insertInto('stored_file')
      .values(fileIds.map((file_id) => ({ file_id, ...row, ...created })))
      .execute();
    const { output } = await run(['to-bucket'], environment);
    expect(output).toBe(
      '1000 files copied, 0 already there\n1100 files copied, 0 already there\nThe copy is complete\n',
    );
  });

  test('ends with a message if the bucket cannot be used', async () => {
    await store('first');
    const wrong = { ...environment, WAKELINE_FILES_SECRET: 'guessed' };
    const { status, errors } = await run(['to-bucket'], wrong);
    expect({ status, errors }).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/^the file storage refuses the secret: check WAKELINE_FILES_SECRET/),
    });
  });
});
