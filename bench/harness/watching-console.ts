import type { Client } from '@wakeline/client/client';
import {
  connectLive,
  type LiveConnection,
  type LiveSocket,
  type StatesMessage,
} from '@wakeline/client/live/connect-live';
import { WebSocket } from 'ws';

/** Records what a console receives through the connection of the real one, which reconnects and polls as that does. */
export class WatchingConsole {
  /** Numbers of the log entries, in the order in which they arrived. */
  readonly entries: number[] = [];
  /** The newest time of each tracker, epoch milliseconds. */
  readonly times = new Map<number, number>();
  connections = 0;
  /** Longest time without a newer state of any tracker, milliseconds. */
  longestPause = 0;
  #lastChange = performance.now();
  /** When each tracker had a newer state, and its longest time without one since `takePauses`. */
  readonly #lastChanges = new Map<number, number>();
  readonly #pauses = new Map<number, number>();
  #cursor: number | null = null;
  readonly #connection: LiveConnection;

  /** @param url of the process or its proxy, `http://` */
  constructor(url: string, client: Client, token: string) {
    const ignore = () => undefined;
    this.#connection = connectLive({
      client,
      url: `${url.replace('http', 'ws')}/service/socket`,
      cursor: null,
      refresh: 0,
      openSocket: (address) => this.#open(address, token),
      onStates: (message) => this.#receive(message),
      onLog: ({ entries, cursor }) => {
        for (const { seq } of entries) this.entries.push(seq);
        this.#cursor = cursor;
      },
      ...{ onTrackers: ignore, onGroups: ignore, onRights: ignore, onChanged: ignore },
      ...{ onReload: ignore, onPhase: ignore },
    });
  }

  get cursor(): number | null {
    return this.#cursor;
  }

  /** The longest time without a newer state of each tracker since the last call, milliseconds, also if it is not over. */
  takePauses(): readonly number[] {
    const now = performance.now();
    const pauses = [...this.#lastChanges].map(([trackerId, at]) =>
      Math.max(this.#pauses.get(trackerId) ?? 0, now - at),
    );
    this.#pauses.clear();
    return pauses;
  }

  close(): void {
    this.#connection.stop();
  }

  #open(address: string, token: string): LiveSocket {
    const socket = new WebSocket(address, { headers: { cookie: `wakeline_session=${token}` } });
    socket.on('open', () => {
      this.connections += 1;
    });
    return socket as unknown as LiveSocket;
  }

  #receive({ states }: StatesMessage): void {
    const now = performance.now();
    for (const { trackerId, status } of states) {
      if ((status.fixTime ?? 0) <= (this.times.get(trackerId) ?? 0)) continue;
      this.times.set(trackerId, status.fixTime ?? 0);
      this.longestPause = Math.max(this.longestPause, now - this.#lastChange);
      this.#lastChange = now;
      const pause = now - (this.#lastChanges.get(trackerId) ?? now);
      this.#pauses.set(trackerId, Math.max(this.#pauses.get(trackerId) ?? 0, pause));
      this.#lastChanges.set(trackerId, now);
    }
  }
}
