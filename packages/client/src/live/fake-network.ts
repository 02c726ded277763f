import type { LiveSocket, SetTimer } from './connect-live.ts';

/** Test double for sockets and clock: tests open, feed and close the sockets and advance the time. */
export class FakeNetwork {
  readonly sockets: FakeSocket[] = [];
  readonly #timers = new Set<{ due: number; task: () => void }>();
  #now = 1_000_000;
  /** True: opening a socket throws, as under a page policy that forbids sockets. */
  socketsForbidden = false;

  readonly openSocket = (): LiveSocket => {
    if (this.socketsForbidden) throw new Error('sockets are forbidden here');
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };

  readonly now = (): number => this.#now;

  readonly setTimer: SetTimer = (ms, task) => {
    const timer = { due: this.#now + ms, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Advances the clock; due timers run in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = next.due;
      next.task();
    }
    this.#now = end;
  }

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  }
}

export class FakeSocket implements LiveSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: unknown[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  /** Delivers a message from the server. */
  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
