import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { Terminal } from '@wakeline/protocols/protocol';
import { drivingReports } from './frame-tape.ts';
import type { BenchServer } from './server.ts';

/** When the report of a tracker with this time was sent, by `performance.now()`; undefined if it was not sent. */
export type SentAt = (trackerId: number, time: number) => number | undefined;

interface Device {
  readonly trackerId: number;
  readonly terminal: Terminal;
  readonly socket: Socket;
  /** By report number: reports are one second apart from `START` on. */
  readonly sentAt: number[];
}

const FIRST_IMEI = 13_700_000_000;
const TICK_MS = 5;
/** Epoch milliseconds: recent, but no report is in the future however fast they are sent. */
const START_OFFSET_MS = 12 * 3_600_000;

/** Devices that report at a constant rate, independent of replies. */
export class PacedLoad {
  readonly sentAt: SentAt;
  readonly #devices: readonly Device[];
  readonly #start: number;
  #nextIndex = 0;

  private constructor(devices: readonly Device[], start: number) {
    this.#devices = devices;
    this.#start = start;
    const byTracker = new Map(devices.map((device) => [device.trackerId, device]));
    this.sentAt = (trackerId, time) => byTracker.get(trackerId)?.sentAt[(time - start) / 1_000];
  }

  static async open(server: BenchServer, count: number): Promise<PacedLoad> {
    const imeis = Array.from({ length: count }, (_, index) => String(FIRST_IMEI + index));
    const ids = await server.register(imeis);
    const devices: Device[] = [];
    for (const [index, imei] of imeis.entries()) {
      const socket = connect(server.ports.jt808, '127.0.0.1');
      socket.setNoDelay(true);
      // Replies are ignored: this measures the consoles.
      socket.resume();
      await once(socket, 'connect');
      devices.push({ trackerId: ids[index] ?? 0, terminal: jt808.terminal(imei), socket, sentAt: [] });
    }
    return new PacedLoad(devices, Math.floor(Date.now() / 1_000) * 1_000 - START_OFFSET_MS);
  }

  /** Sends `rate` reports per second for some seconds, one device after the other. Returns the number of reports. */
  async send(rate: number, seconds: number): Promise<number> {
    const startedAt = performance.now();
    const total = rate * seconds;
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * rate));
      for (; sent < due; sent++) this.#sendOne();
      await delay(TICK_MS);
    }
    return total;
  }

  close(): void {
    for (const { socket } of this.#devices) socket.destroy();
  }

  #sendOne(): void {
    const index = this.#nextIndex;
    this.#nextIndex = (index + 1) % this.#devices.length;
    const device = this.#devices[index];
    if (device === undefined) return;
    const [report] = drivingReports(index, this.#start, 1, device.sentAt.length);
    if (report === undefined) return;
    const { bytes } = device.terminal.report([report]);
    device.sentAt.push(performance.now());
    device.socket.write(bytes);
  }
}
