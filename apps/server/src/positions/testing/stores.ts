import { HistoryCluster } from '../../clickhouse/history-servers.ts';
import { createClickHouseEvents } from '../../events/clickhouse/clickhouse-events.ts';
import { EVENT_TABLE } from '../../events/clickhouse/table.ts';
import type { EventArchive } from '../../events/event-archive.ts';
import {
  CLICKHOUSE_ENGINES,
  serversOf,
  startClickHouse,
  type TestClickHouse,
} from '../../testing/clickhouse.ts';
import { createClickHousePositions } from '../clickhouse/clickhouse-positions.ts';
import { POSITION_TABLE } from '../clickhouse/table.ts';
import type { PositionStore } from '../position-store.ts';
import { postgresPositions } from '../postgres/postgres-positions.ts';

export interface TestStore {
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  close(): Promise<void>;
}

interface EventClock {
  readonly now: () => number;
}

/** Times at which every event of a test is old. Each one is later than the one before. */
function futureClock(): EventClock {
  let time = Date.UTC(2100, 0, 1);
  return { now: () => time++ };
}

/** A kind of store: its engine runs while the tests of a file need it, and each test has its own database. */
export interface StoreKind {
  readonly name: string;
  /** Tags of tests that need an engine which has to be installed. */
  readonly tags: readonly string[];
  start(): Promise<void>;
  /** @param eventClock decides which events are archived: all by default */
  open(eventClock?: EventClock): Promise<TestStore>;
  stop(): Promise<void>;
}

const postgres: StoreKind = {
  name: 'PostgreSQL',
  tags: [],
  start: async () => undefined,
  open: async () => ({ positions: postgresPositions, eventArchive: null, close: async () => undefined }),
  stop: async () => undefined,
};

/** ClickHouse with two shards, which are databases of one server. */
function clickhouse(engine: (typeof CLICKHOUSE_ENGINES)[number]): StoreKind {
  let server: TestClickHouse | null = null;
  return {
    name: engine,
    tags: ['cluster'],
    async start() {
      server = await startClickHouse(engine);
    },
    async open(eventClock = futureClock()) {
      if (server === null) throw new Error('the engine has not been started');
      const { host } = server;
      const databases = [await server.createDatabase(), await server.createDatabase()];
      const servers = serversOf(...databases.map((database) => `http://${host}/${database}`));
      const cluster = new HistoryCluster(servers, [POSITION_TABLE, EVENT_TABLE]);
      const [failure] = await cluster.prepare();
      if (failure !== undefined) throw failure;
      return {
        positions: createClickHousePositions(cluster, { now: () => 0 }),
        eventArchive: createClickHouseEvents(cluster, eventClock),
        close: () => cluster.close(),
      };
    },
    async stop() {
      await server?.close();
      server = null;
    },
  };
}

export const STORE_KINDS: readonly StoreKind[] = [postgres, ...CLICKHOUSE_ENGINES.map(clickhouse)];
