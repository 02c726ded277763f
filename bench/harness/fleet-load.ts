import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { Terminal } from '@wakeline/protocols/protocol';
import type { FleetTracker } from '@wakeline/server/testing/large-fleet';
import type { BenchServer } from './server.ts';

/** Devices per connection, like a gateway. The server accepts 200. */
const PER_CONNECTION = 200;
const TICK_MS = 20;
/** Maximum delay of reports before they are dropped because the machine cannot sustain the rate, seconds. */
const MAX_LAG_SECONDS = 2;

interface Device extends FleetTracker {
  readonly terminal: Terminal;
  readonly socket: Socket;
  reports: number;
}

/** A fleet that reports at a constant rate, one tracker after the other, through JT/T 808 gateways. */
export class FleetLoad {
  /** Reports since the start. */
  sent = 0;
  /** Due reports that could not be sent in time. */
  dropped = 0;
  readonly #devices: readonly Device[];
  readonly #sockets: readonly Socket[];
  #nextIndex = 0;
  #running = true;
  #finished: Promise<void> = Promise.resolve();

  private constructor(devices: readonly Device[], sockets: readonly Socket[]) {
    this.#devices = devices;
    this.#sockets = sockets;
  }

  static async open(server: BenchServer, fleet: readonly FleetTracker[]): Promise<FleetLoad> {
    const sockets: Socket[] = [];
    for (let at = 0; at < fleet.length; at += PER_CONNECTION) {
      const socket = connect(server.ports.jt808, '127.0.0.1');
      socket.setNoDelay(true);
      // Replies are ignored: this measures the map.
      socket.resume();
      await once(socket, 'connect');
      sockets.push(socket);
    }
    const devices = fleet.map((tracker, index): Device => {
      const socket = sockets[Math.floor(index / PER_CONNECTION)];
      if (socket === undefined) throw new Error('device without a connection');
      return { ...tracker, terminal: jt808.terminal(tracker.imei), socket, reports: 0 };
    });
    // A slow cycle reaches the last ones late: the server closes connections that are inactive for a minute.
    for (let at = 0; at < devices.length; at += PER_CONNECTION) {
      const device = devices[at];
      const heartbeat = device?.terminal.heartbeat() ?? null;
      if (heartbeat !== null) device?.socket.write(heartbeat.bytes);
    }
    return new FleetLoad(devices, sockets);
  }

  /** Reports `rate` positions per second from now on. */
  start(rate: number): void {
    this.#finished = this.#send(rate);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#finished;
    for (const socket of this.#sockets) socket.destroy();
  }

  async #send(rate: number): Promise<void> {
    const startedAt = performance.now();
    for (let handled = 0; this.#running; ) {
      const due = Math.floor(((performance.now() - startedAt) / 1_000) * rate);
      const overdue = due - handled - rate * MAX_LAG_SECONDS;
      if (overdue > 0) {
        this.dropped += overdue;
        handled += overdue;
      }
      this.#sendSome(due - handled);
      handled = due;
      await delay(TICK_MS);
    }
  }

  /** Sends the next reports, one write per connection. */
  #sendSome(count: number): void {
    let frames: Uint8Array[] = [];
    let socket: Socket | null = null;
    const write = () => {
      if (socket !== null && frames.length > 0) socket.write(Buffer.concat(frames));
      frames = [];
    };
    for (let at = 0; at < count; at++) {
      const device = this.#devices[this.#nextIndex];
      this.#nextIndex = (this.#nextIndex + 1) % this.#devices.length;
      if (device === undefined) continue;
      if (device.socket !== socket) write();
      socket = device.socket;
      frames.push(device.terminal.report([reportOf(device)]).bytes);
      device.reports += 1;
    }
    write();
    this.sent += count;
  }
}

function reportOf({ latitude, longitude, north, east, reports }: Device) {
  // There and back, so that the fleet stays in its area.
  const offset = Math.abs(((reports + 50) % 100) - 50);
  return {
    time: Math.floor(Date.now() / 1_000) * 1_000,
    fix: {
      latitude: latitude + north * offset,
      longitude: longitude + east * offset,
      altitude: 12,
      speed: 30 + (reports % 20),
      course: (reports * 7) % 360,
      accuracy: null,
      valid: true,
    },
    battery: null,
    gsm: 80,
    satellites: 8 + (reports % 5),
    alarms: [],
    attributes: { ignition: true },
  };
}
