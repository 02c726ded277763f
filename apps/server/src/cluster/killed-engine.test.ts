import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { devicePortVariables } from '../testing/free-ports.ts';
import { NATS_SERVER, NatsServers } from '../testing/nats-servers.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { ServerProcess } from '../testing/server-process.ts';

const PARTITIONS = 4;
/** "engi" in ASCII: the class of the locks of partitions. */
const ENGINE_LOCK = 0x656e6769;
const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step();
});

describe.skipIf(NATS_SERVER === null)('a killed engine', { tags: ['cluster'] }, () => {
  test('loses its partitions to the others while its row still counts as live', async () => {
    const testDatabase = await createTestDatabase();
    cleanups.push(() => testDatabase.drop());
    const { db, close } = connect(testDatabase.url, 2);
    cleanups.push(close);
    const servers = await NatsServers.start();
    cleanups.push(() => servers.stop());
    const data = mkdtempSync(join(tmpdir(), 'wakeline-engines-'));
    cleanups.push(() => rmSync(data, { recursive: true, force: true }));
    const engines = [1, 2].map(
      (index) =>
        new ServerProcess({
          ...devicePortVariables(),
          DATABASE_URL: testDatabase.url,
          NATS_URL: servers.url,
          WAKELINE_DATA: join(data, String(index)),
          WAKELINE_ROLE: 'engine',
          WAKELINE_PORT: '0',
          WAKELINE_PARTITIONS: String(PARTITIONS),
          WAKELINE_STREAM_REPLICAS: '1',
          WAKELINE_STREAM_GB: '1',
          WAKELINE_LOG: 'fatal',
        }),
    );
    for (const engine of engines) {
      cleanups.push(() => engine.end('SIGKILL'));
      await engine.serving();
    }
    /** Partitions of each engine, by their locks. */
    const counts = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and classid = ${ENGINE_LOCK} and objsubid = 2
          and datname = current_database()
        group by application_name order by 1`.execute(db);
      return rows.map(({ count }) => count).join();
    };
    await eventually('each has two partitions', async () => (await counts()) === '2,2');
    await engines[0]?.end('SIGKILL');
    await eventually('the other one has all', async () => (await counts()) === '4');
    const { rows } = await sql<{ live: number }>`
      select count(*)::int as live from cluster_member where seen_at > now() - interval '10 seconds'`.execute(
      db,
    );
    expect(rows).toEqual([{ live: 2 }]);
  });
});
