import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { TestDevice } from '../ingest/testing/device.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { report } from '../ingest/testing/reports.ts';
import { devicePortVariables, freePorts } from '../testing/free-ports.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { ServerProcess } from '../testing/server-process.ts';
import { WebhookServer } from '../testing/webhook-server.ts';
import type { ForwardedBody } from './testing/forwarded.ts';

const IMEI = '13800000001';
/** Positions after the restart. */
const MORE = 10;
/** The request that kills the server, which gets no response. */
const FATAL = 15;

let testDatabase: TestDatabase;
let database: Database;
let receiver: WebhookServer;
let folder: string;
let devicePort: number;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  receiver = await WebhookServer.start();
  folder = mkdtempSync(join(tmpdir(), 'wakeline-killed-'));
  [devicePort = 0] = await freePorts(1);
  await sql`
    with harbour as (insert into account (name, device_password) values ('Harbour', '123456') returning account_id),
    gull as (
      insert into tracker (account_id, name, imei, password) select account_id, 'Gull', ${IMEI}, '123456' from harbour
    )
    insert into forward_target (account_id, name, kind, url, contents, scope, enabled, created_at, next_at)
    select account_id, 'Archive', 'http', ${receiver.url}, '{positions}', '{"type": "all"}', true, now(), now()
    from harbour`.execute(database.db);
});
afterAll(async () => {
  receiver.stop();
  for (const server of servers) await server.end('SIGTERM');
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
    ...devicePortVariables({ jt808: devicePort }),
  });
  servers.push(server);
  await server.serving();
  return server;
}

/** Sends positions one after the other and returns the times of the acknowledged ones. */
async function sendPositions(times: Iterable<number>): Promise<readonly number[]> {
  const protocol = PROTOCOLS.find(({ name }) => name === 'jt808');
  if (protocol?.kind !== 'stream') throw new Error('jt808 is a stream protocol');
  const device = await TestDevice.connect(protocol, devicePort, IMEI);
  await device.logIn();
  const acknowledged: number[] = [];
  try {
    for (const time of times) {
      await device.reply(device.report(report({ time })));
      acknowledged.push(time);
    }
  } catch {
    // The server was killed.
  } finally {
    device.close();
  }
  return acknowledged;
}

/** Times of ever later positions, epoch milliseconds. */
function* secondsFrom(start: number): Generator<number> {
  for (let time = start; ; time += 1_000) yield time;
}

test('loses no position when the server is killed, and repeats a message only with its key', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const start = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
  const first = await startServer();
  receiver.interrupt = (count) => {
    if (count === FATAL) first.child.kill('SIGKILL');
    return count >= FATAL;
  };
  const acknowledged = await sendPositions(secondsFrom(start));
  expect(await first.end()).toBe('SIGKILL');

  receiver.interrupt = () => false;
  // Instead of waiting until the lease of the killed server ends.
  const leased = await sql`update forward_target set next_at = now() where sending`.execute(database.db);
  expect(leased.numAffectedRows).toBe(1n);
  await startServer();
  // The device repeats what was not acknowledged; the server may have stored it.
  const times = Array.from({ length: acknowledged.length + MORE }, (_, at) => start + at * 1_000);
  expect(await sendPositions(times.slice(acknowledged.length))).toHaveLength(MORE);
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as ForwardedBody);
  const keysOf = () => {
    const keys = new Map<number, Set<string>>();
    for (const { id, positions } of bodies())
      for (const { time } of positions) keys.set(time, (keys.get(time) ?? new Set()).add(id));
    return keys;
  };
  await eventually('all positions', () => keysOf().size >= times.length);
  const keys = keysOf();
  expect([...keys.keys()]).toEqual(times);
  expect([...keys.values()].filter((used) => used.size > 1)).toEqual([]);
  // The message to which nothing responded came twice.
  const [fatal] = bodies().slice(FATAL - 1);
  expect(bodies().filter(({ id }) => id === fatal?.id)).toHaveLength(2);
});
