import type { Socket } from 'node:net';
import type { FrameTape } from './frame-tape.ts';
import type { ReplyCounter } from './reply-counter.ts';

/**
 * The connection of a device that sends its tape. With acknowledgements it has at most `window` frames in flight and
 * records the latency of each; without, it sends only what `send` is called for.
 */
export class LoadConnection {
  sent = 0;
  #acknowledged = 0;
  readonly #replies: ReplyCounter | null;
  #isSending = false;
  #tape: FrameTape | null = null;
  #sentAt = new Float64Array(0);
  #latencies: number[] = [];
  readonly #socket: Socket;
  readonly #window: number;

  /** `socket` must be logged in. */
  constructor(socket: Socket, window: number, replies: ReplyCounter | null) {
    this.#socket = socket;
    this.#window = window;
    this.#replies = replies;
    socket.on('data', (bytes) => this.#countReplies(bytes));
    socket.on('error', (error) => {
      throw error;
    });
    socket.on('close', () => {
      throw new Error('the server closed the connection of a device');
    });
  }

  /** Starts to send a tape, from its first frame. Latencies, in milliseconds, go into `latencies`. */
  play(tape: FrameTape, latencies: number[]): void {
    this.#tape = tape;
    this.#latencies = latencies;
    this.#sentAt = new Float64Array(tape.frames);
    this.#acknowledged = 0;
    this.sent = 0;
    this.#isSending = true;
    if (this.#replies !== null) this.#sendUpTo(this.#window);
  }

  /** Stops sending; replies are still received. */
  stop(): void {
    this.#isSending = false;
  }

  /** Sends the next frames of the tape. */
  send(frames: number): void {
    this.#sendUpTo(this.sent + frames);
  }

  /** Whether everything is sent, and acknowledged if the protocol does that. */
  get done(): boolean {
    const end = this.#isSending ? (this.#tape?.frames ?? 0) : this.sent;
    return (this.#replies === null ? this.sent : this.#acknowledged) >= end;
  }

  close(): void {
    this.#socket.removeAllListeners();
    this.#socket.on('error', () => undefined);
    this.#socket.destroy();
  }

  #sendUpTo(end: number): void {
    const tape = this.#tape;
    if (!this.#isSending || tape === null) return;
    const to = Math.min(tape.frames, end);
    if (to <= this.sent) return;
    const now = performance.now();
    this.#sentAt.fill(now, this.sent, to);
    this.#socket.write(tape.slice(this.sent, to));
    this.sent = to;
  }

  #countReplies(bytes: Buffer): void {
    if (this.#replies === null) return;
    const now = performance.now();
    for (let count = this.#replies.count(bytes); count > 0; count--) {
      // A sample of one in eight is sufficient and keeps the load cheap.
      if (this.#acknowledged % 8 === 0) this.#latencies.push(now - (this.#sentAt[this.#acknowledged] ?? now));
      this.#acknowledged++;
    }
    this.#sendUpTo(this.#acknowledged + this.#window);
  }
}
