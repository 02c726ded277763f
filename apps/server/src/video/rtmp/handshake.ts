import { randomBytes } from 'node:crypto';
import { RtmpError } from './message.ts';

/** Bytes of C1, C2, S1 and S2 (RTMP specification 1.0, 5.2). */
export const HANDSHAKE_BYTES = 1_536;
const VERSION = 3;

/**
 * The server's side of the plain handshake. Encoders accept it; the digests of Flash Player are only for players of that
 * program.
 */
export class Handshake {
  #received = Buffer.alloc(0);
  #hasReplied = false;

  /**
   * @returns `rest`: the bytes after the handshake, null before its end; `reply`: to be sent, if not empty
   * @throws RtmpError of another version
   */
  push(data: Buffer): { readonly reply: Buffer; readonly rest: Buffer | null } {
    this.#received = Buffer.concat([this.#received, data]);
    let reply = Buffer.alloc(0);
    if (this.#received.length > 0 && this.#received[0] !== VERSION)
      throw new RtmpError('not RTMP of version 3');
    if (!this.#hasReplied && this.#received.length > HANDSHAKE_BYTES) {
      const c1 = this.#received.subarray(1, 1 + HANDSHAKE_BYTES);
      // S1: time 0, four zero bytes, random bytes. S2 repeats C1.
      const s1 = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]);
      reply = Buffer.concat([Buffer.from([VERSION]), s1, c1]);
      this.#hasReplied = true;
    }
    const end = 1 + 2 * HANDSHAKE_BYTES;
    return { reply, rest: this.#received.length >= end ? this.#received.subarray(end) : null };
  }
}
