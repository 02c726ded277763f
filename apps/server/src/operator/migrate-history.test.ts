import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HistoryCluster } from '../clickhouse/history-servers.ts';
import type { Environment } from '../config.ts';
import { connect, type Database, type Db } from '../db/database.ts';
import { createClickHouseEvents } from '../events/clickhouse/clickhouse-events.ts';
import { EVENT_TABLE } from '../events/clickhouse/table.ts';
import { createClickHousePositions } from '../positions/clickhouse/clickhouse-positions.ts';
import { POSITION_TABLE } from '../positions/clickhouse/table.ts';
import { HistoryLocationError, requireHistoryLocation } from '../positions/history-location.ts';
import { clickHouseCopy } from '../positions/migration/clickhouse-copy.ts';
import type { HistoryCopy } from '../positions/migration/history-copy.ts';
import { postgresCopy } from '../positions/migration/postgres-copy.ts';
import { ALL_TIMES, type PositionStore } from '../positions/position-store.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import {
  CLICKHOUSE_ENGINES,
  serversOf,
  startClickHouse,
  type TestClickHouse,
} from '../testing/clickhouse.ts';
import { fixAt, storeFixes } from '../testing/fixes.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const ALL = { first: 0, last: 1_000_000 };

let testDatabase: TestDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 3, 'test');
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

async function run(args: readonly string[], environment: Environment = {}) {
  let output = '';
  let errors = '';
  const variables = { DATABASE_URL: testDatabase.url, ...environment };
  const print = (printed: string) => {
    output += printed;
  };
  const status = await statusOf(
    () => runAdmin(['migrate-history', ...args], variables, { input: Readable.from(['']), print }),
    (printed) => {
      errors += printed;
    },
  );
  return { status, output: output.trim().split('\n'), errors: errors.trim() };
}

/** A session of another program of this product, as that of a server. */
async function connectServer(): Promise<Database> {
  const url = new URL(testDatabase.url);
  url.searchParams.delete('application_name');
  const server = connect(url.href, 1);
  await sql`select 1`.execute(server.db);
  return server;
}

/** Changes positions in a session that ends: its statistics are complete then. */
async function inSession(work: (db: Db) => Promise<void>): Promise<void> {
  const session = connect(testDatabase.url, 1, 'test');
  await work(session.db);
  await session.close();
}

test('refuses an unknown action, and a program without the servers', async () => {
  expect(await run(['away'])).toMatchObject({
    status: 64,
    errors: expect.stringMatching(/^away: is not one of to-clickhouse, to-postgresql, delete-copy/),
  });
  expect(await run(['to-clickhouse'])).toMatchObject({
    status: 1,
    errors: 'HISTORY_URL is required: it names the ClickHouse servers',
  });
});

test('reports servers that are away', async () => {
  const away = { HISTORY_URL: 'http://127.0.0.1:1/history' };
  expect(await run(['to-clickhouse'], away)).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/^ClickHouse: .*ECONNREFUSED/),
  });
});

test('starts a server only with the store that has the positions', async () => {
  const { db } = database;
  await requireHistoryLocation(db, 'postgresql');
  await storeFixes(db, 1, [fixAt(NOON)]);
  await expect(requireHistoryLocation(db, 'clickhouse')).rejects.toThrow(/^the positions are in PostgreSQL/);
  await sql`truncate position`.execute(db);
  // Nothing would be lost.
  await requireHistoryLocation(db, 'clickhouse');
  await requireHistoryLocation(db, 'clickhouse');
  await expect(requireHistoryLocation(db, 'postgresql')).rejects.toThrow(HistoryLocationError);
});

for (const engine of CLICKHOUSE_ENGINES) {
  describe(`moving positions to ${engine} and back`, { tags: ['cluster'] }, () => {
    let server: TestClickHouse;
    beforeAll(async () => {
      server = await startClickHouse(engine);
    });
    afterAll(() => server.close());

    let cluster: HistoryCluster;
    let positions: PositionStore;
    let environment: Environment;
    beforeEach(async () => {
      const urls = [await server.createDatabase(), await server.createDatabase()].map(
        (name) => `http://${server.host}/${name}`,
      );
      environment = { HISTORY_URL: urls.join(' ') };
      cluster = new HistoryCluster(serversOf(...urls), [POSITION_TABLE, EVENT_TABLE]);
      await cluster.prepare();
      positions = createClickHousePositions(cluster, { now: () => NOON });
      return () => cluster.close();
    });

    /** All rows of a store, as text. */
    async function rowsOf(store: PositionStore, trackers: readonly number[]): Promise<readonly string[]> {
      const rows: string[] = [];
      for (const trackerId of trackers) {
        const { times, coordinates, lengths, packed } = await store.readRows(
          database.db,
          { trackerId, ...ALL_TIMES },
          100_000,
        );
        rows.push(
          [trackerId, ...[times, coordinates, lengths, packed].map((one) => one?.toString('hex'))].join(),
        );
      }
      return rows;
    }

    const TRACKERS = [1, 2, 3, 500, 2_500];

    /** Some weeks of some devices, with all that a position can have. */
    async function fill(): Promise<void> {
      await inSession(async (db) => {
        for (const trackerId of TRACKERS)
          await storeFixes(
            db,
            trackerId,
            Array.from({ length: 40 }, (_, at) =>
              fixAt(
                NOON - at * DAY - trackerId,
                { latitude: -33.5 + at / 1_000, longitude: -70 - at, valid: at % 7 !== 3 },
                at % 2 === 0
                  ? {}
                  : { battery: at, alarms: ['SOS'], attributes: { note: 'é'.repeat(at * 5) } },
              ),
            ),
          );
      });
    }

    test('copies everything, switches when no server runs, and moves back', async () => {
      await fill();
      const before = await rowsOf(postgresPositions, TRACKERS);
      const moved = await run(['to-clickhouse'], environment);
      expect(moved).toMatchObject({ status: 0, errors: '' });
      expect(moved.output.slice(-2)).toEqual([
        '200 positions copied, 6 weeks compared, 0 unchanged',
        'The positions are in ClickHouse now. Start the servers with HISTORY_URL',
      ]);
      expect(await rowsOf(positions, TRACKERS)).toEqual(before);
      expect(await run(['to-clickhouse'], environment)).toMatchObject({
        status: 1,
        errors: 'the positions are in ClickHouse already',
      });
      expect((await run(['delete-copy'], environment)).output).toEqual([
        'The positions in PostgreSQL are deleted',
      ]);
      expect(
        await postgresPositions.count(
          database.db,
          TRACKERS.map((trackerId) => ({ trackerId, ...ALL_TIMES })),
        ),
      ).toBe(0);

      const event = { tracker_id: 1, time: NOON - 30 * DAY, kind: 2, ref: 1 };
      const archive = createClickHouseEvents(cluster, { now: () => NOON });
      await archive.insert([{ ...event, since: null, latitude: null, longitude: null, data: null }]);
      const back = await run(['to-postgresql'], environment);
      expect(back.output.at(-2)).toBe('1 events moved to PostgreSQL');
      const events = await sql`select tracker_id, time, kind, ref from event`.execute(database.db);
      expect(events.rows).toEqual([event]);
      expect(back.output.at(-1)).toBe(
        'The positions are in PostgreSQL now. Start the servers without HISTORY_URL',
      );
      expect(await rowsOf(postgresPositions, TRACKERS)).toEqual(before);
      expect((await run(['delete-copy'], environment)).output).toEqual([
        'The positions in ClickHouse are deleted',
      ]);
      expect(await rowsOf(positions, [1])).toEqual(['1,,,,']);
      expect(await rowsOf(postgresPositions, TRACKERS)).toEqual(before);
    });

    test('copies what changed while a server ran, and reads unchanged weeks once', async () => {
      await fill();
      const running = await connectServer();
      const first = await run(['to-clickhouse'], environment);
      expect(first.output.slice(-2)).toEqual([
        '200 positions copied, 6 weeks compared, 0 unchanged',
        'Stop all servers, then repeat the command to switch',
      ]);
      await requireHistoryLocation(database.db, 'postgresql');
      // A position of another time on the same day, a late one, a part of a track that is deleted.
      await inSession(async (db) => {
        await storeFixes(db, 1, [fixAt(NOON + 1), fixAt(NOON - 30 * DAY)]);
        await postgresPositions.delete(db, [2], { from: NOON - 3 * DAY, to: NOON - DAY });
      });
      await running.close();
      const last = await run(['to-clickhouse'], environment);
      expect(last.output.slice(-2)).toEqual([
        '2 positions copied, 2 deleted, 2 weeks compared, 4 unchanged',
        'The positions are in ClickHouse now. Start the servers with HISTORY_URL',
      ]);
      expect(await rowsOf(positions, TRACKERS)).toEqual(await rowsOf(postgresPositions, TRACKERS));
    });

    test('replaces what the target has of other content, and what the source does not have', async () => {
      await storeFixes(database.db, 1, [fixAt(NOON), fixAt(NOON + 1)]);
      const target = clickHouseCopy(cluster);
      const row = { trackerId: 1, latitude: 5, longitude: 6, packed: Buffer.from([1]) };
      await target.insert([
        { ...row, time: NOON },
        { ...row, time: NOON + 2 },
        { ...row, time: NOON + DAY },
        { ...row, time: NOON - 40 * DAY },
      ]);
      const { output } = await run(['to-clickhouse'], environment);
      expect(output.at(-1)).toMatch(/^The positions are in ClickHouse now/);
      expect(await rowsOf(positions, [1])).toEqual(await rowsOf(postgresPositions, [1]));
    });

    test('sums the first 40 bits of the MD5 of each position in both stores', async () => {
      const rows = [0, 1, 2].map((at) => ({
        trackerId: 7,
        time: NOON + at,
        latitude: -335_000_000 + at,
        longitude: at,
        packed: Buffer.from([at, 0, 0xff, 0x80]),
      }));
      const expected = rows
        .map(({ time, latitude, longitude, packed }) =>
          createHash('md5')
            .update(`${time} ${latitude} ${longitude} `)
            .update(packed)
            .digest()
            .readUIntBE(0, 5),
        )
        .reduce((sum, one) => sum + one, 0);
      const copies: readonly HistoryCopy[] = [postgresCopy(database.db), clickHouseCopy(cluster)];
      for (const copy of copies) {
        await copy.insert(rows);
        expect(await copy.daySums(ALL, { from: NOON, to: NOON + 10 })).toEqual([
          { trackerId: 7, day: Math.floor(NOON / DAY), count: 3, checksum: String(expected) },
        ]);
      }
    });
  });
}
