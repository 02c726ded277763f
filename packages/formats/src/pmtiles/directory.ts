import { gzipSync } from 'node:zlib';

/** An entry of a directory of a PMTiles archive (version 3, section 4). */
export interface DirectoryEntry {
  readonly tileId: number;
  /** In the tile data, or among the leaf directories. */
  readonly offset: number;
  readonly length: number;
  /** Number of consecutive tiles with this content; 0: the entry is a leaf directory. */
  readonly runLength: number;
}

export interface Directories {
  readonly root: Uint8Array;
  readonly leaves: Uint8Array;
}

const FIRST_LEAF_ENTRIES = 4_096;
const LEAF_GROWTH = 1.25;

/**
 * Packs entries in the order of their ids into a root directory of at most `maxRootBytes`, and leaf directories if one
 * directory is too large for it.
 */
export function packDirectories(entries: readonly DirectoryEntry[], maxRootBytes: number): Directories {
  const single = packDirectory(entries);
  if (single.length <= maxRootBytes) return { root: single, leaves: new Uint8Array() };
  for (let size = FIRST_LEAF_ENTRIES; ; size = Math.ceil(size * LEAF_GROWTH)) {
    const { root, leaves } = packLeaves(entries, size);
    if (root.length <= maxRootBytes) return { root, leaves };
  }
}

function packLeaves(entries: readonly DirectoryEntry[], size: number): Directories {
  const leaves: Uint8Array[] = [];
  const pointers: DirectoryEntry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += size) {
    const leaf = packDirectory(entries.slice(first, first + size));
    pointers.push({ tileId: entries[first]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: packDirectory(pointers), leaves: Buffer.concat(leaves) };
}

/** Columns of variable-length integers, compressed: differences of ids, run lengths, lengths, offsets. */
function packDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const bytes: number[] = [];
  pushVarint(bytes, entries.length);
  let lastId = 0;
  for (const { tileId } of entries) {
    pushVarint(bytes, tileId - lastId);
    lastId = tileId;
  }
  for (const { runLength } of entries) pushVarint(bytes, runLength);
  for (const { length } of entries) pushVarint(bytes, length);
  let end = -1;
  for (const { offset, length } of entries) {
    // 0: directly after the previous entry.
    pushVarint(bytes, offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return gzipSync(Uint8Array.from(bytes));
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
