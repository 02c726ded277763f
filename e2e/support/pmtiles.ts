const HEADER_BYTES = 127;
const NO_COMPRESSION = 1;
const PNG_TILES = 2;

/** An archive with one picture for the whole world: PMTiles specification, version 3, sections 3 and 4. */
export function pmtilesOf(picture: Buffer): Buffer {
  // One entry: its id 0, the run of 1, the length, and the offset of 0, which is written as 1.
  const directory = Buffer.from([1, 0, 1, ...varint(picture.length), 1]);
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header[7] = 3;
  const metadataAt = HEADER_BYTES + directory.length;
  const tilesAt = metadataAt + metadata.length;
  const numbers = [
    HEADER_BYTES,
    directory.length,
    metadataAt,
    metadata.length,
    0,
    0,
    tilesAt,
    picture.length,
  ];
  for (const [i, number] of [...numbers, 1, 1, 1].entries())
    header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  header.set([1, NO_COMPRESSION, NO_COMPRESSION, PNG_TILES, 0, 0], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + 4 * i);
  return Buffer.concat([header, directory, metadata, picture]);
}

/** Seven bits a byte, the lowest first, the eighth saying that more follow. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
