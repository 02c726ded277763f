import { PROTOCOLS } from '@wakeline/protocols/registry';
import { sql } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { type Clock, systemClock } from '../../clock.ts';
import type { LoggedEntry } from '../../db/account-log.ts';
import { connect, type Database } from '../../db/database.ts';
import { type EventSubscription, listen } from '../../db/notify.ts';
import type { LiveFeed, StateChange } from '../../live/feed.ts';
import { createOutgoingGuard } from '../../outgoing/guard.ts';
import { postgresPositions } from '../../positions/postgres/postgres-positions.ts';
import { readTrack } from '../../positions/read-track.ts';
import { testFiles } from '../../testing/files.ts';
import { IS_CLUSTER } from '../../testing/is-cluster.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { createEngine, type Engine, type EngineDependencies } from '../engine.ts';
import { startTestCluster } from './test-cluster.ts';

/** Records what the engine publishes to the live feed, in order. */
export class RecordedFeed implements LiveFeed {
  readonly changes: StateChange[] = [];
  readonly entries: LoggedEntry[] = [];

  publishStates(changes: readonly StateChange[]): void {
    this.changes.push(...changes);
  }

  publishLog(entries: readonly LoggedEntry[]): void {
    this.entries.push(...entries);
  }
}

export interface TestEngine {
  readonly database: Database;
  readonly url: string;
  readonly engine: Engine;
  readonly feed: RecordedFeed;
  port(protocol: string, transport?: string): number;
  /** Registers a tracker in account 1. Returns its id. */
  addTracker(imei: string): Promise<number>;
  /** Times of all stored valid positions of a tracker, oldest first, also of an expired one. */
  storedTimes(trackerId: number): Promise<readonly number[]>;
  /** The value of a metric, summed over the labels that are not given. */
  metricValue(name: string, labels?: Readonly<Record<string, string>>): Promise<number>;
  /** Reports of devices that wait for their commit. */
  queuedReports(): Promise<number>;
  close(): Promise<void>;
}

interface Options
  extends Partial<
    Pick<EngineDependencies, 'limits' | 'positions' | 'eventArchive' | 'protocols' | 'trustProxy' | 'writers'>
  > {
  readonly clock?: Clock;
  /** URL of an existing database, which is not dropped when the engine closes. */
  readonly url?: string;
  /** URL that the engine writes to, if it differs. */
  readonly writerUrl?: string;
}

/** Starts an engine on its own database with account 1, listening on free ports. */
export async function startTestEngine(options: Options = {}): Promise<TestEngine> {
  const testDatabase = options.url === undefined ? await createTestDatabase() : null;
  const url = options.url ?? testDatabase?.url ?? '';
  const database = connect(url, 4);
  const events: EventSubscription = await listen(url, {
    onError(error) {
      throw new Error('an event could not be received', { cause: error });
    },
  });
  const feed = new RecordedFeed();
  const registry = new Registry();
  const protocols = options.protocols ?? PROTOCOLS;
  const { db } = database;
  const { positions = postgresPositions } = options;
  await sql`
    insert into account (account_id, name, device_password) overriding system value
    values (1, 'Harbour', '123456') on conflict do nothing`.execute(db);
  const dependencies: Omit<EngineDependencies, 'writers'> = {
    database,
    positions,
    eventArchive: options.eventArchive ?? null,
    openWriter: () => connect(options.writerUrl ?? url, 1),
    protocols,
    host: '127.0.0.1',
    ports: Object.fromEntries(protocols.map(({ name }) => [name, 0])),
    clock: options.clock ?? systemClock,
    log: pino({ level: 'silent' }),
    registry,
    feed,
    events,
    limits: options.limits ?? {},
    trustProxy: options.trustProxy ?? false,
    aisPort: 0,
    guard: createOutgoingGuard(['127.0.0.1']),
    mediaFiles: testFiles(db),
    onForwarded() {},
  };
  const cluster = IS_CLUSTER ? await startTestCluster(dependencies, { url }) : null;
  const engine = cluster?.ingest ?? createEngine({ ...dependencies, writers: options.writers ?? 2 });
  await engine.start();

  async function metricValue(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const metric = await registry.getSingleMetric(name)?.get();
    if (metric === undefined) throw new Error(`no metric ${name}`);
    return metric.values
      .filter(({ labels: valueLabels }) =>
        Object.entries(labels).every(([key, value]) => Reflect.get(valueLabels, key) === value),
      )
      .reduce((sum, { value }) => sum + value, 0);
  }

  return {
    database,
    url,
    engine,
    feed,
    port(protocol, transport) {
      const found = engine
        .status()
        .listeners.find((one) => one.protocol === protocol && (transport ?? one.transport) === one.transport);
      if (found === undefined) throw new Error(`no listener for ${protocol}`);
      return found.port;
    },
    async addTracker(imei) {
      const row = await db
        .insertInto('tracker')
        .values({ account_id: 1, name: imei, imei, password: '123456' })
        .returning('tracker_id')
        .executeTakeFirstOrThrow();
      return row.tracker_id;
    },
    async storedTimes(trackerId) {
      const window = { trackerId, from: 0, to: Number.MAX_SAFE_INTEGER, now: 0 };
      const track = await readTrack({ db, positions }, window, 1_000_000);
      return track.map(({ time }) => time);
    },
    metricValue,
    // The gateway of a test waits for the commit, while the engine has the same reports.
    queuedReports: async () =>
      IS_CLUSTER ? metricValue('wakeline_unpublished_reports') : engine.status().queuedReports,
    async close() {
      await engine.stop();
      await cluster?.stop();
      await events.close();
      await database.close();
      await testDatabase?.drop();
    },
  };
}
