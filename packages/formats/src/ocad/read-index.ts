import type { ByteReader } from './byte-reader.ts';
import { OcadError } from './ocad-error.ts';

const ENTRIES_PER_BLOCK = 256;

/**
 * Positions of the entries of an index: blocks of 256, each with the position of the next one.
 *
 * @throws OcadError `malformed` if blocks are not in the file or form a cycle.
 */
export function* indexEntries(reader: ByteReader, firstBlock: number, entryBytes: number): Generator<number> {
  const seen = new Set<number>();
  for (let block = firstBlock; block !== 0; block = reader.u32(block)) {
    if (seen.has(block)) throw new OcadError('malformed');
    seen.add(block);
    reader.need(block, 4 + ENTRIES_PER_BLOCK * entryBytes);
    for (let entry = 0; entry < ENTRIES_PER_BLOCK; entry++) yield block + 4 + entry * entryBytes;
  }
}
