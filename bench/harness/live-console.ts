import { once } from 'node:events';
import type { ConsoleMessage, ServerMessage } from '@wakeline/contract/live/messages';
import { WebSocket } from 'ws';
import type { SentAt } from './paced-load.ts';
import type { BenchServer } from './server.ts';

/** A console's live socket, and the latency of each state and notice. */
export class LiveConsole {
  readonly latencies: number[] = [];
  readonly noticeLatencies: number[] = [];
  readonly #socket: WebSocket;
  readonly #sentAt: SentAt | null;
  #isLive = false;

  private constructor(socket: WebSocket, sentAt: SentAt | null) {
    this.#socket = socket;
    this.#sentAt = sentAt;
  }

  /**
   * Resolves when it has received the current states.
   *
   * @param sentAt null to receive messages without parsing them
   */
  static async open(server: BenchServer, sentAt: SentAt | null): Promise<LiveConsole> {
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
    const sentAt = this.#sentAt;
    if (sentAt === null && this.#isLive) return;
    const message: ServerMessage = JSON.parse(text);
    if (message.type === 'live') {
      this.#isLive = true;
      resolve();
    }
    if (message.type === 'refused') reject(new Error(`refused: ${message.error}`));
    if (sentAt === null) return;
    if (message.type === 'log') {
      for (const entry of message.entries) {
        if (entry.kind !== 'notice' || entry.notice.trackerId === null) continue;
        const sent = sentAt(entry.notice.trackerId, entry.notice.eventTime);
        if (sent !== undefined) this.noticeLatencies.push(now - sent);
      }
    }
    if (message.type !== 'states') return;
    for (const { trackerId, status } of message.states) {
      const sent = status.fixTime === null ? undefined : sentAt(trackerId, status.fixTime);
      if (sent !== undefined) this.latencies.push(now - sent);
    }
  }
}
