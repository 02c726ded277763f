import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleMessage, ServerMessage } from '@wakeline/contract/live/messages';
import { WebSocket } from 'ws';

const RECONNECT_DELAY_MS = 200;

/** A console that connects again with its cursor whenever its connection ends, and records what it received. */
export class WatchingConsole {
  /** Numbers of the log entries, in the order in which they arrived. */
  readonly entries: number[] = [];
  /** The newest time of each tracker, epoch milliseconds. */
  readonly times = new Map<number, number>();
  connections = 0;
  /** Longest time without a newer state of any tracker, milliseconds. */
  longestPause = 0;
  #lastChange = performance.now();
  #cursor: number | null = null;
  #socket: WebSocket | null = null;
  #isRunning = true;
  readonly #running: Promise<void>;
  readonly #url: string;
  readonly #token: string;

  /** @param url of the process, `http://` */
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
    this.#running = this.#run();
  }

  get cursor(): number | null {
    return this.#cursor;
  }

  async close(): Promise<void> {
    this.#isRunning = false;
    this.#socket?.terminate();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      await this.#connect();
      await delay(RECONNECT_DELAY_MS);
    }
  }

  #connect(): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/service/socket`, {
      headers: { cookie: `wakeline_session=${this.#token}` },
    });
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('open', () => {
      this.connections += 1;
      const hello: ConsoleMessage = { type: 'hello', cursor: this.#cursor, refresh: 0 };
      socket.send(JSON.stringify(hello));
    });
    socket.on('message', (text) => this.#receive(JSON.parse(String(text)) as ServerMessage));
    return new Promise((resolve) => socket.on('close', () => resolve()));
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'welcome') this.#cursor ??= message.cursor;
    if (message.type === 'log') {
      for (const { seq } of message.entries) this.entries.push(seq);
      this.#cursor = message.cursor;
    }
    if (message.type !== 'states') return;
    for (const { trackerId, status } of message.states) {
      if ((status.fixTime ?? 0) <= (this.times.get(trackerId) ?? 0)) continue;
      this.times.set(trackerId, status.fixTime ?? 0);
      const now = performance.now();
      this.longestPause = Math.max(this.longestPause, now - this.#lastChange);
      this.#lastChange = now;
    }
  }
}
