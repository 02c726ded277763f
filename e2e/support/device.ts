import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import type { Terminal, TerminalFrame, TerminalInstruction } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';

/** Values of a report; the others have defaults. */
export interface DeviceReport {
  readonly lat: number;
  readonly lng: number;
  /** Epoch milliseconds; now by default. Devices report full seconds. */
  readonly time?: number;
  /** km/h. */
  readonly speed?: number;
  readonly course?: number;
  readonly altitude?: number;
  readonly battery?: number;
  /** Percent. */
  readonly gsm?: number;
  readonly satellites?: number;
  readonly alarms?: readonly NoticeType[];
  readonly attributes?: Report['attributes'];
}

export function reportOf(deviceReport: DeviceReport): Report {
  const { lat, lng, time, speed, course, altitude, battery, gsm, satellites, alarms, attributes } =
    deviceReport;
  return {
    time: time ?? Math.floor(Date.now() / 1000) * 1000,
    fix: {
      latitude: lat,
      longitude: lng,
      altitude: altitude ?? null,
      speed: speed ?? 0,
      course: course ?? 0,
      accuracy: null,
      valid: true,
    },
    battery: battery ?? null,
    gsm: gsm ?? null,
    satellites: satellites ?? 11,
    alarms: alarms ?? [],
    attributes: attributes ?? {},
  };
}

/** A JT/T 808 device on a real socket. Every send waits for the server's reply. */
export class Device {
  readonly #terminal: Terminal;
  readonly #socket: Socket;
  readonly #waiting = new Map<string, (ok: boolean) => void>();
  readonly #instructions: TerminalInstruction[] = [];
  #onInstruction: (() => void) | null = null;

  private constructor(terminal: Terminal, socket: Socket) {
    this.#terminal = terminal;
    this.#socket = socket;
    socket.on('data', (bytes) => {
      for (const { key, ok, next } of terminal.receive(bytes)) {
        // The authentication follows the registration: its reply is the one to wait for.
        const waiting = this.#waiting.get(key);
        this.#waiting.delete(key);
        if (next?.key != null && waiting) this.#waiting.set(next.key, waiting);
        if (next) socket.write(next.bytes);
        else waiting?.(ok);
      }
      this.#instructions.push(...terminal.takeInstructions());
      if (this.#instructions.length > 0) this.#onInstruction?.();
    });
  }

  /** Connects and signs in. The device must be registered in the console. */
  static async connect(imei: string, port: number, protocolName = 'jt808'): Promise<Device> {
    const protocol = PROTOCOLS.find(({ name }) => name === protocolName);
    if (protocol?.kind !== 'stream') throw new Error(`${protocolName} is not a stream protocol`);
    const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    const device = new Device(protocol.terminal(imei), socket);
    const login = device.#terminal.login();
    if (login !== null) await device.#send(login);
    return device;
  }

  /** Reports, and waits until the server has stored it. */
  async report(...deviceReports: readonly DeviceReport[]): Promise<void> {
    await this.#send(this.#terminal.report(deviceReports.map(reportOf)));
  }

  /** Waits for the next instruction. */
  async nextInstruction(): Promise<TerminalInstruction> {
    for (;;) {
      const instruction = this.#instructions.shift();
      if (instruction !== undefined) return instruction;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onInstruction = resolve;
      await promise;
    }
  }

  /** Writes the receipts of an instruction, and its photo or recording. */
  acknowledge(instruction: TerminalInstruction, outcome: 'accept' | 'reject'): void {
    for (const bytes of instruction.receipts(outcome)) this.#socket.write(bytes);
    const upload = outcome === 'accept' ? instruction.upload?.() : [];
    for (const { bytes } of upload ?? []) this.#socket.write(bytes);
  }

  /** The bytes of a report, for journeys that send them over a raw connection. */
  frame(deviceReport: DeviceReport): Uint8Array {
    return this.#terminal.report([reportOf(deviceReport)]).bytes;
  }

  /** Writes bytes as they are. */
  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  disconnect(): void {
    this.#socket.destroy();
  }

  #send({ bytes, key }: TerminalFrame): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (key !== null)
      this.#waiting.set(key, (ok) => (ok ? resolve() : reject(new Error('the server refused the frame'))));
    this.#socket.once('error', reject);
    this.#socket.write(bytes);
    if (key === null) resolve();
    return promise.finally(() => this.#socket.off('error', reject));
  }
}
