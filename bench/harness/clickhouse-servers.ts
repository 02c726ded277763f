import { startClickHouse, type TestClickHouse } from '@wakeline/server/testing/clickhouse';
import { startZooKeeper, type TestZooKeeper } from '@wakeline/server/testing/zookeeper';

const DATABASE = 'wakeline';
/** Milliseconds within which a server must have applied what the others have, and between two looks. */
const SETTLE_TIMEOUT_MS = 60_000;
const POLL_MS = 250;

/** Replicas of the history: ClickHouse servers with one ZooKeeper. */
export class ClickHouseServers {
  readonly #keeper: TestZooKeeper;
  readonly #servers: readonly TestClickHouse[];

  private constructor(keeper: TestZooKeeper, servers: readonly TestClickHouse[]) {
    this.#keeper = keeper;
    this.#servers = servers;
  }

  static async start(count: number): Promise<ClickHouseServers> {
    const keeper = await startZooKeeper();
    const servers: TestClickHouse[] = [];
    const history = new ClickHouseServers(keeper, servers);
    try {
      for (let index = 0; index < count; index += 1) {
        servers.push(await startClickHouse('ClickHouse 18.16', keeper.port));
        await query(servers[index] as TestClickHouse, `create database ${DATABASE}`, 'default');
      }
    } catch (error) {
      await history.stop();
      throw error;
    }
    return history;
  }

  /** Value of `HISTORY_URL`. */
  get url(): string {
    return `http://${this.#servers.map(({ host }) => host).join()}/${DATABASE}`;
  }

  get count(): number {
    return this.#servers.length;
  }

  get pids(): readonly number[] {
    return this.#servers.flatMap(({ pid }) => pid ?? []);
  }

  /** SIGKILL. */
  async kill(index: number): Promise<void> {
    await this.#server(index).kill();
  }

  /** Starts it again, with its former ports and data. */
  async run(index: number): Promise<void> {
    await this.#server(index).start();
  }

  /** Rows of a query on one server, columns separated by tabs. */
  async read(index: number, sql: string): Promise<readonly (readonly string[])[]> {
    const text = await query(this.#server(index), `${sql} format TabSeparated`, DATABASE);
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t'));
  }

  /** Positions on each server, of rows with one key one. */
  async countPositions(): Promise<readonly number[]> {
    const counts = await Promise.all(
      this.#servers.map((_, index) => this.read(index, 'select count() from position final')),
    );
    return counts.map((rows) => Number(rows[0]?.[0]));
  }

  /** Times of the positions of each tracker as readers get them: of rows with one key, one. */
  async readTimes(index: number): Promise<ReadonlyMap<number, readonly number[]>> {
    const rows = await this.read(
      index,
      'select tracker_id, time from position final order by tracker_id, time',
    );
    const times = new Map<number, number[]>();
    for (const [tracker, time] of rows) {
      const id = Number(tracker);
      const own = times.get(id) ?? [];
      own.push(Number(time));
      times.set(id, own);
    }
    return times;
  }

  /** Resolves when no server merges parts, or has to fetch parts from another one. */
  async settle(): Promise<void> {
    const end = performance.now() + SETTLE_TIMEOUT_MS;
    let settledSince = Number.POSITIVE_INFINITY;
    while (performance.now() < end && performance.now() - settledSince < 5_000) {
      const busy = await Promise.all(
        this.#servers.map((_, index) =>
          this.read(
            index,
            'select (select count() from system.merges) + (select sum(queue_size) from system.replicas)',
          ),
        ),
      );
      const isSettled = busy.every((rows) => rows[0]?.[0] === '0');
      settledSince = isSettled ? Math.min(settledSince, performance.now()) : Number.POSITIVE_INFINITY;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Rows of the active parts of a server, rows with one key counted apart, and their bytes. */
  async stored(
    index: number,
  ): Promise<{ readonly rows: number; readonly bytes: number; readonly parts: number }> {
    const [row] = await this.read(
      index,
      `select sum(rows), sum(bytes_on_disk), count() from system.parts
       where database = currentDatabase() and table = 'position' and active`,
    );
    const [rows = 0, bytes = 0, parts = 0] = (row ?? []).map(Number);
    return { rows, bytes, parts };
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.close();
    await this.#keeper.close();
  }

  #server(index: number): TestClickHouse {
    const server = this.#servers[index];
    if (server === undefined) throw new Error(`no server ${index} of the history`);
    return server;
  }
}

async function query({ host }: TestClickHouse, sql: string, database: string): Promise<string> {
  const response = await fetch(`http://${host}/?database=${database}`, { method: 'POST', body: sql });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
