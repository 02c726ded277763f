import { connect, type Socket } from 'node:net';
import type { BeidouRefusal, BeidouRequest } from '@wakeline/protocols/satellite/beidou/request';
import { BeidouSession, type ReceivedEvent } from '@wakeline/protocols/satellite/beidou/session';
import type { Clock } from '../../../clock.ts';
import type { BeidouMachineSettings } from './settings.ts';

/** Milliseconds for a connection to be made, and without data until it counts as lost: three unanswered requests. */
const CONNECT_TIMEOUT_MS = 10_000;
const INACTIVITY_TIMEOUT_MS = 180_000;
/** Milliseconds before the second attempt, doubled for each one after it up to the longest. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

export interface LinkListener {
  connected(): void;
  received(event: ReceivedEvent): void;
  /** @param reason in English, for the operator */
  disconnected(reason: string): void;
}

/** The TCP connection to the converter of a command machine, made again after each failure at growing intervals. */
export class MachineLink {
  readonly #settings: BeidouMachineSettings;
  readonly #clock: Clock;
  readonly #listener: LinkListener;
  #socket: Socket | null = null;
  #session: BeidouSession | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failures = 0;
  #isPaused = false;
  #isClosed = false;

  constructor(settings: BeidouMachineSettings, clock: Clock, listener: LinkListener) {
    this.#settings = settings;
    this.#clock = clock;
    this.#listener = listener;
  }

  open(): void {
    const { host, port } = this.#settings;
    const session = new BeidouSession(this.#settings);
    const socket = connect({ host, port, keepAlive: true, noDelay: true });
    let failure = 'the connection was closed';
    this.#socket = socket;
    socket.setTimeout(CONNECT_TIMEOUT_MS);
    socket.on('connect', () => {
      this.#session = session;
      this.#applyPause();
      this.#listener.connected();
    });
    socket.on('data', (bytes) => {
      this.#failures = 0;
      for (const event of session.receive(bytes, this.#clock.now())) this.#listener.received(event);
    });
    socket.on('timeout', () => socket.destroy(new Error('no data')));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message;
    });
    socket.on('close', () => {
      this.#session = null;
      if (this.#isClosed) return;
      this.#listener.disconnected(failure);
      this.#failures++;
      this.#timer = setTimeout(() => this.open(), retryDelay(this.#failures));
      this.#timer.unref();
    });
  }

  /** Writes a request; a text says why it was not written. */
  write(request: BeidouRequest): BeidouRefusal | 'offline' | null {
    if (this.#session === null || this.#socket === null) return 'offline';
    const bytes = this.#session.encode(request);
    if (typeof bytes === 'string') return bytes;
    this.#socket.write(bytes);
    return null;
  }

  /** Reads nothing while what was received cannot be stored. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (this.#session !== null) this.#applyPause();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #applyPause(): void {
    this.#socket?.setTimeout(this.#isPaused ? 0 : INACTIVITY_TIMEOUT_MS);
    if (this.#isPaused) this.#socket?.pause();
    else this.#socket?.resume();
  }
}

function retryDelay(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 6));
}
