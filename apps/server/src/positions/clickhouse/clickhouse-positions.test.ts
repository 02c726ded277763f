import { createClient } from '@clickhouse/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HistoryCluster, LayoutError } from '../../clickhouse/history-servers.ts';
import type { Db } from '../../db/database.ts';
import { HistoryUnavailableError } from '../../db/history-unavailable.ts';
import { classifyFailure } from '../../http/failures.ts';
import {
  CLICKHOUSE_ENGINES,
  serversOf,
  startClickHouse,
  type TestClickHouse,
} from '../../testing/clickhouse.ts';
import { fixAt } from '../../testing/fixes.ts';
import { PositionColumns } from '../insert.ts';
import { ALL_TIMES, type BatchInsertion, type PositionStore } from '../position-store.ts';
import { unpackRows } from '../row-bytes.ts';
import { createClickHousePositions } from './clickhouse-positions.ts';
import { POSITION_TABLE } from './table.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
/** Positions of a ClickHouse need no database. */
const NO_DATABASE = null as unknown as Db;

for (const engine of CLICKHOUSE_ENGINES) {
  describe(`positions in ${engine}`, { tags: ['cluster'] }, () => {
    let server: TestClickHouse;
    let url: string;
    const clusters: HistoryCluster[] = [];

    beforeAll(async () => {
      server = await startClickHouse(engine);
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      url = `http://${server.host}/${await server.createDatabase()}`;
    });
    afterEach(async () => {
      for (const cluster of clusters.splice(0)) await cluster.close();
    });

    function open(...urls: readonly string[]): HistoryCluster {
      const cluster = new HistoryCluster(serversOf(...urls), [POSITION_TABLE]);
      clusters.push(cluster);
      return cluster;
    }

    /** A server process: its store, and the insertion of its partition. */
    function startProcess(): { positions: PositionStore; insertion: BatchInsertion } {
      const positions = createClickHousePositions(open(url), { now: () => NOON });
      const insertion = positions.outside?.openBatchInsertion();
      if (insertion === undefined) throw new Error('positions of ClickHouse are outside of the database');
      return { positions, insertion };
    }

    function columnsOf(...times: readonly number[]): PositionColumns {
      const columns = new PositionColumns();
      for (const time of times) columns.add(7, fixAt(time));
      return columns;
    }

    /** Latitudes of all positions of tracker 7. */
    async function latitudes(positions: PositionStore): Promise<readonly number[]> {
      const rows = await positions.readRows(NO_DATABASE, { trackerId: 7, ...ALL_TIMES }, 100);
      return Array.from(unpackRows(rows), ({ fix }) => fix.latitude);
    }

    /** Rows of the table, also those of one key. */
    async function storedRows(): Promise<number> {
      const client = createClient({ url });
      const result = await client.query({
        query: 'select toInt32(count()) as n from position',
        format: 'JSONEachRow',
      });
      const [row] = await result.json<{ n: number }>();
      await client.close();
      return row?.n ?? 0;
    }

    test('counts the late positions of a batch as new when it is repeated', async () => {
      const { positions, insertion } = startProcess();
      const stamp = insertion.stampAt(NOON);
      const options = { stamp, newest: () => NOON };
      const late = columnsOf(NOON - 2, NOON - 1);
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await insertion.insert(late, options)).toEqual({ inserted: 2, keys: null });
      expect(await latitudes(positions)).toEqual([54, 54]);
      // Another batch has them already.
      const again = { ...options, stamp: insertion.stampAt(NOON + 1) };
      expect(await insertion.insert(late, again)).toEqual({ inserted: 0, keys: new Set() });
    });

    test('keeps the first position of a time even if the clock stands still', async () => {
      const { positions, insertion } = startProcess();
      for (const latitude of [1, 2, 3]) {
        const columns = new PositionColumns();
        columns.add(7, fixAt(NOON, { latitude }));
        const stamp = insertion.stampAt(NOON);
        // As if the batches did not know of each other: all rows are inserted.
        await insertion.insert(columns, { stamp, newest: () => null });
      }
      expect(await latitudes(positions)).toEqual([1]);
    });

    test('counts late positions as new that another process stored just before it ended', async () => {
      const first = startProcess();
      const stamp = first.insertion.stampAt(NOON);
      await first.insertion.insert(columnsOf(NOON - 2), { stamp, newest: () => NOON });
      const newest = () => NOON;
      const soon = startProcess().insertion;
      const repeated = { stamp: soon.stampAt(NOON + MINUTE), newest };
      expect((await soon.insert(columnsOf(NOON - 2), repeated)).inserted).toBe(1);
      const later = startProcess().insertion;
      const muchLater = { stamp: later.stampAt(NOON + 30 * MINUTE), newest };
      expect((await later.insert(columnsOf(NOON - 2), muchLater)).inserted).toBe(0);
      expect(await latitudes(later === soon ? first.positions : startProcess().positions)).toEqual([54]);
    });

    test('looks up nothing while reports are in order', async () => {
      const { insertion } = startProcess();
      for (let second = 1; second <= 3; second += 1) {
        const options = { stamp: insertion.stampAt(NOON + second), newest: () => NOON + second - 1 };
        expect((await insertion.insert(columnsOf(NOON + second), options)).inserted).toBe(1);
      }
      // A report whose time the state does not know yet is not looked up, so it is inserted again and read once.
      const unknown = { stamp: insertion.stampAt(NOON + 9), newest: () => NOON };
      await insertion.insert(columnsOf(NOON + 3), unknown);
      expect(await storedRows()).toBeLessThanOrEqual(4);
    });

    test('refuses servers with another number of shards', async () => {
      const other = `http://${server.host}/${await server.createDatabase()}`;
      expect(await open(url, other).prepare()).toEqual([]);
      expect(await open(url, other).prepare()).toEqual([]);
      await expect(open(url).prepare()).rejects.toThrow(LayoutError);
      await expect(open(other, url).prepare()).rejects.toThrow(/has shard 2 of 2; .* as shard 1 of 2/);
    });

    test('fails with a name while the server is away, and continues with what was acknowledged', async () => {
      const { positions, insertion } = startProcess();
      await insertion.insert(columnsOf(NOON), { stamp: insertion.stampAt(NOON), newest: () => null });
      await server.kill();
      const stamp = insertion.stampAt(NOON + 1);
      const store = () => insertion.insert(columnsOf(NOON + 1), { stamp, newest: () => NOON });
      await expect(store()).rejects.toThrow(HistoryUnavailableError);
      const failure: unknown = await latitudes(positions).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(HistoryUnavailableError);
      expect(classifyFailure(failure).error.errorName).toBe('history-away');
      expect(await open(url).prepare()).toHaveLength(1);
      await server.start();
      expect(await latitudes(positions)).toEqual([54]);
      await store();
      expect(await latitudes(positions)).toEqual([54, 54]);
    });

    test('reports a wrong query as a fault of the program, not of the server', async () => {
      const [shard] = open(url).shards;
      const failure: unknown = await shard?.read('select nonsense').catch((error: unknown) => error);
      expect(failure).not.toBeInstanceOf(HistoryUnavailableError);
      expect(classifyFailure(failure).error.errorName).toBe('internal');
    });
  });
}
