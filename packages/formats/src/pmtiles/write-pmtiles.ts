import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { type DirectoryEntry, packDirectories } from './directory.ts';
import { tileId } from './tile-id.ts';

/** Types of tiles in PMTiles version 3 that the product writes. Vector tiles are compressed by the writer. */
const TILE_TYPES = { mvt: 1, png: 2, jpeg: 3, webp: 4 } as const;
const NO_COMPRESSION = 1;
const GZIP = 2;
const HEADER_BYTES = 127;
/** Readers fetch header and root directory with one request of this size. */
const FIRST_BYTES = 16_384;
const DEGREES = 1e7;

export interface PmtilesOptions {
  readonly type: keyof typeof TILE_TYPES;
  /** Degrees. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  /** Stored as JSON; archives of vector tiles need `vector_layers`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface PmtilesSummary {
  readonly tiles: number;
  /** Tiles with different content. */
  readonly contents: number;
  readonly bytes: number;
  readonly minZoom: number;
  readonly maxZoom: number;
}

/** Writes a PMTiles archive, tile by tile in any order. Call `finish` or `close`. */
export interface PmtilesWriter {
  /** @throws RangeError if the tile does not exist, or was written before. */
  write(zoom: number, x: number, y: number, data: Uint8Array): Promise<void>;
  /** Writes the directories. @throws RangeError if no tile was written. */
  finish(): Promise<PmtilesSummary>;
  /** Closes an unfinished file, which is not an archive yet. */
  close(): Promise<void>;
}

interface StoredTile {
  readonly offset: number;
  readonly length: number;
}

const compress = promisify(gzip);

/**
 * Creates an archive of version 3 at a path. Tile data goes to the file at once, after the bytes that are reserved for header
 * and root directory; metadata and leaf directories follow it. Equal tiles are stored once. Memory holds an entry of about 150
 * bytes per tile.
 */
export async function createPmtiles(path: string, options: PmtilesOptions): Promise<PmtilesWriter> {
  const file = await open(path, 'w');
  const tiles = new Map<number, StoredTile>();
  const stored = new Map<string, StoredTile>();
  let end = FIRST_BYTES;
  let [minZoom, maxZoom] = [Number.POSITIVE_INFINITY, 0];

  return {
    async write(zoom, x, y, data) {
      const id = tileId(zoom, x, y);
      if (tiles.has(id)) throw new RangeError(`tile ${zoom}/${x}/${y} was written before`);
      // Reserves the id while the tile is compressed.
      tiles.set(id, { offset: 0, length: 0 });
      const content = options.type === 'mvt' ? await compress(data) : data;
      minZoom = Math.min(minZoom, zoom);
      maxZoom = Math.max(maxZoom, zoom);
      const hash = createHash('sha256').update(content).digest('base64');
      const equal = stored.get(hash);
      const tile = equal ?? { offset: end - FIRST_BYTES, length: content.length };
      tiles.set(id, tile);
      if (equal !== undefined) return;
      stored.set(hash, tile);
      end += content.length;
      await writeAt(file, content, FIRST_BYTES + tile.offset);
    },

    async finish() {
      if (tiles.size === 0) throw new RangeError('an archive needs a tile');
      const entries = toEntries(tiles);
      const { root, leaves } = packDirectories(entries, FIRST_BYTES - HEADER_BYTES);
      const metadata = gzipSync(JSON.stringify(options.metadata));
      const leavesAt = end + metadata.length;
      await writeAt(file, metadata, end);
      await writeAt(file, leaves, leavesAt);
      const header = toHeader(options, {
        sections: [
          [HEADER_BYTES, root.length],
          [end, metadata.length],
          [leavesAt, leaves.length],
          [FIRST_BYTES, end - FIRST_BYTES],
        ],
        counts: [tiles.size, entries.length, stored.size],
        clustered: isClustered(entries),
        zooms: [minZoom, maxZoom],
      });
      await writeAt(file, Buffer.concat([header, root]), 0);
      await file.close();
      return {
        tiles: tiles.size,
        contents: stored.size,
        bytes: leavesAt + leaves.length,
        minZoom,
        maxZoom,
      };
    },

    close: () => file.close(),
  };
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Entries in the order of their ids; consecutive tiles with the same content share one. */
function toEntries(tiles: ReadonlyMap<number, StoredTile>): readonly DirectoryEntry[] {
  const entries: (DirectoryEntry & { runLength: number })[] = [];
  const ids = Float64Array.from(tiles.keys()).sort();
  for (const id of ids) {
    const { offset = 0, length = 0 } = tiles.get(id) ?? {};
    const last = entries.at(-1);
    if (last !== undefined && last.tileId + last.runLength === id && last.offset === offset) last.runLength++;
    else entries.push({ tileId: id, offset, length, runLength: 1 });
  }
  return entries;
}

/** Whether the contents are in the order of the tiles that first have them. */
function isClustered(entries: readonly DirectoryEntry[]): boolean {
  let end = 0;
  return entries.every(({ offset, length }) => {
    if (offset > end) return false;
    end = Math.max(end, offset + length);
    return true;
  });
}

interface Layout {
  /** Offset and length of root directory, metadata, leaf directories, tile data. */
  readonly sections: readonly (readonly [number, number])[];
  /** Tiles, entries, contents. */
  readonly counts: readonly number[];
  readonly clustered: boolean;
  readonly zooms: readonly [number, number];
}

/** The 127 bytes of section 3. */
function toHeader({ type, bounds }: PmtilesOptions, { sections, counts, clustered, zooms }: Layout): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  let at = 8;
  for (const value of [...sections.flat(), ...counts]) at = header.writeBigUInt64LE(BigInt(value), at);
  at = header.writeUInt8(clustered ? 1 : 0, at);
  at = header.writeUInt8(GZIP, at);
  at = header.writeUInt8(type === 'mvt' ? GZIP : NO_COMPRESSION, at);
  at = header.writeUInt8(TILE_TYPES[type], at);
  for (const zoom of zooms) at = header.writeUInt8(zoom, at);
  for (const value of bounds) at = header.writeInt32LE(Math.round(value * DEGREES), at);
  const [west, south, east, north] = bounds;
  at = header.writeUInt8(zooms[0], at);
  at = header.writeInt32LE(Math.round(((west + east) / 2) * DEGREES), at);
  header.writeInt32LE(Math.round(((south + north) / 2) * DEGREES), at);
  return header;
}
