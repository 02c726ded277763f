import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { parseAddress, withDatabase } from '../db/address.ts';
import { type Embedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

const TEMPLATE = 'wakeline_template';

export interface TestCluster {
  /** Of the cluster; `createTestDatabase` takes it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own in a temporary folder, with a migrated database to be copied. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wakeline-test-'));
  // The user that PostgreSQL runs as when root runs the tests has to get in.
  chmodSync(dataDir, 0o711);
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string) => void process.stderr.write(`${message}\n`),
  };
  let embedded: Embedded | undefined;
  try {
    embedded = await startEmbedded({ dataDir, log });
    // What a killed process has written is kept by the system; only a machine that loses power would need fsync.
    await withConnection(embedded.url, async (sql) => {
      await sql`alter system set fsync = off`;
      await sql`select pg_reload_conf()`;
    });
    await withConnection(embedded.url, (sql) => sql.unsafe(`create database ${TEMPLATE}`));
    await withConnection(withDatabase(embedded.url, TEMPLATE), (sql) => migrate(sql));
  } catch (error) {
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  const { url, stop } = embedded;
  return {
    url,
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The cluster of this process, where nobody has started one for it (see `testing/vitest-global-setup.ts`). */
let ownCluster: Promise<TestCluster> | undefined;

/** A migrated, empty database. Copied from the template, which takes some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = process.env.TEST_POSTGRES_URL ?? (await startOwnCluster()).url;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withConnection(clusterUrl, (sql) => sql.unsafe(`create database ${name} template ${TEMPLATE}`));
  return {
    url: withDatabase(clusterUrl, name),
    async drop() {
      await withConnection(clusterUrl, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

function startOwnCluster(): Promise<TestCluster> {
  ownCluster ??= startTestCluster();
  return ownCluster;
}

/** Ends the cluster that `createTestDatabase` started where it found none. */
export async function stopOwnCluster(): Promise<void> {
  const cluster = await ownCluster;
  ownCluster = undefined;
  await cluster?.stop();
}

async function withConnection<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const parsed = parseAddress(url);
  const sql = postgres(parsed.url, {
    ...parsed.address,
    max: 1,
    onnotice: () => undefined,
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
