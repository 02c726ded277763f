import { PROTOCOLS } from '@wakeline/protocols';
import pino from 'pino';
import { Registry } from 'prom-client';
import { systemClock } from '../../clock.ts';
import { connect, type Database } from '../../db/database.ts';
import { listen } from '../../db/notify.ts';
import type { LiveFeed, LoggedEntry, StateChange } from '../../live/feed.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { createEngine, type Engine, type EngineDeps } from '../engine.ts';

/** What the engine told the live part, in its order. */
export class RecordedFeed implements LiveFeed {
  readonly changes: StateChange[] = [];
  readonly entries: LoggedEntry[] = [];

  states(changes: readonly StateChange[]): void {
    this.changes.push(...changes);
  }

  log(entries: readonly LoggedEntry[]): void {
    this.entries.push(...entries);
  }
}

export interface TestEngine {
  readonly database: Database;
  readonly url: string;
  readonly engine: Engine;
  readonly feed: RecordedFeed;
  readonly metrics: Registry;
  port(protocol: string, transport?: string): number;
  /** Registers a tracker in the account; answers its id. */
  addTracker(imei: string, accountId?: number): Promise<number>;
  /** A metric's value, summed over the labels that are not given. */
  count(name: string, labels?: Readonly<Record<string, string>>): Promise<number>;
  close(): Promise<void>;
}

type Overrides = Partial<Pick<EngineDeps, 'limits' | 'clock' | 'protocols' | 'feed'>> & { url?: string };

/** An engine on its own database, with an account whose number is 1, listening on free ports. */
export async function startTestEngine(overrides: Overrides = {}): Promise<TestEngine> {
  const own = overrides.url === undefined ? await createTestDatabase() : null;
  const url = overrides.url ?? own?.url ?? '';
  const database = connect(url, 4);
  const events = await listen(url, { onError: (error) => expectNone(error) });
  const feed = new RecordedFeed();
  const metrics = new Registry();
  const protocols = overrides.protocols ?? PROTOCOLS;
  await database.sql`
    insert into account (account_id, name, device_password) overriding system value
    values (1, 'Harbour', '123456') on conflict do nothing`;
  const engine = createEngine({
    database,
    openWriter: () => connect(url, 1),
    protocols,
    host: '127.0.0.1',
    ports: Object.fromEntries(protocols.map(({ name }) => [name, 0])),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    registry: metrics,
    feed,
    events,
    ...overrides,
  });
  await engine.start();

  return {
    database,
    url,
    engine,
    feed,
    metrics,
    port(protocol, transport) {
      const found = engine
        .status()
        .listeners.find((one) => one.protocol === protocol && (transport ?? one.transport) === one.transport);
      if (found === undefined) throw new Error(`no listener for ${protocol}`);
      return found.port;
    },
    async addTracker(imei, accountId = 1) {
      const [row] = await database.sql<{ tracker_id: number }[]>`
        insert into tracker (account_id, name, imei, password) values (${accountId}, ${imei}, ${imei}, '123456')
        returning tracker_id`;
      if (row === undefined) throw new Error('no tracker was added');
      return row.tracker_id;
    },
    async count(name, labels = {}) {
      const metric = await metrics.getSingleMetric(name)?.get();
      if (metric === undefined) throw new Error(`no metric ${name}`);
      return metric.values
        .filter(({ labels: own }) =>
          Object.entries(labels).every(([key, value]) => Reflect.get(own, key) === value),
        )
        .reduce((sum, { value }) => sum + value, 0);
    },
    async close() {
      await engine.stop();
      await events.close();
      await database.close();
      await own?.drop();
    },
  };
}

function expectNone(error: unknown): never {
  throw new Error('an event could not be heard', { cause: error });
}
