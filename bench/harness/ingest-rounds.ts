import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { drivingReports, FrameTape } from './frame-tape.ts';
import { LoadConnection } from './load-connection.ts';
import { percentile } from './measurements.ts';
import type { BenchServer } from './server.ts';

export interface IngestSizes {
  readonly connections: number;
  /** Unacknowledged frames per connection. */
  readonly window: number;
  readonly seconds: number;
  /** Maximum frames per connection and round. */
  readonly frames: number;
  /** Positions per frame: 1 is 0x0200, more is 0x0704. */
  readonly perFrame: number;
}

export interface IngestRound {
  /** Positions per second, from the first byte to the last acknowledgement. */
  readonly rate: number;
  /** Milliseconds from sending a frame to its acknowledgement. */
  readonly p50: number;
  readonly p99: number;
  /** CPU microseconds per position: of the server, the database, and the load. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly loadCpu: number;
}

/** Devices that report as fast as they are acknowledged. Connections stay open between rounds. */
export class IngestLoad {
  readonly #server: BenchServer;
  readonly #sizes: IngestSizes;
  readonly #connections: readonly LoadConnection[];
  readonly #imeis: readonly string[];
  #start: number;

  private constructor(
    server: BenchServer,
    sizes: IngestSizes,
    connections: readonly LoadConnection[],
    imeis: readonly string[],
  ) {
    this.#server = server;
    this.#sizes = sizes;
    this.#connections = connections;
    this.#imeis = imeis;
    // All in one week of the table, and none in the future however fast they are sent.
    this.#start = Math.floor(Date.now() / 1_000) * 1_000 - 5 * 86_400_000;
  }

  static async open(server: BenchServer, sizes: IngestSizes, firstImei: number): Promise<IngestLoad> {
    const imeis = Array.from({ length: sizes.connections }, (_, index) => String(firstImei + index));
    await server.register(imeis);
    const connections: LoadConnection[] = [];
    for (const _ of imeis) connections.push(await LoadConnection.open(server.ports.jt808, sizes.window));
    return new IngestLoad(server, sizes, connections, imeis);
  }

  /** @throws Error if not every sent position was acknowledged and stored. */
  async round(): Promise<IngestRound> {
    const { seconds, frames, perFrame } = this.#sizes;
    const tapes = this.#imeis.map((imei, device) => {
      const reports = drivingReports(device, this.#start, frames * perFrame);
      const batches = Array.from({ length: frames }, (_, at) =>
        reports.slice(at * perFrame, (at + 1) * perFrame),
      );
      return new FrameTape(jt808.terminal(imei), batches);
    });
    this.#start += frames * perFrame * 1_000;
    const storedBefore = await this.#server.metric('wakeline_positions_stored_total');
    const serverBefore = this.#server.cpuSeconds();
    const databaseBefore = this.#server.databaseCpuSeconds();
    const loadBefore = process.cpuUsage();
    const latencies: number[] = [];
    const startedAt = performance.now();
    for (const [index, connection] of this.#connections.entries()) {
      const tape = tapes[index];
      if (tape !== undefined) connection.play(tape, latencies);
    }
    const end = startedAt + seconds * 1_000;
    while (performance.now() < end && !this.#done()) await delay(5);
    for (const connection of this.#connections) connection.stop();
    while (!this.#done()) await delay(1);
    const elapsed = (performance.now() - startedAt) / 1_000;

    const positions = this.#connections.reduce((sum, { sent }) => sum + sent, 0) * perFrame;
    const load = process.cpuUsage(loadBefore);
    const stored = (await this.#server.metric('wakeline_positions_stored_total')) - storedBefore;
    if (stored !== positions)
      throw new Error(`${positions} positions were acknowledged, but ${stored} stored`);
    latencies.sort((a, b) => a - b);
    return {
      rate: positions / elapsed,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      serverCpu: ((this.#server.cpuSeconds() - serverBefore) * 1e6) / positions,
      databaseCpu: ((this.#server.databaseCpuSeconds() - databaseBefore) * 1e6) / positions,
      loadCpu: (load.user + load.system) / positions,
    };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #done(): boolean {
    return this.#connections.every(({ done }) => done);
  }
}
