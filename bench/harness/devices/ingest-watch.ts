import { setTimeout as delay } from 'node:timers/promises';
import { LiveConsole } from '../live-console.ts';
import { percentile, type Spread, spreadOf } from '../measurements.ts';
import { PacedLoad } from '../paced-load.ts';
import type { BenchServer } from '../server.ts';

const FIRST_IMEI = 13_700_000_000;
/** Of all watches of a run: the devices of an earlier one stay registered. */
let nextImei = FIRST_IMEI;

/** Milliseconds for the last reports of a measurement to be acknowledged. */
const LAST_ACKNOWLEDGEMENTS = 120_000;

export interface WatchSizes {
  /** Positions per second; 0: none. */
  readonly rate: number;
  /** Devices that send them. */
  readonly reporting: number;
  /** Consoles that receive what changes. */
  readonly consoles: number;
}

export interface Watched<Result> {
  readonly result: Result;
  readonly ms: number;
  /** Milliseconds from sending to acknowledgement of the reports sent meanwhile, ascending. */
  readonly latencies: Float64Array;
}

/** Devices that report at a constant rate over real sockets, and open consoles, while something else is measured. */
export class IngestWatch {
  #latencies: number[] = [];
  #acknowledged = 0;
  #load: PacedLoad | null = null;
  #sending: Promise<unknown> = Promise.resolve();
  readonly #stop = new AbortController();
  readonly #consoles: LiveConsole[] = [];

  static async open(server: BenchServer, { rate, reporting, consoles }: WatchSizes): Promise<IngestWatch> {
    const watch = new IngestWatch();
    for (let count = 0; count < consoles; count++) watch.#consoles.push(await LiveConsole.open(server, null));
    if (rate === 0 || reporting === 0) return watch;
    watch.#load = await PacedLoad.open(server, reporting, {
      firstImei: nextImei,
      onAcknowledged: (ms) => {
        watch.#acknowledged += 1;
        watch.#latencies.push(ms);
      },
    });
    nextImei += reporting;
    watch.#sending = watch.#load.send(rate, Number.POSITIVE_INFINITY, watch.#stop.signal);
    return watch;
  }

  /** Measures `work`, and the acknowledgements of all reports sent until its end, however late they are. */
  async during<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
    this.#latencies = [];
    const startedAt = performance.now();
    const result = await work();
    const ms = performance.now() - startedAt;
    await this.#waitUntilAcknowledged(this.#load?.sent ?? 0);
    return { result, ms, latencies: Float64Array.from(this.#latencies).sort() };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sending;
    this.#load?.close();
    for (const console of this.#consoles) console.close();
  }

  async #waitUntilAcknowledged(count: number): Promise<void> {
    const end = performance.now() + LAST_ACKNOWLEDGEMENTS;
    while (this.#acknowledged < count) {
      if (performance.now() > end)
        throw new Error(`${count - this.#acknowledged} reports are not acknowledged`);
      await delay(5);
    }
  }
}

/** The figures of several rounds of one step: its duration, and how long acknowledgements took meanwhile. */
export function describeRounds(step: string, rounds: readonly Watched<unknown>[]): Record<string, Spread> {
  const latency = (share: number) => spreadOf(rounds.map(({ latencies }) => percentile(latencies, share)));
  const figures = { [`${step}: ms`]: spreadOf(rounds.map(({ ms }) => ms)) };
  if (rounds.every(({ latencies }) => latencies.length === 0)) return figures;
  return {
    ...figures,
    [`${step}: acknowledged after, p50 ms`]: latency(0.5),
    [`${step}: acknowledged after, p99 ms`]: latency(0.99),
    [`${step}: acknowledged after, longest ms`]: latency(1),
  };
}
