import { Inflate } from 'fflate';
import { SheetError } from './sheet-error.ts';

/** Compressed bytes per step: at most a thousand times as many come out (RFC 1951). */
const CHUNK_BYTES = 4_096;
/** Real workbooks have some dozen entries, with images some hundred. */
const MAX_ENTRIES = 2_000;
const MAX_NAME_LENGTH = 512;
/** Signatures and record sizes: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const METHOD_STORED = 0;
const METHOD_DEFLATED = 8;

interface ZipEntry {
  readonly method: number;
  readonly compressedBytes: number;
  readonly localOffset: number;
}

/**
 * The entries of a ZIP archive by its central directory. Unlike a scan from the front, it is not misled by compressed bytes
 * that look like a header. Sizes of unpacked entries in the archive are not trusted.
 */
export class ZipDirectory {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, ZipEntry>();
  #remainingBytes: number;

  /**
   * @param maxUnpackedBytes for all entries that are read, together
   * @throws SheetError `entries` for too many entries or too long a name, `encrypted`, `malformed`
   */
  constructor(bytes: Uint8Array, maxUnpackedBytes: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#remainingBytes = maxUnpackedBytes;
    try {
      this.#readEntries();
    } catch (error) {
      // An offset outside of the file.
      if (error instanceof RangeError) throw new SheetError('malformed');
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Unpacks an entry in chunks, each of which is only valid until the next one.
   *
   * @throws SheetError `expands` above the limit, `malformed`
   */
  *read(name: string): Generator<Uint8Array, void> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new SheetError('malformed');
    const content = this.#contentOf(entry);
    if (entry.method === METHOD_STORED) {
      this.#count(content.length);
      yield content;
      return;
    }
    let chunks: Uint8Array[] = [];
    let isComplete = false;
    const inflate = new Inflate((chunk, final) => {
      this.#count(chunk.length);
      chunks.push(chunk);
      isComplete ||= final;
    });
    for (let from = 0; from < content.length && !isComplete; from += CHUNK_BYTES) {
      const end = Math.min(content.length, from + CHUNK_BYTES);
      try {
        inflate.push(content.subarray(from, end), end === content.length);
      } catch (error) {
        throw error instanceof SheetError ? error : new SheetError('malformed');
      }
      yield* chunks;
      chunks = [];
    }
    if (!isComplete) throw new SheetError('malformed');
  }

  #count(bytes: number): void {
    this.#remainingBytes -= bytes;
    if (this.#remainingBytes < 0) throw new SheetError('expands');
  }

  #readEntries(): void {
    const view = this.#view;
    const end = this.#findEnd();
    const count = view.getUint16(end + 10, true);
    if (count > MAX_ENTRIES) throw new SheetError('entries');
    let at = view.getUint32(end + 16, true);
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new SheetError('malformed');
      const nameLength = view.getUint16(at + 28, true);
      if (nameLength > MAX_NAME_LENGTH) throw new SheetError('entries');
      const name = new TextDecoder().decode(
        this.#bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      );
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
      if (isEncrypted) throw new SheetError('encrypted');
      const method = view.getUint16(at + 10, true);
      if (method !== METHOD_STORED && method !== METHOD_DEFLATED) throw new SheetError('malformed');
      // Some programs start names with a slash.
      this.#entries.set(name.replace(/^\//, ''), {
        method,
        compressedBytes: view.getUint32(at + 20, true),
        localOffset: view.getUint32(at + 42, true),
      });
      at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  }

  #findEnd(): number {
    const last = this.#bytes.length - END_BYTES;
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1)
      if (this.#view.getUint32(at, true) === END_SIGNATURE) return at;
    throw new SheetError('malformed');
  }

  #contentOf({ localOffset, compressedBytes }: ZipEntry): Uint8Array {
    try {
      if (this.#view.getUint32(localOffset, true) !== LOCAL_SIGNATURE) throw new SheetError('malformed');
      const names =
        this.#view.getUint16(localOffset + 26, true) + this.#view.getUint16(localOffset + 28, true);
      const from = localOffset + LOCAL_BYTES + names;
      if (from + compressedBytes > this.#bytes.length) throw new SheetError('malformed');
      return this.#bytes.subarray(from, from + compressedBytes);
    } catch (error) {
      if (error instanceof RangeError) throw new SheetError('malformed');
      throw error;
    }
  }
}
