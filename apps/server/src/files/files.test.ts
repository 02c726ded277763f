import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { picturesOfBranding } from '../features/settings/branding.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { filesInFolder } from '../testing/files.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { readFileBytes } from './account-quota.ts';
import type { FileDetails, Files } from './files.ts';
import { createFolderStorage, pathOf } from './folder-storage.ts';
import { sweepFiles } from './sweep.ts';

const DAY = 86_400_000;

let world: World;
let harbour: WorldAccount;
let root: string;
let now: number;
let files: Files;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
});
afterAll(() => world.stop());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wakeline-files-'));
  now = Date.UTC(2026, 5, 1);
  files = filesInFolder({ db: world.database.db, root, prefix: '/service', now: () => now });
  return () => rmSync(root, { recursive: true });
});

const fileDetails = (more: Partial<FileDetails> = {}): FileDetails => ({
  accountId: harbour.accountId,
  kind: 'picture',
  userId: null,
  mediaType: 'image/png',
  name: 'logo',
  expiresAt: null,
  ...more,
});

async function storeFile(content: string, more?: Partial<FileDetails>): Promise<string> {
  const written = await files.write(Buffer.from(content));
  await world.database.db.transaction().execute((tx) => files.record(tx, written, fileDetails(more)));
  return written.fileId;
}

async function contentOf(fileId: string): Promise<string | null> {
  const file = await files.find(fileId);
  const content = file === null ? null : await files.open(file);
  return content === null ? null : text(content);
}

const storedFileNames = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

const sweep = () =>
  sweepFiles({
    db: world.database.db,
    storage: createFolderStorage(root),
    now,
    usedPictureQueries: [picturesOfBranding],
  });

test('returns what was written, in chunks or at once, under an id that cannot be guessed', async () => {
  async function* chunks() {
    yield Buffer.from('one ');
    yield Buffer.from('two');
  }
  const written = await files.write(chunks());
  // SHA-256 of "one two", by sha256sum.
  expect(written.bytes).toBe(7);
  expect(written.sha256.toString('hex')).toBe(
    '8ab63e29a4ba14e4e1688f9c15e5af90895421358c945b0431f85d66977bd3d2',
  );
  expect(await files.find(written.fileId)).toBeNull();
  await world.database.db.transaction().execute((tx) => files.record(tx, written, fileDetails()));
  expect(await contentOf(written.fileId)).toBe('one two');
});

test('leaves nothing behind if writing a file fails', async () => {
  async function* broken() {
    yield Buffer.from('one');
    throw new Error('the sender disconnected');
  }
  await expect(files.write(broken())).rejects.toThrow('the sender disconnected');
  expect(storedFileNames()).toEqual([]);
});

describe('the sweep', () => {
  test('removes expired files, which are unavailable even before', async () => {
    const fileId = await storeFile('result', { kind: 'result', expiresAt: now + 7 * DAY });
    now += 7 * DAY - 1;
    await sweep();
    expect(await contentOf(fileId)).toBe('result');
    now += 1;
    expect(await files.find(fileId)).toBeNull();
    expect(await sweep()).toBe(1);
    expect(storedFileNames()).toEqual([]);
  });

  test('removes pictures that are unused a day after their upload', async () => {
    const used = await storeFile('shown');
    const unreferenced = await storeFile('forgotten');
    await world.database.db
      .updateTable('account')
      .set({ branding: JSON.stringify({ loginPic: `file:${used}` }) })
      .where('account_id', '=', harbour.accountId)
      .execute();
    now += DAY;
    await sweep();
    expect(await contentOf(unreferenced)).toBe('forgotten');
    now += 1;
    await sweep();
    expect(storedFileNames()).toEqual([used]);
    expect(await contentOf(used)).toBe('shown');
  });

  test('does not remove a picture that a transaction is about to use', async () => {
    const fileId = await storeFile('about to be used');
    now += 2 * DAY;
    let sweeping: Promise<number> | undefined;
    await world.database.db.transaction().execute(async (tx) => {
      expect(await files.lockPicture(tx, harbour.accountId, fileId)).toBe(true);
      sweeping = sweep();
      const waiting = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const lockWaiters = async () => {
        // Within a transaction the view would stay unchanged.
        await sql`select pg_stat_clear_snapshot()`.execute(tx);
        return (await waiting.execute(tx)).rows.length;
      };
      await expect.poll(lockWaiters, { timeout: 30_000 }).toBe(1);
      await tx
        .updateTable('account')
        .set({ branding: JSON.stringify({ logoUrl: `file:${fileId}` }) })
        .where('account_id', '=', harbour.accountId)
        .execute();
    });
    await sweeping;
    expect(await contentOf(fileId)).toBe('about to be used');
  });

  test('removes what a crash left: content without a row, and unfinished files', async () => {
    const current = await storeFile('kept', { kind: 'result', expiresAt: now + 9 * DAY });
    const orphan = (await files.write(Buffer.from('orphan'))).fileId;
    mkdirSync(join(root, 'unfinished'), { recursive: true });
    writeFileSync(join(root, 'unfinished', 'half'), 'ha');
    writeFileSync(join(root, 'README'), 'not ours');
    utimesSync(join(root, 'unfinished', 'half'), now / 1000, now / 1000);
    await sweep();
    expect(storedFileNames()).toEqual(['README', 'half', current, orphan].sort());
    now += DAY + 1;
    expect(await sweep()).toBe(1);
    expect(storedFileNames()).toEqual(['README', current].sort());
    expect(readFileSync(pathOf(root, current), 'utf8')).toBe('kept');
  });
});

describe('the limit of an account', () => {
  /** Another account with this limit. */
  async function limited(name: string, maxFileBytes: number): Promise<number> {
    const { accountId } = await world.account(name);
    await world.database.db
      .updateTable('account')
      .set({ max_file_bytes: maxFileBytes })
      .where('account_id', '=', accountId)
      .execute();
    return accountId;
  }
  const refused = { errorName: 'file-storage-full' };

  test('refuses an upload beyond it', async () => {
    const accountId = await limited('limited', 10);
    await storeFile('123456', { accountId });
    await expect(storeFile('12345', { accountId })).rejects.toMatchObject(refused);
    await storeFile('1234', { accountId, kind: 'upload' });
    expect(await readFileBytes(world.database.db, accountId)).toBe(10);
    // Of another account.
    await storeFile('12345678901');
  });

  test('counts a file that is being stored at the same time', async () => {
    const accountId = await limited('concurrent', 10);
    const other = connect(world.testDatabase.url, 1);
    const first = await other.db.startTransaction().execute();
    await files.record(first, await files.write(Buffer.from('123456')), fileDetails({ accountId }));
    let isStored = false;
    const second = storeFile('12345', { accountId }).finally(() => {
      isStored = true;
    });
    const outcome = expect(second).rejects.toMatchObject(refused);
    await eventually('the second one waits', async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
        first,
      );
      return isStored || rows.length > 0;
    });
    await first.commit().execute();
    await outcome;
    await other.close();
  });

  test('admits results of tasks, which expire, and counts them', async () => {
    const accountId = await limited('exporting', 5);
    await storeFile('1234567', { accountId, kind: 'result', expiresAt: now + DAY });
    await expect(storeFile('', { accountId })).resolves.toBeTypeOf('string');
    await expect(storeFile('1', { accountId })).rejects.toMatchObject(refused);
  });
});

describe('a result', () => {
  const name = '审计日志 "June".csv';

  /** A result in the folder of the server itself. */
  async function resultOf(login: string): Promise<string> {
    const own = filesInFolder({
      db: world.database.db,
      root: join(world.dataDir, 'files'),
      prefix: world.prefix,
      now: () => world.clock.now(),
    });
    const { userId } = await harbour.person(login);
    const written = await own.write(Buffer.from('a,b\r\n'));
    await world.database.db.transaction().execute((tx) =>
      own.record(
        tx,
        written,
        fileDetails({
          kind: 'result',
          userId,
          mediaType: 'text/csv',
          name,
          expiresAt: world.clock.now() + DAY,
        }),
      ),
    );
    return `${world.url}${own.addressOf(written.fileId)}`;
  }

  test('is available to its user and the account’s holder, as a download', async () => {
    const editor = await harbour.person('editor', { permission: 'editor' });
    const address = await resultOf('editor');
    for (const person of [editor, await harbour.person('holder')]) {
      const response = await fetch(address, { headers: { authorization: `Bearer ${await person.token()}` } });
      expect(await response.text()).toBe('a,b\r\n');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-disposition':
          'attachment; filename="____ _June_.csv"; ' +
          "filename*=UTF-8''%E5%AE%A1%E8%AE%A1%E6%97%A5%E5%BF%97%20%22June%22.csv",
        'content-type': expect.stringContaining('text/csv'),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
    }
  });

  test.each(['nobody', 'a colleague', 'a stranger'])('is unavailable to %s', async (who) => {
    await harbour.person('editor', { permission: 'editor' });
    const address = await resultOf('editor');
    const headers: Record<string, string> = {};
    if (who === 'a colleague') {
      const person = await harbour.person('colleague', { permission: 'administrator' });
      headers.authorization = `Bearer ${await person.token()}`;
    }
    if (who === 'a stranger') {
      const person = await (await world.account('airfield')).person('stranger');
      headers.authorization = `Bearer ${await person.token()}`;
    }
    const response = await fetch(address, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'file-unknown' });
  });
});
