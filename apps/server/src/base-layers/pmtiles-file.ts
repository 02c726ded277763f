import { open } from 'node:fs/promises';

/** PMTiles specification, version 3, section 3.1: magic number, version, and the tile type at byte 99. */
const MAGIC = 'PMTiles';
const HEADER_BYTES = 127;
const VERSION_OFFSET = 7;
const TILE_TYPE_OFFSET = 99;
const VECTOR_TILES = 1;

/** The problem of a tile archive as a base layer; null when it is valid. */
export async function checkPmtiles(path: string): Promise<string | null> {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = await open(path);
    try {
      await file.read(header, 0, HEADER_BYTES, 0);
    } finally {
      await file.close();
    }
  } catch (error) {
    return `${path} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`;
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC || header[VERSION_OFFSET] !== 3)
    return `${path} is not a PMTiles archive of version 3`;
  if (header[TILE_TYPE_OFFSET] === VECTOR_TILES)
    return `${path} has vector tiles, which need a style: configure one that draws them (kind "style")`;
  return null;
}
