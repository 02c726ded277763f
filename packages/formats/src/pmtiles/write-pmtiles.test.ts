import { mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tileId } from './tile-id.ts';
import { createPmtiles, type PmtilesOptions } from './write-pmtiles.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pmtiles-'));
  path = join(folder, 'a.pmtiles');
});
afterEach(() => rmSync(folder, { recursive: true }));

const WEBP: PmtilesOptions = {
  type: 'webp',
  bounds: [11.5, 57.5, 12.25, 58],
  metadata: { name: 'Älvsborg' },
};

/** The reader of the PMTiles project, which the console uses, on a local file. */
function read(): PMTiles {
  const file = openSync(path, 'r');
  return new PMTiles({
    getKey: () => path,
    getBytes: async (offset, length) => {
      const bytes = new Uint8Array(length);
      return { data: bytes.buffer.slice(0, readSync(file, bytes, 0, length, offset)) };
    },
  });
}

async function textAt(archive: PMTiles, zoom: number, x: number, y: number): Promise<string | undefined> {
  const tile = await archive.getZxy(zoom, x, y);
  return tile === undefined ? undefined : Buffer.from(tile.data).toString();
}

test('numbers tiles along the Hilbert curve', () => {
  // The examples of the specification, version 3, section 4.1.
  expect(tileId(0, 0, 0)).toBe(0);
  expect(tileId(1, 0, 0)).toBe(1);
  expect(tileId(1, 0, 1)).toBe(2);
  expect(tileId(1, 1, 1)).toBe(3);
  expect(tileId(1, 1, 0)).toBe(4);
  expect(tileId(12, 3423, 1763)).toBe(19_078_479);
  for (let zoom = 0; zoom <= 6; zoom++)
    for (let x = 0; x < 2 ** zoom; x++)
      for (let y = 0; y < 2 ** zoom; y++) expect(tileId(zoom, x, y)).toBe(zxyToTileId(zoom, x, y));
  const last = 2 ** 26 - 1;
  expect(tileId(26, last, 0)).toBe(zxyToTileId(26, last, 0));
  expect(tileId(26, 12_345_678, 41_234_567)).toBe(zxyToTileId(26, 12_345_678, 41_234_567));
});

test('writes raster tiles that the reader finds', async () => {
  const writer = await createPmtiles(path, WEBP);
  // Not in the order of the ids.
  await writer.write(14, 8738, 5021, Buffer.from('b'));
  await writer.write(13, 4369, 2510, Buffer.from('a'));
  await writer.write(14, 8739, 5021, Buffer.from('c'));
  expect(await writer.finish()).toMatchObject({ tiles: 3, contents: 3, minZoom: 13, maxZoom: 14 });
  const archive = read();
  expect(await archive.getHeader()).toMatchObject({
    specVersion: 3,
    tileType: 4,
    tileCompression: 1,
    internalCompression: 2,
    clustered: false,
    numAddressedTiles: 3,
    numTileEntries: 3,
    numTileContents: 3,
    minZoom: 13,
    maxZoom: 14,
    minLon: 11.5,
    minLat: 57.5,
    maxLon: 12.25,
    maxLat: 58,
    centerLon: 11.875,
    centerLat: 57.75,
  });
  expect(await archive.getMetadata()).toEqual({ name: 'Älvsborg' });
  expect(await textAt(archive, 13, 4369, 2510)).toBe('a');
  expect(await textAt(archive, 14, 8738, 5021)).toBe('b');
  expect(await textAt(archive, 14, 8739, 5021)).toBe('c');
  expect(await textAt(archive, 14, 8740, 5021)).toBeUndefined();
});

test('compresses vector tiles', async () => {
  const writer = await createPmtiles(path, { ...WEBP, type: 'mvt' });
  await writer.write(0, 0, 0, Buffer.alloc(10_000, 'x'));
  const { bytes } = await writer.finish();
  expect(await read().getHeader()).toMatchObject({ tileType: 1, tileCompression: 2 });
  expect(await textAt(read(), 0, 0, 0)).toBe('x'.repeat(10_000));
  expect(bytes).toBeLessThan(17_000);
});

test('stores equal tiles once, and consecutive ones in one entry', async () => {
  const writer = await createPmtiles(path, WEBP);
  // All 16 tiles of zoom 2 in the order of their ids, of which two differ.
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 4; x++) await writer.write(2, x, y, Buffer.from(x === 3 && y < 2 ? `${y}` : 'sea'));
  const summary = await writer.finish();
  expect(summary).toMatchObject({ tiles: 16, contents: 3 });
  const header = await read().getHeader();
  // The curve ends with 3/1, 2/1, 2/0, 3/0: twelve tiles of sea before them, and two between.
  expect(header).toMatchObject({
    numAddressedTiles: 16,
    numTileContents: 3,
    numTileEntries: 4,
    tileDataLength: 5,
  });
  const archive = read();
  expect(await textAt(archive, 2, 3, 0)).toBe('0');
  expect(await textAt(archive, 2, 3, 1)).toBe('1');
  expect(await textAt(archive, 2, 0, 3)).toBe('sea');
  expect(await textAt(archive, 2, 3, 3)).toBe('sea');
});

test('splits a large directory into leaves', async () => {
  const writer = await createPmtiles(path, WEBP);
  const size = 2 ** 8;
  const all = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)]);
  for (const [x = 0, y = 0] of all)
    await writer.write(8, x, y, Buffer.from(`${x}/${y}`.padEnd((x * 7 + y) % 90)));
  expect(await writer.finish()).toMatchObject({ tiles: 65_536, contents: 65_536 });
  const archive = read();
  const header = await archive.getHeader();
  expect(header.leafDirectoryLength).toBeGreaterThan(0);
  expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384);
  for (const [x = 0, y = 0] of all.filter((_, index) => index % 997 === 0))
    expect((await textAt(archive, 8, x, y))?.trimEnd()).toBe(`${x}/${y}`);
  expect(await textAt(archive, 8, 255, 255)).toMatch(/^255\/255/);
});

test('marks an archive as clustered if the tiles came in the order of their ids', async () => {
  const writer = await createPmtiles(path, WEBP);
  await writer.write(0, 0, 0, Buffer.from('0'));
  await writer.write(1, 0, 0, Buffer.from('1'));
  await writer.write(1, 0, 1, Buffer.from('0'));
  await writer.finish();
  expect((await read().getHeader()).clustered).toBe(true);
});

test('writes tiles at the same time', async () => {
  const writer = await createPmtiles(path, { ...WEBP, type: 'mvt' });
  const columns = Array.from({ length: 64 }, (_, x) => x);
  await Promise.all(columns.map((x) => writer.write(6, x, 9, Buffer.alloc(5_000, String(x)))));
  await writer.finish();
  for (const x of columns) expect(await textAt(read(), 6, x, 9)).toMatch(new RegExp(`^(${x})+`));
});

test('refuses tiles that do not exist, the same tile twice, and an empty archive', async () => {
  const writer = await createPmtiles(path, WEBP);
  const tile = Buffer.from('a');
  await expect(writer.finish()).rejects.toThrow(RangeError);
  await expect(writer.write(3, 8, 0, tile)).rejects.toThrow('no tile 3/8/0');
  await expect(writer.write(3, 0, -1, tile)).rejects.toThrow('no tile 3/0/-1');
  await expect(writer.write(27, 0, 0, tile)).rejects.toThrow('no tile 27/0/0');
  await writer.write(3, 7, 0, tile);
  await expect(writer.write(3, 7, 0, tile)).rejects.toThrow('was written before');
  await writer.close();
});

test('leaves a file without header if it is closed before the end', async () => {
  const writer = await createPmtiles(path, WEBP);
  await writer.write(0, 0, 0, Buffer.from('a'));
  await writer.close();
  expect(readFileSync(path).subarray(0, 7).toString()).not.toBe('PMTiles');
});
