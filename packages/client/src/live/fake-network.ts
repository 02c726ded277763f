import type { LiveSocket, SetTimer } from './connect-live.ts';

/** The other end of the runner's edges, for its tests: sockets that a test opens, feeds and closes, and a clock. */
export class FakeNetwork {
  readonly sockets: FakeSocket[] = [];
  readonly #timers = new Set<{ due: number; task: () => void }>();
  #now = 1_000_000;
  /** As where a page's policy forbids sockets. */
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

  /** Lets time pass; timers run in their order. */
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

  /** The server says something. */
  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
