import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '@wakeline/domain/reports/report';
import type { StreamProtocol } from '@wakeline/protocols/protocol';

const RECONNECT_DELAY_MS = 50;
/** Milliseconds after which a device treats an inactive connection as lost; real devices use about a minute. */
const TIMEOUT_MS = 5_000;

export interface ReliableDeviceOptions {
  /** Milliseconds between two new reports; without it as fast as they are acknowledged. */
  readonly interval?: number;
  /** The alarms of the report of a time. */
  readonly alarmsAt?: (time: number) => Report['alarms'];
}

/**
 * An ideal device: it stores each report until it is acknowledged, reconnects if its connection ends or becomes inactive, and
 * sends unacknowledged reports again.
 */
export class ReliableDevice {
  /** Times of the reports that were acknowledged. */
  readonly acknowledged = new Set<number>();
  /** Times of all reports that were ever sent. */
  readonly sent = new Set<number>();
  reconnects = 0;
  readonly #protocol: StreamProtocol;
  readonly #imei: string;
  readonly #port: number;
  readonly #window: number;
  readonly #options: ReliableDeviceOptions;
  readonly #pending = new Map<number, Report>();
  #next: number;
  #running = true;
  #finished: Promise<void>;

  constructor(
    protocol: StreamProtocol,
    port: number,
    imei: string,
    start: number,
    window: number,
    options: ReliableDeviceOptions = {},
  ) {
    this.#protocol = protocol;
    this.#port = port;
    this.#imei = imei;
    this.#next = start;
    this.#window = window;
    this.#options = options;
    this.#finished = this.#run();
  }

  /** Stops creating reports; resolves when all of them are acknowledged. */
  async finish(): Promise<void> {
    this.#running = false;
    await this.#finished;
  }

  async #run(): Promise<void> {
    while (this.#running || this.#pending.size > 0) {
      await this.#runConnection();
      if (!this.#running && this.#pending.size === 0) return;
      this.reconnects++;
      await delay(RECONNECT_DELAY_MS);
    }
  }

  async #runConnection(): Promise<void> {
    const socket = connect({ port: this.#port, host: '127.0.0.1' });
    socket.setNoDelay(true);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    const closed = once(socket, 'close').catch(() => undefined);
    const terminal = this.#protocol.terminal(this.#imei);
    const keys = new Map<string, number>();
    const send = (report: Report) => {
      const frame = terminal.report([report]);
      if (frame.key !== null) keys.set(frame.key, report.time);
      this.sent.add(report.time);
      socket.write(frame.bytes);
    };
    socket.on('connect', () => {
      for (const report of this.#pending.values()) send(report);
      this.#fill(send, socket, this.#fillLimit);
    });
    socket.on('data', (bytes) => {
      for (const { key, ok } of terminal.receive(bytes)) {
        const time = keys.get(key);
        if (time === undefined || !ok) continue;
        this.acknowledged.add(time);
        this.#pending.delete(time);
      }
      this.#fill(send, socket, this.#fillLimit);
    });
    const { interval } = this.#options;
    const timer =
      interval === undefined ? undefined : setInterval(() => this.#fill(send, socket, 1), interval);
    await closed;
    clearInterval(timer);
  }

  /** Reports after a reply: a paced device creates them with a timer. */
  get #fillLimit(): number {
    return this.#options.interval === undefined ? this.#window : 0;
  }

  #fill(send: (report: Report) => void, socket: Socket, limit: number): void {
    for (let count = 0; count < limit && this.#running && this.#pending.size < this.#window; count += 1) {
      const report = { ...reportAt(this.#next), alarms: this.#options.alarmsAt?.(this.#next) ?? [] };
      this.#next += 1_000;
      this.#pending.set(report.time, report);
      send(report);
    }
    if (!this.#running && this.#pending.size === 0) socket.end();
  }
}

function reportAt(time: number): Report {
  const seconds = time / 1_000;
  return {
    time,
    fix: {
      latitude: 53.5 + (seconds % 1_000) / 1e5,
      longitude: 9.9 + (seconds % 777) / 1e5,
      altitude: 6,
      speed: 36,
      course: 45,
      accuracy: null,
      valid: true,
    },
    battery: null,
    gsm: null,
    satellites: 9,
    alarms: [],
    attributes: {},
  };
}
