import { once } from 'node:events';
import type { ConsoleMessage, ServerMessage } from '@wakeline/contract/live/messages';
import { WebSocket } from 'ws';
import type { SentAt } from './paced-load.ts';
import type { BenchServer } from './server.ts';

/** A console's live socket, and the latency of each state. */
export class LiveConsole {
  readonly latencies: number[] = [];
  readonly #socket: WebSocket;
  readonly #sentAt: SentAt;

  private constructor(socket: WebSocket, sentAt: SentAt) {
    this.#socket = socket;
    this.#sentAt = sentAt;
  }

  /** Resolves when it has received the current states. */
  static async open(server: BenchServer, sentAt: SentAt): Promise<LiveConsole> {
    const url = `${server.url.replace('http', 'ws')}/service/socket`;
    const socket = new WebSocket(url, { headers: { cookie: `wakeline_session=${server.token}` } });
    await once(socket, 'open');
    const live = new LiveConsole(socket, sentAt);
    const ready = new Promise<void>((resolve, reject) => {
      socket.on('message', (text) => live.#receive(String(text), resolve, reject));
      socket.on('close', (code) => reject(new Error(`the live socket was closed (${code})`)));
    });
    const hello: ConsoleMessage = { type: 'hello', cursor: null, refresh: 0 };
    socket.send(JSON.stringify(hello));
    await ready;
    return live;
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.terminate();
  }

  #receive(text: string, resolve: () => void, reject: (error: Error) => void): void {
    const now = performance.now();
    const message: ServerMessage = JSON.parse(text);
    if (message.type === 'live') resolve();
    if (message.type === 'refused') reject(new Error(`refused: ${message.error}`));
    if (message.type !== 'states') return;
    for (const { trackerId, status } of message.states) {
      const sent = status.fixTime === null ? undefined : this.#sentAt(trackerId, status.fixTime);
      if (sent !== undefined) this.latencies.push(now - sent);
    }
  }
}
