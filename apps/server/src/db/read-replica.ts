import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { toConnectionOptions } from './connection-options.ts';
import type { Database, Db } from './database.ts';
import type { Schema } from './schema.ts';

/** Milliseconds for which a replica that failed or lagged is not asked again. */
const REST_MS = 5_000;
/** Milliseconds between two looks at what the replica has replayed. */
const POLL_INTERVAL = 5;
const CONNECT_TIMEOUT = 3_000;

export interface ReadReplica {
  /** For heavy reads. A query sees at least everything that was committed before it. */
  readonly db: Db;
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  readonly primary: Database;
  readonly config: {
    /** Null: reads use the primary. */
    readonly databaseReadUrl: string | null;
    readonly databaseConnections: number;
    /** Milliseconds that a read waits for the replica at most; then it uses the primary. */
    readonly readLag: number;
  };
  readonly registry: Registry;
}

/**
 * Sends reads to a replica of the database. Each connection that is taken for a read first waits until the replica has replayed
 * what the primary had flushed at that moment, so nobody misses what they have just written. A replica that lags or is
 * down is not used, and rests for some seconds.
 */
export function openReadReplica({ primary, config, registry }: ReadReplicaOptions): ReadReplica {
  const { databaseReadUrl: url, databaseConnections, readLag } = config;
  if (url === null) return { db: primary.db, close: async () => undefined };
  const metrics = createReplicaMetrics(registry);
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    application_name: 'wakeline reads',
    ...toConnectionOptions(url),
    max: databaseConnections,
    types,
    // Also limits the wait for a free connection: the primary has others.
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let restsUntil = Number.NEGATIVE_INFINITY;

  /** A connection to the replica with everything that is committed now; null: use the primary. */
  async function connectToReplica(): Promise<pg.PoolClient | null> {
    if (performance.now() < restsUntil) return null;
    const lsn = await readPosition(primary);
    const startedAt = performance.now();
    const client = await pool.connect();
    try {
      for (;;) {
        if (await hasReplayed(client, lsn)) break;
        if (performance.now() - startedAt >= readLag) {
          client.release();
          rest('behind');
          return null;
        }
        await delay(POLL_INTERVAL);
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    metrics.lag.observe((performance.now() - startedAt) / 1_000);
    metrics.reads.inc({ outcome: 'replica' });
    return client;
  }

  function rest(outcome: 'behind' | 'down'): void {
    restsUntil = performance.now() + REST_MS;
    metrics.reads.inc({ outcome });
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      const client = await connectToReplica();
      if (client !== null) return client;
    } catch {
      // It is down, or it is the primary now.
      rest('down');
    }
    metrics.reads.inc({ outcome: 'primary' });
    return primary.connectClient();
  }

  const dialect = new PostgresDialect({
    pool: { options: pool.options, connect, end: () => pool.end() },
  });
  const db = new Kysely<Schema>({ dialect });
  return { db, close: () => db.destroy() };
}

/** What the primary has flushed: it contains every commit that was confirmed. */
async function readPosition({ connectClient }: Database): Promise<string> {
  const client = await connectClient();
  try {
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    return rows[0]?.lsn ?? '';
  } finally {
    client.release();
  }
}

/** @throws Error if the server is no replica (any more) */
async function hasReplayed(client: pg.PoolClient, lsn: string): Promise<boolean> {
  const { rows } = await client.query<{ replica: boolean; replayed: boolean }>(
    'select pg_is_in_recovery() as replica, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
    [lsn],
  );
  if (rows[0]?.replica !== true) throw new Error('the server for reads is not a replica');
  return rows[0].replayed;
}

/** Counts the reads of a server with a replica. */
export function createReplicaMetrics(registry: Registry) {
  const registers = [registry];
  return {
    reads: new Counter({
      name: 'wakeline_replica_reads_total',
      help: 'Heavy reads by the server that they used; behind and down: why the replica was not used',
      labelNames: ['outcome'] as const,
      registers,
    }),
    lag: new Histogram({
      name: 'wakeline_replica_lag_seconds',
      help: 'How long a read waited for the replica to replay what was committed before it',
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
  };
}
