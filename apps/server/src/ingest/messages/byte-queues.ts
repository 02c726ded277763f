/** Bytes of a block, as a power of 2. */
const BLOCK_SHIFT = 6;
const BLOCK = 1 << BLOCK_SHIFT;
const LAST_OF_BLOCK = BLOCK - 1;
/** Bytes of a chunk, as a power of 2: memory is taken in chunks, and used again, but not given back. */
const CHUNK_SHIFT = 18;
const CHUNK = 1 << CHUNK_SHIFT;
const CHUNK_BLOCK_SHIFT = CHUNK_SHIFT - BLOCK_SHIFT;
const CHUNK_BLOCKS = 1 << CHUNK_BLOCK_SHIFT;
/** No block, and the end of an empty queue: like the last byte of a block, so that a new one follows it. */
const NONE = -1;
/** Bytes of memory that a block takes, with its link to the next one. */
const BLOCK_BYTES = BLOCK + Int32Array.BYTES_PER_ELEMENT;
const FIRST_QUEUES = 1_024;

/**
 * Many short queues of bytes in the same memory, by number from 0. Each is a chain of blocks. Strings or Buffers of their own would
 * be garbage of the old generation when they leave a queue, which only a full collection finds.
 */
export class ByteQueues {
  readonly #chunks: Uint8Array[] = [];
  /** The next block of the queue, or of the free ones. */
  readonly #links: Int32Array[] = [];
  #freeBlock = NONE;
  #blocks = 0;
  #usedBlocks = 0;
  /** Of each queue: positions of its first byte and of its last one, and its length. */
  #firsts = new Int32Array(FIRST_QUEUES);
  #ends = new Int32Array(FIRST_QUEUES);
  #lengths = new Int32Array(FIRST_QUEUES);

  /** Bytes of memory that all queues take. */
  get bytes(): number {
    return this.#usedBlocks * BLOCK_BYTES;
  }

  /** Bytes of memory that a queue takes. */
  bytesOf(queue: number): number {
    return this.#blocksOf(queue) * BLOCK_BYTES;
  }

  lengthOf(queue: number): number {
    return this.#lengths[queue] ?? 0;
  }

  /** Appends the first `length` bytes. */
  push(queue: number, bytes: Uint8Array, length = bytes.length): void {
    if (queue >= this.#lengths.length) this.#growTo(queue);
    let last = this.lengthOf(queue) === 0 ? NONE : valueAt(this.#ends, queue);
    for (let done = 0; done < length; ) {
      if ((last & LAST_OF_BLOCK) === LAST_OF_BLOCK) last = this.#addBlock(queue, last);
      else last += 1;
      const count = Math.min(BLOCK - (last & LAST_OF_BLOCK), length - done);
      const chunk = this.#chunkOf(last);
      const at = last & (CHUNK - 1);
      for (let i = 0; i < count; i++) chunk[at + i] = bytes[done + i] ?? 0;
      last += count - 1;
      done += count;
    }
    this.#ends[queue] = last;
    this.#lengths[queue] = this.lengthOf(queue) + length;
  }

  /** Copies the first bytes to `target`, up to the length of the shorter one. */
  read(queue: number, target: Uint8Array): void {
    const length = Math.min(target.length, this.lengthOf(queue));
    let first = valueAt(this.#firsts, queue);
    for (let done = 0; done < length; ) {
      const count = Math.min(BLOCK - (first & LAST_OF_BLOCK), length - done);
      const chunk = this.#chunkOf(first);
      const at = first & (CHUNK - 1);
      for (let i = 0; i < count; i++) target[done + i] = chunk[at + i] ?? 0;
      done += count;
      if (done < length) first = this.#linkOf(first >> BLOCK_SHIFT) << BLOCK_SHIFT;
    }
  }

  /** Drops the first `length` bytes. */
  shift(queue: number, length: number): void {
    if (length >= this.lengthOf(queue)) {
      this.clear(queue);
      return;
    }
    let first = valueAt(this.#firsts, queue);
    for (let rest = length; rest > 0; ) {
      const inBlock = BLOCK - (first & LAST_OF_BLOCK);
      if (rest < inBlock) {
        first += rest;
        break;
      }
      const next = this.#linkOf(first >> BLOCK_SHIFT) << BLOCK_SHIFT;
      this.#free(first >> BLOCK_SHIFT);
      first = next;
      rest -= inBlock;
    }
    this.#firsts[queue] = first;
    this.#lengths[queue] = this.lengthOf(queue) - length;
  }

  clear(queue: number): void {
    const count = this.#blocksOf(queue);
    if (count === 0) return;
    let block = valueAt(this.#firsts, queue) >> BLOCK_SHIFT;
    for (let i = 0; i < count; i++) {
      const next = this.#linkOf(block);
      this.#free(block);
      block = next;
    }
    this.#lengths[queue] = 0;
  }

  #blocksOf(queue: number): number {
    const length = this.lengthOf(queue);
    if (length === 0) return 0;
    return ((valueAt(this.#firsts, queue) & LAST_OF_BLOCK) + length + LAST_OF_BLOCK) >> BLOCK_SHIFT;
  }

  /** Returns the position of the first byte of a new block, which follows the one at `last`. */
  #addBlock(queue: number, last: number): number {
    const block = this.#allocate();
    const first = block << BLOCK_SHIFT;
    if (last === NONE) this.#firsts[queue] = first;
    else this.#link(last >> BLOCK_SHIFT, block);
    return first;
  }

  #allocate(): number {
    this.#usedBlocks += 1;
    const block = this.#freeBlock;
    if (block !== NONE) {
      this.#freeBlock = this.#linkOf(block);
      return block;
    }
    if (this.#blocks === this.#chunks.length * CHUNK_BLOCKS) {
      this.#chunks.push(new Uint8Array(CHUNK));
      this.#links.push(new Int32Array(CHUNK_BLOCKS));
    }
    return this.#blocks++;
  }

  #free(block: number): void {
    this.#link(block, this.#freeBlock);
    this.#freeBlock = block;
    this.#usedBlocks -= 1;
  }

  #chunkOf(position: number): Uint8Array {
    const chunk = this.#chunks[position >> CHUNK_SHIFT];
    if (chunk === undefined) throw new Error(`no byte at ${position}`);
    return chunk;
  }

  #linkOf(block: number): number {
    return this.#links[block >> CHUNK_BLOCK_SHIFT]?.[block & (CHUNK_BLOCKS - 1)] ?? NONE;
  }

  #link(block: number, next: number): void {
    const links = this.#links[block >> CHUNK_BLOCK_SHIFT];
    if (links !== undefined) links[block & (CHUNK_BLOCKS - 1)] = next;
  }

  #growTo(queue: number): void {
    const size = Math.max(queue + 1, this.#lengths.length * 2);
    this.#firsts = resized(this.#firsts, size);
    this.#ends = resized(this.#ends, size);
    this.#lengths = resized(this.#lengths, size);
  }
}

function valueAt(column: Int32Array, queue: number): number {
  return column[queue] ?? NONE;
}

function resized(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const result = new Int32Array(size);
  result.set(column);
  return result;
}
