import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FrameTape } from './frame-tape.ts';

const FLAG_BYTE = 0x7e;

/**
 * A JT/T 808 device that sends its tape, with at most `window` frames in flight, and records the latency of each
 * acknowledgement. Replies are counted by their flag bytes, two each: parsing them would cost as much as sending.
 */
export class LoadConnection {
  acknowledged = 0;
  #sent = 0;
  #insideReply = false;
  #running = false;
  #tape: FrameTape | null = null;
  #sentAt = new Float64Array(0);
  #latencies: number[] = [];
  readonly #socket: Socket;
  readonly #window: number;

  private constructor(socket: Socket, window: number) {
    this.#socket = socket;
    this.#window = window;
    socket.on('data', (bytes) => this.#countReplies(bytes));
    socket.on('error', (error) => {
      throw error;
    });
  }

  static async open(port: number, window: number): Promise<LoadConnection> {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return new LoadConnection(socket, window);
  }

  /** Starts to send a tape, from its first frame. Latencies, in milliseconds, go into `latencies`. */
  play(tape: FrameTape, latencies: number[]): void {
    this.#tape = tape;
    this.#latencies = latencies;
    this.#sentAt = new Float64Array(tape.frames);
    this.acknowledged = 0;
    this.#sent = 0;
    this.#running = true;
    this.#pump();
  }

  /** Stops sending; replies are still received. */
  stop(): void {
    this.#running = false;
  }

  get sent(): number {
    return this.#sent;
  }

  get done(): boolean {
    return this.acknowledged >= (this.#running ? (this.#tape?.frames ?? 0) : this.#sent);
  }

  close(): void {
    this.#socket.removeAllListeners('error');
    this.#socket.on('error', () => undefined);
    this.#socket.destroy();
  }

  #pump(): void {
    const tape = this.#tape;
    if (!this.#running || tape === null) return;
    const to = Math.min(tape.frames, this.acknowledged + this.#window);
    if (to <= this.#sent) return;
    const now = performance.now();
    this.#sentAt.fill(now, this.#sent, to);
    this.#socket.write(tape.slice(this.#sent, to));
    this.#sent = to;
  }

  #countReplies(bytes: Buffer): void {
    let flags = this.#insideReply ? 1 : 0;
    for (let at = bytes.indexOf(FLAG_BYTE); at >= 0; at = bytes.indexOf(FLAG_BYTE, at + 1)) flags++;
    this.#insideReply = flags % 2 === 1;
    const now = performance.now();
    for (let count = Math.floor(flags / 2); count > 0; count--) {
      // A sample of one in eight is sufficient and keeps the load cheap.
      if (this.acknowledged % 8 === 0) this.#latencies.push(now - (this.#sentAt[this.acknowledged] ?? now));
      this.acknowledged++;
    }
    this.#pump();
  }
}
