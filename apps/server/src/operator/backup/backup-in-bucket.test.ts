import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { clearDatabase } from '../../db/testing/populate.ts';
import { createFiles } from '../../files/files.ts';
import { S3Storage } from '../../files/s3-storage.ts';
import { S3Server, VERSITYGW } from '../../files/testing/s3-server.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { runAdmin } from '../command-line.ts';

const BUCKET = 'backups';

describe.skipIf(VERSITYGW === null)('a backup of files in a bucket', { tags: ['cluster'] }, () => {
  let server: S3Server;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wakeline-backup-'));
    server = await S3Server.start();
    await server.createBucket(BUCKET);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function open(prefix: string): S3Storage {
    const settings = server.settings(BUCKET, `${prefix}/`);
    return new S3Storage({ settings, temporaryFolder: folder, onFailure: () => undefined });
  }

  test('is restored to an empty place in a bucket, and refused at another', async () => {
    const [source, target] = [await createTestDatabase(), await createTestDatabase()];
    const [{ db, close }, empty] = [connect(source.url, 2), connect(target.url, 2)];
    await clearDatabase(empty.db);
    await empty.close();
    const storage = open('old');
    const files = createFiles({ db, storage, temporaryFolder: folder, prefix: '/service', now: Date.now });
    const values = { name: 'harbour', device_password: '123456', operator: false };
    const { account_id: accountId } = await db
      .insertInto('account')
      .values(values)
      .returning('account_id')
      .executeTakeFirstOrThrow();
    const written = await files.write(Buffer.from('a map'));
    const details = {
      accountId,
      userId: null,
      kind: 'source',
      mediaType: 'text/plain',
      name: 'map',
    } as const;
    await db.transaction().execute((tx) => files.record(tx, written, { ...details, expiresAt: null }));

    const path = join(folder, 'backup');
    const run = async (args: readonly string[], databaseUrl: string, prefix: string) => {
      let output = '';
      const environment = {
        ...server.environment(BUCKET, prefix),
        WAKELINE_DATA: join(folder, 'data'),
        DATABASE_URL: databaseUrl,
      };
      const print = (printed: string) => {
        output += printed;
      };
      await runAdmin(args, environment, { input: Readable.from(['']), print });
      return output;
    };
    expect(await run(['backup', path], source.url, 'old')).toContain(', 1 files, ');
    await expect(run(['restore', path], target.url, 'old')).rejects.toThrow(
      'the bucket of WAKELINE_FILES_URL has stored files',
    );
    expect(await storage.size(written.fileId)).toBe(5);
    expect(await run(['restore', path], target.url, 'new')).toContain(', 1 files\n');
    const restored = open('new');
    const content = await restored.get(written.fileId);
    expect(content === null ? null : await text(content)).toBe('a map');
    for (const one of [storage, restored]) one.close();
    await close();
    for (const one of [source, target]) await one.drop();
  });
});
