import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { sql } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import type { Role } from '../../config/cluster.ts';
import { connect, type Database } from '../../db/database.ts';
import { listen } from '../../db/notify.ts';
import { createOutgoingGuard } from '../../outgoing/guard.ts';
import { postgresPositions } from '../../positions/postgres/postgres-positions.ts';
import { readTrack } from '../../positions/read-track.ts';
import { testFiles } from '../../testing/files.ts';
import { NATS_SERVER, NatsServers } from '../../testing/nats-servers.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { blockCommits } from '../testing/blocked-commits.ts';
import { TestDevice } from '../testing/device.ts';
import { eventually } from '../testing/eventually.ts';
import { report } from '../testing/reports.ts';
import { startTestCluster } from '../testing/test-cluster.ts';
import { RecordedFeed } from '../testing/test-engine.ts';

const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const IMEIS = ['13912345601', '13912345602', '13912345603', '13912345604', '13912345605', '13912345606'];

const cleanUp: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** A database with account 1, and NATS servers. */
async function createSite(natsServers: 1 | 3 = 1) {
  const testDatabase = await createTestDatabase();
  cleanUp.push(() => testDatabase.drop());
  const database = connect(testDatabase.url, 4);
  cleanUp.push(() => database.close());
  await sql`
    insert into account (account_id, name, device_password) overriding system value
    values (1, 'Harbour', '123456')`.execute(database.db);
  const servers = await NatsServers.start(natsServers);
  cleanUp.push(() => servers.stop());
  return { url: testDatabase.url, database, servers };
}

type Site = Awaited<ReturnType<typeof createSite>>;

/** A process with its own connections to database and NATS. */
async function startProcess(site: Site, roles: readonly Role[]) {
  const database = connect(site.url, 4);
  const events = await listen(site.url, { onError: () => undefined });
  const feed = new RecordedFeed();
  const registry = new Registry();
  const { ingest, stop } = await startTestCluster(
    {
      database,
      positions: postgresPositions,
      eventArchive: null,
      openWriter: () => connect(site.url, 1),
      protocols: PROTOCOLS,
      host: '127.0.0.1',
      ports: { jt808: 0, osmand: 0 },
      clock: systemClock,
      log: pino({ level: 'silent' }),
      registry,
      feed,
      events,
      trustProxy: false,
      aisPort: null,
      guard: createOutgoingGuard([]),
      mediaFiles: testFiles(database.db),
      onForwarded: () => undefined,
    },
    { url: site.url, servers: site.servers, roles, replicas: site.servers.urls.length, awaitsCommit: false },
  );
  await ingest.start();
  async function close(): Promise<void> {
    await ingest.stop();
    await stop();
    await events.close();
    await database.close();
  }
  let closing: Promise<void> | null = null;
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  cleanUp.push(closeOnce);
  const portOf = (protocol: string): number =>
    ingest.status().listeners.find((one) => one.protocol === protocol)?.port ?? 0;
  const metric = async (name: string): Promise<number> => {
    const found = await registry.getSingleMetric(name)?.get();
    return (found?.values ?? []).reduce((sum, { value }) => sum + value, 0);
  };
  return { ingest, feed, portOf, metric, close: closeOnce };
}

async function addTrackers({ db }: Database, imeis: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const imei of imeis) {
    const row = await db
      .insertInto('tracker')
      .values({ account_id: 1, name: imei, imei, password: '123456' })
      .returning('tracker_id')
      .executeTakeFirstOrThrow();
    ids.push(row.tracker_id);
  }
  return ids;
}

async function connectDevice(port: number, imei: string): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, port, imei);
  cleanUp.push(() => device.close());
  return device;
}

async function storedTimes({ db }: Database, trackerId: number): Promise<readonly number[]> {
  const track = await readTrack(
    { db, positions: postgresPositions },
    { trackerId, from: 0, to: Number.MAX_SAFE_INTEGER, now: 0 },
    100_000,
  );
  return track.map(({ time }) => time);
}

async function partitionsOf(process: Awaited<ReturnType<typeof startProcess>>): Promise<number> {
  return process.metric('wakeline_partitions');
}

describe.skipIf(NATS_SERVER === null)('a cluster', { tags: ['cluster'] }, () => {
  test('stores what a gateway has acknowledged, with the engine in another process', async () => {
    const site = await createSite();
    const [trackerId = 0] = await addTrackers(site.database, IMEIS);
    const gateway = await startProcess(site, ['gateway']);
    const device = await connectDevice(gateway.portOf('jt808'), IMEIS[0] ?? '');
    // No engine runs yet.
    await device.reply(device.report(report({ time: NOW - 2_000 })));
    await device.reply(device.report(report({ time: NOW - 1_000, alarms: ['SOS'] })));
    expect(await storedTimes(site.database, trackerId)).toEqual([]);

    const engine = await startProcess(site, ['engine']);
    await eventually(
      'both are stored',
      async () => (await storedTimes(site.database, trackerId)).length === 2,
    );
    await eventually('the notice is published', () => engine.feed.entries.length > 0);
    expect(engine.feed.entries).toMatchObject([{ trackerId, payload: { noticeType: 'SOS' } }]);
  });

  test('divides the partitions among engines, and moves them when one stops', async () => {
    const site = await createSite();
    const ids = await addTrackers(site.database, IMEIS);
    const gateway = await startProcess(site, ['gateway']);
    const first = await startProcess(site, ['engine']);
    expect(await partitionsOf(first)).toBe(4);
    const second = await startProcess(site, ['engine']);
    await eventually(
      'each has two',
      async () => (await partitionsOf(first)) === 2 && (await partitionsOf(second)) === 2,
    );

    const devices = await Promise.all(IMEIS.map((imei) => connectDevice(gateway.portOf('jt808'), imei)));
    for (const device of devices)
      await device.reply(device.report(report({ time: NOW - 2_000, alarms: ['SOS'] })));
    await first.close();
    for (const device of devices)
      await device.reply(device.report(report({ time: NOW - 1_000, alarms: ['SOS'] })));
    for (const id of ids)
      await eventually('both are stored', async () => (await storedTimes(site.database, id)).length === 2);
    await eventually('the second has all', async () => (await partitionsOf(second)) === 4);
    // The new owners continue with the states of the former ones: one notice per episode.
    const { count } = await site.database.db
      .selectFrom('account_log')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(IMEIS.length);
  });

  test('applies no message twice when another engine has stored it', async () => {
    const site = await createSite();
    const [trackerId = 0] = await addTrackers(site.database, IMEIS);
    const process = await startProcess(site, ['gateway', 'engine']);
    const device = await connectDevice(process.portOf('jt808'), IMEIS[0] ?? '');
    await device.reply(device.report(report({ time: NOW - 3_000 })));
    await eventually('it is stored', async () => (await storedTimes(site.database, trackerId)).length === 1);
    // As if an engine that still holds the lock, by its own belief, had been replaced.
    await sql`update partition_offset set seq = seq + 100`.execute(site.database.db);
    await device.reply(device.report(report({ time: NOW - 2_000 })));
    // The batch is refused, and the partition is opened again behind the number in the database.
    await eventually('the partition was given up and taken again', async () => {
      const { rows } = await sql<{ seq: number }>`select min(seq) as seq from partition_offset`.execute(
        site.database.db,
      );
      return (rows[0]?.seq ?? 0) >= 100 && (await partitionsOf(process)) === 4;
    });
    expect(await storedTimes(site.database, trackerId)).toEqual([NOW - 3_000]);
  });

  test('acknowledges nothing while the stream is unavailable, and loses nothing', async () => {
    const site = await createSite();
    const [trackerId = 0] = await addTrackers(site.database, IMEIS);
    const process = await startProcess(site, ['gateway', 'engine']);
    const device = await connectDevice(process.portOf('jt808'), IMEIS[0] ?? '');
    await device.reply(device.report(report({ time: NOW - 3_000 })));
    await site.servers.end(0, 'SIGKILL');
    const frame = device.report(report({ time: NOW - 2_000 }));
    await eventually('the failure is counted', async () => {
      return (await process.metric('wakeline_stream_publish_failures_total')) > 0;
    });
    expect(process.ingest.status().storing).toBe(false);
    expect(device.replies).toHaveLength(1);
    await site.servers.run(0);
    await device.reply(frame);
    await eventually('it is stored', async () => (await storedTimes(site.database, trackerId)).length === 2);
    expect(process.ingest.status().storing).toBe(true);
  });

  test('loses nothing and goes on when each server of three is killed in turn', async () => {
    const site = await createSite(3);
    const ids = await addTrackers(site.database, IMEIS);
    const process = await startProcess(site, ['gateway', 'engine']);
    const devices = await Promise.all(IMEIS.map((imei) => connectDevice(process.portOf('jt808'), imei)));
    let count = 0;
    const send = async () => {
      for (const device of devices)
        await device.reply(device.report(report({ time: NOW - 100_000 + count * 1_000 })));
      count += 1;
    };
    // One of them has the connection of the process, and some consumers.
    for (const server of [0, 1, 2]) {
      for (let before = 0; before < 3; before += 1) await send();
      await site.servers.end(server, 'SIGKILL');
      for (let after = 0; after < 3; after += 1) await send();
      for (const id of ids)
        await eventually(
          `all are stored without server ${server}`,
          async () => (await storedTimes(site.database, id)).length === count,
        );
      await site.servers.run(server);
    }
  });

  test('publishes a request in several messages if it is larger than one', async () => {
    const site = await createSite();
    const [trackerId = 0] = await addTrackers(site.database, IMEIS);
    const process = await startProcess(site, ['gateway', 'engine']);
    // A megabyte is the limit of a message of NATS; the attributes are stored with each position.
    const padding = 'x'.repeat(60_000);
    const device = await connectDevice(process.portOf('jt808'), IMEIS[0] ?? '');
    await device.reply(device.report(report({ time: NOW - 60_000 })));
    const requests = Array.from({ length: 40 }, (_, index) =>
      fetch(`http://127.0.0.1:${process.portOf('osmand')}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `id=${IMEIS[0]}&lat=53.5&lon=9.9&timestamp=${NOW / 1_000 - index}&note=${padding}`,
      }),
    );
    const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([200]));
    await eventually(
      'all are stored',
      async () => (await storedTimes(site.database, trackerId)).length === 41,
    );
  });

  test('acknowledges reports by the stream while the database stores nothing', async () => {
    const site = await createSite();
    const [trackerId = 0] = await addTrackers(site.database, IMEIS);
    const process = await startProcess(site, ['gateway', 'engine']);
    const device = await connectDevice(process.portOf('jt808'), IMEIS[0] ?? '');
    await device.reply(device.report(report({ time: NOW - 1_000 })));
    await eventually('it is stored', async () => (await storedTimes(site.database, trackerId)).length === 1);
    const release = await blockCommits(site);
    // Acknowledged by the stream although the database stores nothing.
    await device.reply(device.report(report({ time: NOW })));
    expect(await storedTimes(site.database, trackerId)).toHaveLength(1);
    await release();
    await eventually('it is stored', async () => (await storedTimes(site.database, trackerId)).length === 2);
  });
});
