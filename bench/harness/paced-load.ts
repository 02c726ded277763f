import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { Terminal } from '@wakeline/protocols/protocol';
import { drivingReports, type ReportsOf } from './frame-tape.ts';
import { FlagCounter } from './reply-counter.ts';
import type { BenchServer } from './server.ts';

/** When the report of a tracker with this time was sent, by `performance.now()`; undefined if it was not sent. */
export type SentAt = (trackerId: number, time: number) => number | undefined;

interface Device {
  readonly trackerId: number;
  readonly terminal: Terminal;
  readonly socket: Socket;
  /** By report number: reports are one second apart from `START` on. */
  readonly sentAt: number[];
  acknowledged: number;
}

export interface PacedLoadOptions {
  /** Receives the milliseconds from sending each report to its acknowledgement; without it, replies are ignored. */
  readonly onAcknowledged?: (ms: number) => void;
  /** Number of the first device. */
  readonly firstImei?: number;
  /** Milliseconds before now at which the devices' time starts: each report is a second later than the previous one. */
  readonly startOffset?: number;
  readonly reports?: ReportsOf;
  /** Of the devices, if they are registered already. */
  readonly trackerIds?: readonly number[];
}

const FIRST_IMEI = 13_700_000_000;
const TICK_MS = 5;
/** Recent, but no report is in the future however fast they are sent. */
const START_OFFSET_MS = 12 * 3_600_000;

/** Devices that report at a constant rate, independent of replies. */
export class PacedLoad {
  /** Reports since the start. */
  sent = 0;
  readonly sentAt: SentAt;
  readonly #devices: readonly Device[];
  readonly #start: number;
  readonly #reports: ReportsOf;
  #nextIndex = 0;

  private constructor(devices: readonly Device[], start: number, reports: ReportsOf) {
    this.#devices = devices;
    this.#reports = reports;
    this.#start = start;
    const byTracker = new Map(devices.map((device) => [device.trackerId, device]));
    this.sentAt = (trackerId, time) => byTracker.get(trackerId)?.sentAt[(time - start) / 1_000];
  }

  static async open(
    server: BenchServer,
    count: number,
    {
      onAcknowledged,
      firstImei = FIRST_IMEI,
      startOffset = START_OFFSET_MS,
      reports = drivingReports,
      trackerIds,
    }: PacedLoadOptions = {},
  ): Promise<PacedLoad> {
    const imeis = imeisFrom(firstImei, count);
    const ids = trackerIds ?? (await server.register(imeis));
    const devices: Device[] = [];
    for (const [index, imei] of imeis.entries()) {
      const socket = connect(server.ports.jt808, '127.0.0.1');
      socket.setNoDelay(true);
      const trackerId = ids[index] ?? 0;
      const device = { trackerId, terminal: jt808.terminal(imei), socket, sentAt: [], acknowledged: 0 };
      if (onAcknowledged === undefined) socket.resume();
      else recordReplies(device, onAcknowledged);
      await once(socket, 'connect');
      devices.push(device);
    }
    return new PacedLoad(devices, Math.floor(Date.now() / 1_000) * 1_000 - startOffset, reports);
  }

  /** Sends `rate` reports per second for some seconds, one device after the other. Returns the number of reports. */
  async send(rate: number, seconds: number, signal?: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    const total = rate * seconds;
    for (let sent = 0; sent < total && signal?.aborted !== true; ) {
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
    const [report] = this.#reports(index, this.#start, 1, device.sentAt.length);
    if (report === undefined) return;
    const { bytes } = device.terminal.report([report]);
    device.sentAt.push(performance.now());
    device.socket.write(bytes);
    this.sent += 1;
  }
}

export function imeisFrom(first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(first + index));
}

/** Each report has one reply, in order. */
function recordReplies(device: Device, onAcknowledged: (ms: number) => void): void {
  const replies = new FlagCounter();
  device.socket.on('data', (bytes) => {
    const now = performance.now();
    for (let count = replies.count(bytes); count > 0; count--) {
      onAcknowledged(now - (device.sentAt[device.acknowledged] ?? now));
      device.acknowledged += 1;
    }
  });
}
