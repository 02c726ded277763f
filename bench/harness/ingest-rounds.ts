import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { Protocol } from '@wakeline/protocols/protocol';
import { drivingReports, FrameTape, type ReportsOf } from './frame-tape.ts';
import { LoadConnection } from './load-connection.ts';
import { connectLoad, createLoadDevice, type LoadDevice } from './load-device.ts';
import { deviceIds, LOAD_FORMATS } from './load-formats.ts';
import { inGroups } from './local-address.ts';
import { percentile } from './measurements.ts';
import type { BenchServer } from './server.ts';

/** Milliseconds between two reads of the number of stored positions: each takes processor time of the server. */
const POLL_MS = 100;
/** The same at the end of a round, which they delay. */
const LAST_POLL_MS = 20;
/** Without acknowledgements, so many windows are in flight: the server stores the next one between two reads. */
const UNACKNOWLEDGED_WINDOWS = 2;
/** Milliseconds after the last frame within which the server must have stored everything. */
const MAX_WAIT_MS = 60_000;

export interface IngestSizes {
  readonly connections: number;
  /** Unacknowledged frames per connection. */
  readonly window: number;
  readonly seconds: number;
  /** Maximum frames per connection and round. */
  readonly frames: number;
  /** Positions per frame: with JT/T 808, 1 is 0x0200, more is 0x0704. */
  readonly perFrame: number;
  /** Reports after which the ignition of a device changes; unset: never. */
  readonly ignition?: number;
  /** Makes the reports instead of `drivingReports`; their numbers go on from round to round. */
  readonly reports?: ReportsOf;
}

export interface IngestRound {
  /** Positions per second, from the first byte to the last acknowledgement; without any, to the last stored position. */
  readonly rate: number;
  /** Milliseconds from sending a frame to its acknowledgement; NaN without any. */
  readonly p50: number;
  readonly p99: number;
  /** CPU microseconds per position: of the server, the database, and the load. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly loadCpu: number;
  /** CPU time of the load as a share of all three. */
  readonly loadShare: number;
}

/** Devices that report as fast as their reports are stored. Connections stay open between rounds until they are closed. */
export class IngestLoad {
  readonly #server: BenchServer;
  readonly #sizes: IngestSizes;
  readonly #protocol: Protocol;
  readonly #devices: readonly LoadDevice[];
  #connections: readonly LoadConnection[] = [];
  #start: number;
  #first = 0;

  private constructor(
    server: BenchServer,
    sizes: IngestSizes,
    protocol: Protocol,
    devices: readonly LoadDevice[],
  ) {
    this.#server = server;
    this.#sizes = sizes;
    this.#protocol = protocol;
    this.#devices = devices;
    // All in one week of the table, and none in the future however fast they are sent.
    this.#start = Math.floor(Date.now() / 1_000) * 1_000 - 5 * 86_400_000;
  }

  /**
   * Registers the devices and connects them.
   *
   * @param firstId as for `deviceIds`
   */
  static async open(
    server: BenchServer,
    sizes: IngestSizes,
    firstId: number,
    protocol: Protocol = jt808,
  ): Promise<IngestLoad> {
    const ids = deviceIds(protocol.name, firstId, sizes.connections);
    await server.register(ids);
    const devices = ids.map((id) => createLoadDevice(protocol, id));
    const load = new IngestLoad(server, sizes, protocol, devices);
    await load.connect();
    return load;
  }

  /** Connects all devices again, after `close`. */
  async connect(): Promise<void> {
    const { createCounter, waits = false } = LOAD_FORMATS[this.#protocol.name];
    const window = waits ? 1 : this.#sizes.window;
    const port = this.#server.ports[this.#protocol.name];
    this.#connections = await inGroups(this.#devices, async (device, index) => {
      const socket = await connectLoad(port, index);
      await device.logIn(socket);
      return new LoadConnection(socket, window, createCounter?.() ?? null);
    });
  }

  /**
   * @param frames maximum frames per connection
   * @throws Error if not every position that was sent was acknowledged and stored
   */
  async round(frames = this.#sizes.frames): Promise<IngestRound> {
    const { seconds, perFrame } = this.#sizes;
    const tapes = this.#createTapes(frames);
    const storedBefore = await this.#readStored();
    const serverBefore = this.#server.cpuSeconds();
    const databaseBefore = this.#server.databaseCpuSeconds();
    const loadBefore = process.cpuUsage();
    const latencies: number[] = [];
    const startedAt = performance.now();
    for (const [index, connection] of this.#connections.entries()) {
      const tape = tapes[index];
      if (tape !== undefined) connection.play(tape, latencies);
    }
    const stored = await this.#sendUntil(startedAt + seconds * 1_000, storedBefore);
    const elapsed = (performance.now() - startedAt) / 1_000;

    const positions = this.#sent * perFrame;
    const load = process.cpuUsage(loadBefore);
    if (stored !== positions) throw new Error(`${positions} positions were sent, but ${stored} stored`);
    latencies.sort((a, b) => a - b);
    const serverCpu = (this.#server.cpuSeconds() - serverBefore) * 1e6;
    const databaseCpu = (this.#server.databaseCpuSeconds() - databaseBefore) * 1e6;
    const loadCpu = load.user + load.system;
    return {
      rate: positions / elapsed,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      serverCpu: serverCpu / positions,
      databaseCpu: databaseCpu / positions,
      loadCpu: loadCpu / positions,
      loadShare: loadCpu / (serverCpu + databaseCpu + loadCpu),
    };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#connections = [];
  }

  #createTapes(frames: number): readonly FrameTape[] {
    const { perFrame, ignition, reports: reportsOf } = this.#sizes;
    const count = frames * perFrame;
    const tapes = this.#devices.map(({ encode }, index) => {
      const reports =
        reportsOf?.(index, this.#start, count, this.#first) ??
        drivingReports(index, this.#start, count, 0, ignition);
      const batches = Array.from({ length: frames }, (_, at) =>
        reports.slice(at * perFrame, (at + 1) * perFrame),
      );
      return new FrameTape(encode, batches);
    });
    if (reportsOf === undefined) this.#start += count * 1_000;
    else this.#first += count;
    return tapes;
  }

  /** Returns the number of positions that were stored meanwhile. */
  async #sendUntil(end: number, storedBefore: number): Promise<number> {
    const { createCounter } = LOAD_FORMATS[this.#protocol.name];
    if (createCounter === null) return this.#sendAsStored(end, storedBefore);
    while (performance.now() < end && !this.#done) await delay(5);
    for (const connection of this.#connections) connection.stop();
    const giveUp = performance.now() + MAX_WAIT_MS;
    while (!this.#done && performance.now() < giveUp) await delay(1);
    if (!this.#done) throw new Error('not all reports were acknowledged');
    return this.#awaitStored(storedBefore, giveUp);
  }

  /** Without acknowledgements: sends a window of each device when the server has stored enough of the previous ones. */
  async #sendAsStored(end: number, storedBefore: number): Promise<number> {
    const { window, perFrame, connections } = this.#sizes;
    const maxInFlight = UNACKNOWLEDGED_WINDOWS * window * connections;
    let stored = 0;
    for (let next = 0; performance.now() < end && !this.#done; ) {
      const inFlight = this.#sent - stored / perFrame;
      for (let room = maxInFlight - inFlight; room >= window; room -= window) {
        this.#connections[next]?.send(window);
        next = (next + 1) % connections;
      }
      await delay(POLL_MS);
      stored = (await this.#readStored()) - storedBefore;
    }
    for (const connection of this.#connections) connection.stop();
    return this.#awaitStored(storedBefore, performance.now() + MAX_WAIT_MS);
  }

  /** In a cluster, reports are stored after their acknowledgement. */
  async #awaitStored(storedBefore: number, giveUp: number): Promise<number> {
    const positions = this.#sent * this.#sizes.perFrame;
    for (;;) {
      const stored = (await this.#readStored()) - storedBefore;
      if (stored >= positions || performance.now() >= giveUp) return stored;
      await delay(LAST_POLL_MS);
    }
  }

  get #sent(): number {
    return this.#connections.reduce((sum, { sent }) => sum + sent, 0);
  }

  get #done(): boolean {
    return this.#connections.every(({ done }) => done);
  }

  #readStored(): Promise<number> {
    return this.#server.metric('wakeline_positions_stored_total');
  }
}
