import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type { Db } from '../../db/database.ts';
import { HistoryUnavailableError } from '../../db/history-unavailable.ts';
import { createClickHouseEvents } from '../../events/clickhouse/clickhouse-events.ts';
import { EVENT_TABLE } from '../../events/clickhouse/table.ts';
import type { StoredEvent } from '../../events/event-archive.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { serversOf, startClickHouse, type TestClickHouse } from '../../testing/clickhouse.ts';
import { fixAt } from '../../testing/fixes.ts';
import { startZooKeeper, type TestZooKeeper } from '../../testing/zookeeper.ts';
import { PositionColumns } from '../insert.ts';
import { ALL_TIMES } from '../position-store.ts';
import { unpackRows } from '../row-bytes.ts';
import { createClickHousePositions } from './clickhouse-positions.ts';
import { POSITION_TABLE } from './table.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
/** Positions of a ClickHouse need no database. */
const NO_DATABASE = null as unknown as Db;

describe('positions on three replicas', { tags: ['cluster'] }, () => {
  let keeper: TestZooKeeper;
  const servers: TestClickHouse[] = [];
  let databases = 0;

  beforeAll(async () => {
    keeper = await startZooKeeper();
    for (let index = 0; index < 3; index += 1)
      servers.push(await startClickHouse('ClickHouse 18.16', keeper.port));
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await keeper.close();
  });

  /** Creates a database of one name on all servers. */
  async function createDatabase(): Promise<string> {
    const name = `replicated_${databases}`;
    databases += 1;
    for (const { host } of servers) {
      const client = createClient({ url: `http://${host}` });
      await client.command({ query: `create database ${name}` });
      await client.close();
    }
    return name;
  }

  test('stores batches of several partitions and processes that are inserted at the same time', async () => {
    const url = `http://${servers.map(({ host }) => host).join()}/${await createDatabase()}`;
    const clusters = [1, 2].map(() => new HistoryCluster(serversOf(url), [POSITION_TABLE]));
    for (const cluster of clusters) expect(await cluster.prepare()).toEqual([]);
    const processes = clusters.map((cluster) => createClickHousePositions(cluster, { now: () => NOON }));
    const trackers = [1, 2, 3, 4, 5, 6, 7, 8];
    const [batches, each] = [10, 5];
    await Promise.all(
      trackers.map(async (trackerId) => {
        const insertion = processes[trackerId % 2]?.outside?.openBatchInsertion();
        for (let batch = 0; batch < batches; batch += 1) {
          const columns = new PositionColumns();
          for (let row = 0; row < each; row += 1)
            columns.add(trackerId, fixAt(NOON + (batch * each + row) * 1_000));
          const stamp = insertion?.stampAt(NOON) ?? 0;
          expect((await insertion?.insert(columns, { stamp, newest: () => null }))?.inserted).toBe(each);
        }
      }),
    );
    const spans = trackers.map((trackerId) => ({ trackerId, ...ALL_TIMES }));
    expect(await processes[0]?.count(NO_DATABASE, spans)).toBe(trackers.length * batches * each);
    for (const cluster of clusters) await cluster.close();
  });

  test('stores on a majority, continues without one of them, and not without two', async () => {
    const [first, second, third] = servers as [TestClickHouse, TestClickHouse, TestClickHouse];
    const hosts = servers.map(({ host }) => host).join();
    const cluster = new HistoryCluster(serversOf(`http://${hosts}/${await createDatabase()}`), [
      POSITION_TABLE,
      EVENT_TABLE,
    ]);
    expect(await cluster.prepare()).toEqual([]);
    const positions = createClickHousePositions(cluster, { now: () => NOON });
    let now = NOON;
    const archive = createClickHouseEvents(cluster, { now: () => now++ });
    const insertion = positions.outside?.openBatchInsertion();
    const store = async (time: number) => {
      const columns = new PositionColumns();
      columns.add(7, fixAt(time));
      await insertion?.insert(columns, { stamp: insertion.stampAt(time), newest: () => null });
    };
    const times = async () => {
      const rows = await positions.readRows(NO_DATABASE, { trackerId: 7, ...ALL_TIMES }, 10);
      return Array.from(unpackRows(rows), ({ time }) => time - NOON);
    };
    const event: StoredEvent = {
      ...{
        tracker_id: 7,
        time: NOON,
        kind: 9,
        ref: 0,
        since: null,
        latitude: null,
        longitude: null,
        data: null,
      },
    };
    await store(NOON);
    await first.kill();
    await eventually('another replica has the position', async () => (await times()).length === 1);
    await store(NOON + 1);
    expect(await times()).toEqual([0, 1]);
    await archive.insert([event]);
    await second.kill();
    await expect(archive.insert([event])).rejects.toThrow(HistoryUnavailableError);
    await expect(store(NOON + 2)).rejects.toThrow(HistoryUnavailableError);
    await first.start();
    await eventually('a majority accepts positions again', async () => {
      await store(NOON + 2).catch(() => undefined);
      return (await times()).includes(2);
    });
    await positions.delete(NO_DATABASE, [7], { from: NOON + 1, to: NOON + 1 });
    expect(await times()).toEqual([0, 2]);
    await third.kill();
    await second.start();
    await eventually('each replica has all of it', async () => (await times()).join() === '0,2');
    const spans = [{ trackerId: 7, ...ALL_TIMES }];
    await eventually('each replica has the event', async () => {
      const events = await archive.read({ spans, kinds: null, refs: null }, 10);
      return events.length === 1;
    });
    await cluster.close();
  });
});
