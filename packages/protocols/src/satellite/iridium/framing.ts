import { asBuffer } from '../../as-buffer.ts';
import { copyToKeep } from '../../copy-to-keep.ts';
import { MAX_MESSAGE_LENGTH, PREFIX_LENGTH, VERSION } from './elements.ts';

const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Splits a byte stream into DirectIP messages. A message whose end never arrives stays incomplete: the caller closes the
 * connection after a time, and no more than `MAX_MESSAGE_LENGTH` bytes wait. All bytes after a wrong version are dropped.
 */
export class DirectIpFramer {
  #bytes: Buffer = EMPTY;
  #isBroken = false;

  /** Bytes of the incomplete message. */
  get pendingBytes(): number {
    return this.#bytes.length;
  }

  /** Adds received bytes. Call `next` until it returns null before adding more. */
  feed(bytes: Uint8Array): void {
    if (this.#isBroken) return;
    this.#bytes = this.#bytes.length === 0 ? asBuffer(bytes) : Buffer.concat([this.#bytes, bytes]);
  }

  /** The next message with its prefix; null: more bytes are needed; `wrong-version`: close the connection. */
  next(): Buffer | 'wrong-version' | null {
    if (this.#isBroken) return null;
    const bytes = this.#bytes;
    if (bytes.length > 0 && bytes[0] !== VERSION) {
      this.#isBroken = true;
      this.#bytes = EMPTY;
      return 'wrong-version';
    }
    const end = bytes.length < PREFIX_LENGTH ? MAX_MESSAGE_LENGTH : PREFIX_LENGTH + bytes.readUInt16BE(1);
    if (end > bytes.length) {
      // A copy, so that the chunk of the socket is not held.
      this.#bytes = bytes.length === 0 ? EMPTY : copyToKeep(bytes);
      return null;
    }
    this.#bytes = bytes.subarray(end);
    return bytes.subarray(0, end);
  }
}
