import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestDevice } from '../ingest/testing/device.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { report } from '../ingest/testing/reports.ts';
import { startTestEngine, type TestEngine } from '../ingest/testing/test-engine.ts';
import { connect } from './database.ts';
import { listen, sendEvent } from './notify.ts';
import { openReadReplica } from './read-replica.ts';
import { type ReplicatedCluster, startReplicatedCluster } from './testing/replicated-cluster.ts';

const IMEIS = ['13912345678', '13912345679'];
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

let cluster: ReplicatedCluster;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  cluster = await startReplicatedCluster();
  cleanups.push(() => cluster.stop());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Sends reports one after the other; returns the times of the acknowledged ones, which grow. */
function sendReports(device: TestDevice, acknowledged: number[], isStopped: () => boolean): Promise<void> {
  return (async () => {
    for (let time = NOW - 3_600_000; !isStopped(); time += 1_000) {
      const { ok } = await device.reply(device.report(report({ time })));
      if (ok) acknowledged.push(time);
    }
  })();
}

async function connectAll(engine: TestEngine): Promise<readonly TestDevice[]> {
  const devices = IMEIS.map((imei) => TestDevice.connect(jt808, engine.port('jt808', 'tcp'), imei));
  return Promise.all(devices);
}

test('loses no acknowledged position when a standby takes over', { tags: ['cluster'] }, async () => {
  const engine = await startTestEngine({ url: cluster.url });
  cleanups.push(() => engine.close());
  const trackerIds = [await engine.addTracker(IMEIS[0] ?? ''), await engine.addTracker(IMEIS[1] ?? '')];
  const devices = await connectAll(engine);
  const acknowledged = devices.map((): number[] => []);
  let isStopped = false;
  const sending = devices.map((device, index) =>
    sendReports(device, acknowledged[index] ?? [], () => isStopped),
  );
  const count = () => Math.min(...acknowledged.map((times) => times.length));
  await eventually('reports are stored', () => count() >= 50);
  await cluster.killPrimary();
  const before = count();
  await cluster.promote();
  await eventually('reports are stored again', () => count() >= before + 50);
  isStopped = true;
  await Promise.all(sending);
  for (const [index, trackerId] of trackerIds.entries()) {
    expect(await engine.storedTimes(trackerId)).toEqual(acknowledged[index]);
  }
  const { rows } = await sql<{ count: number }>`select count(*) from position`.execute(engine.database.db);
  expect(rows[0]?.count).toBe(acknowledged.flat().length);
  for (const device of devices) device.close();
});

test('finds the server that accepts writes, for queries and events', { tags: ['cluster'] }, async () => {
  const [primary = '', standby = ''] = [cluster.primaryUrl, cluster.standbyUrl].map(
    (url) => new URL(url).host,
  );
  // The standby is the first one, so each connection has to continue with the second one.
  const url = cluster.primaryUrl.replace(primary, `${standby},${primary}`);
  const database = connect(url, 3);
  cleanups.push(() => database.close());
  const isStandby = async () => {
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(
      database.db,
    );
    return rows[0]?.standby;
  };
  expect(await Promise.all([isStandby(), isStandby(), isStandby()])).toEqual([false, false, false]);
  const events = await listen(url, { onError: () => undefined });
  cleanups.push(() => events.close());
  let [gaps, received] = [0, 0];
  events.onGap(() => {
    gaps += 1;
  });
  events.on('account', () => {
    received += 1;
  });
  const send = () =>
    database.db.transaction().execute((tx) => sendEvent(tx, { type: 'account', accountId: 1 }));
  await send();
  await eventually('the event is received', () => received === 1);
  await cluster.killPrimary();
  // Without a server that accepts writes, nothing is answered from the standby.
  await eventually('a query fails', () =>
    isStandby().then(
      () => false,
      () => true,
    ),
  );
  await expect(isStandby()).rejects.toThrow();
  await cluster.promote();
  await eventually('the events continue', () => gaps === 1);
  await send();
  await eventually('the event is received', () => received === 2);
  expect(await isStandby()).toBe(false);
});

test('reads from a replica only what is up to date', { tags: ['cluster'] }, async () => {
  const primary = connect(cluster.primaryUrl, 4);
  cleanups.push(() => primary.close());
  const registry = new Registry();
  const config = { databaseReadUrl: cluster.standbyUrl, databaseConnections: 4, readLag: 300 };
  const replica = openReadReplica({ primary, config, registry });
  cleanups.push(() => replica.close());
  const reads = async (outcome: string) => {
    const metric = await registry.getSingleMetric('wakeline_replica_reads_total')?.get();
    return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };
  let accounts = 0;
  /** Adds an account on the primary, and reads their number and the kind of the server at once. */
  async function readAfterWrite() {
    accounts += 1;
    await primary.db
      .insertInto('account')
      .values({ name: `account ${accounts}`, device_password: '123456' })
      .execute();
    const { rows } = await sql<{ count: number; isReplica: boolean }>`
      select count(*) as count, pg_is_in_recovery() as "isReplica" from account`.execute(replica.db);
    expect(rows[0]?.count).toBe(accounts);
    return rows[0]?.isReplica;
  }
  for (let count = 0; count < 20; count++) expect(await readAfterWrite()).toBe(true);
  expect(await reads('replica')).toBe(20);
  await cluster.pauseReplay(true);
  expect(await readAfterWrite()).toBe(false);
  expect(await reads('behind')).toBe(1);
  await cluster.pauseReplay(false);
  // It rests, then it is used again.
  await eventually('it is used again', readAfterWrite);
  await sql`alter system set synchronous_standby_names = ''`.execute(primary.db);
  await sql`select pg_reload_conf()`.execute(primary.db);
  await cluster.stopStandby();
  expect(await readAfterWrite()).toBe(false);
  expect(await reads('down')).toBe(1);
});
