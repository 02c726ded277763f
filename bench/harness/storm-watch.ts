import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf } from './data-folder.ts';
import type { BenchServer } from './server.ts';

const SAMPLE_MS = 20;
const POLL_MS = 200;

/** A check of the engine that noticed inactive devices. Times in epoch milliseconds. */
export interface Sweep {
  readonly startedAt: number;
  readonly notices: number;
  /** When another connection learned of the commit. */
  readonly committedAt: number;
  /** Processor time of the server in between, seconds. */
  readonly cpu: number;
}

interface SweepRow {
  readonly time: number;
  readonly notices: number;
  readonly last: number;
}

/** Watches the engine's sweeps from outside: its processor time, its commits, and its response time. */
export class StormWatch {
  /** Longest response time of the server, milliseconds. */
  longestResponse = 0;
  readonly #server: BenchServer;
  readonly #client: pg.Client;
  readonly #samples: { readonly at: number; readonly cpu: number }[] = [];
  readonly #commits: { readonly at: number; readonly seq: number }[] = [];
  readonly #stopping = new AbortController();
  #watching: Promise<unknown> = Promise.resolve();

  private constructor(server: BenchServer, client: pg.Client) {
    this.#server = server;
    this.#client = client;
  }

  static async start(server: BenchServer, data: string): Promise<StormWatch> {
    const client = new pg.Client({ connectionString: databaseUrlOf(data) });
    await client.connect();
    const watch = new StormWatch(server, client);
    client.on('notification', ({ payload = '' }) => {
      const event = JSON.parse(payload) as { type: string; seq?: number };
      if (event.type === 'log') watch.#commits.push({ at: Date.now(), seq: event.seq ?? 0 });
    });
    await client.query('listen wakeline_event');
    watch.#watching = Promise.all([watch.#sample(), watch.#measureResponses()]);
    return watch;
  }

  /** Number of the newest notice. */
  async lastNotice(): Promise<number> {
    const { rows } = await this.#client.query<{ seq: string }>(
      'select coalesce(max(seq), 0) as seq from account_log',
    );
    return Number(rows[0]?.seq ?? 0);
  }

  /** The sweeps whose notices have higher numbers, oldest first. */
  async sweepsSince(seq: number): Promise<readonly Sweep[]> {
    const { rows } = await this.#client.query<SweepRow>(
      `select (payload ->> 'time')::float8 as time, count(*)::int as notices, max(seq)::int as last
       from account_log where seq > $1 group by 1 order by 1`,
      [seq],
    );
    return rows.map(({ time, notices, last }) => {
      const committedAt = this.#commits.find((commit) => commit.seq >= last)?.at ?? Number.NaN;
      return {
        startedAt: time,
        notices,
        committedAt,
        cpu: this.#cpuAt(committedAt, 'after') - this.#cpuAt(time, 'before'),
      };
    });
  }

  /** Resolves when every message was sent; returns the sent ones by channel, and the notices in them. */
  async delivered(
    maxWait: number,
  ): Promise<ReadonlyMap<string, { readonly messages: number; readonly notices: number }>> {
    const giveUp = performance.now() + maxWait;
    for (;;) {
      const { rows } = await this.#client.query<{ open: boolean }>(`
        select exists (select from delivery where state in ('waiting', 'sending')) or
          exists (select from delivery_cursor join account_log_head as head using (account_id)
            where head.seq > delivery_cursor.seq) as open`);
      if (rows[0]?.open === false) break;
      if (performance.now() > giveUp) throw new Error('not every message was sent');
      await delay(POLL_MS);
    }
    const { rows } = await this.#client.query<{ channel: string; messages: number; notices: number }>(`
      select channel, count(*)::int as messages, sum((counts ->> 'OFFLINE')::int)::int as notices
      from delivery where kind = 'notices' and state = 'delivered' group by channel`);
    return new Map(rows.map(({ channel, ...sums }) => [channel, sums]));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    await this.#client.end();
  }

  #cpuAt(at: number, side: 'before' | 'after'): number {
    const index = this.#samples.findIndex((sample) => sample.at > at);
    const sample = side === 'after' ? this.#samples[index] : this.#samples[index - 1];
    return sample?.cpu ?? Number.NaN;
  }

  async #sample(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#samples.push({ at: Date.now(), cpu: this.#server.cpuSeconds() });
      await delay(SAMPLE_MS);
    }
  }

  async #measureResponses(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const requestedAt = performance.now();
      await (await fetch(`${this.#server.url}/healthz`)).text();
      this.longestResponse = Math.max(this.longestResponse, performance.now() - requestedAt);
      await delay(SAMPLE_MS);
    }
  }
}
