import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendNotices } from '../db/account-log.ts';
import { connect, type Database } from '../db/database.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { devicePortVariables } from '../testing/free-ports.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { ServerProcess } from '../testing/server-process.ts';
import { WebhookServer } from '../testing/webhook-server.ts';

const RECIPIENTS = 500;
/** The request that kills the server. */
const FATAL = 300;

let testDatabase: TestDatabase;
let database: Database;
let webhooks: WebhookServer;
let folder: string;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  webhooks = await WebhookServer.start();
  folder = mkdtempSync(join(tmpdir(), 'wakeline-killed-'));
});
afterAll(async () => {
  for (const server of servers) await server.end('SIGTERM');
  webhooks.stop();
  await database.close();
  await testDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function startServer(): Promise<ServerProcess> {
  const server = new ServerProcess({
    DATABASE_URL: testDatabase.url,
    WAKELINE_DATA: folder,
    WAKELINE_PORT: '0',
    WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1',
    WAKELINE_BASE_LAYERS: 'none',
    ...devicePortVariables({}),
  });
  servers.push(server);
  await server.serving();
  return server;
}

/** An account with a device, and webhooks that get every notice. */
async function createAccount(): Promise<{ readonly accountId: number; readonly trackerId: number }> {
  const { db } = database;
  const created_at = new Date(0);
  const { account_id } = await db
    .insertInto('account')
    .values({ name: 'harbour', device_password: '123456' })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  const { tracker_id: trackerId } = await db
    .insertInto('tracker')
    .values({ account_id, name: 'Gull', imei: '13800000001', password: '123456' })
    .returning('tracker_id')
    .executeTakeFirstOrThrow();
  const recipients = await db
    .insertInto('recipient')
    .values(
      Array.from({ length: RECIPIENTS }, (_, at) => ({
        account_id,
        kind: 'webhook' as const,
        user_id: null,
        email: null,
        phone: null,
        url: `${webhooks.url}/${at}`,
        created_at,
      })),
    )
    .returning('recipient_id')
    .execute();
  await db
    .insertInto('subscription')
    .values(
      recipients.map(({ recipient_id }) => ({
        account_id,
        recipient_id,
        channel: 'webhook' as const,
        notice_types: [],
        scope: JSON.stringify({ type: 'all' }),
        quiet_from: null,
        quiet_to: null,
        digest_minutes: 0,
        escalate_minutes: 0,
        enabled: true,
        created_at,
      })),
    )
    .execute();
  await db.insertInto('delivery_cursor').values({ account_id, seq: 0 }).execute();
  return { accountId: account_id, trackerId };
}

async function appendNotice(accountId: number, trackerId: number): Promise<void> {
  const now = Date.now();
  const notice = {
    noticeType: 'SOS',
    time: now,
    latitude: null,
    longitude: null,
    battery: null,
    speed: null,
  } as const;
  await database.db.transaction().execute((tx) => appendNotices(tx, [{ accountId, trackerId, notice }], now));
}

async function countDelivered(): Promise<number> {
  const { count } = await database.db
    .selectFrom('delivery')
    .where('state', '=', 'delivered')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('loses none of 1,000 messages when the server is killed, and repeats some only with their key', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { accountId, trackerId } = await createAccount();
  const first = await startServer();
  webhooks.interrupt = (count) => {
    if (count >= FATAL) first.child.kill('SIGKILL');
    return count >= FATAL;
  };
  await appendNotice(accountId, trackerId);
  await eventually('the first messages', () => webhooks.received.length >= 100);
  await appendNotice(accountId, trackerId);
  expect(await first.end()).toBe('SIGKILL');

  webhooks.interrupt = () => false;
  // Instead of waiting until the leases of the killed server end.
  const leased = await database.db
    .updateTable('delivery')
    .set({ next_at: new Date(0) })
    .where('state', '=', 'sending')
    .executeTakeFirst();
  expect(leased.numUpdatedRows).toBeGreaterThan(0n);
  await startServer();
  // In steps, each of which has its own time.
  for (let expected = FATAL; expected <= 2 * RECIPIENTS; expected += 100) {
    await eventually(`${expected} delivered messages`, async () => (await countDelivered()) >= expected);
  }
  expect(await countDelivered()).toBe(2 * RECIPIENTS);

  const keys = new Map<string, Set<unknown>>();
  for (const { path, headers, body } of webhooks.received) {
    const { notices } = JSON.parse(body) as { notices: readonly { messageId: number }[] };
    for (const { messageId } of notices) {
      const message = `${path} ${messageId}`;
      keys.set(message, (keys.get(message) ?? new Set()).add(headers['webhook-id']));
    }
  }
  expect(keys.size).toBe(2 * RECIPIENTS);
  expect([...keys.values()].filter((used) => used.size > 1)).toEqual([]);
  expect(webhooks.received.length).toBeGreaterThan(2 * RECIPIENTS);
});
