import { crc32 } from 'node:zlib';

/** A PNG file whose header says another size than its pixels have (ISO/IEC 15948, 5.3 and 11.2.2). */
export function declarePngSize(png: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  // The checksum of a chunk covers its type and its 13 bytes.
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** The same for a little-endian TIFF file with short values (TIFF 6.0, section 2; tags 256 and 257). */
export function declareTiffSize(tiff: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(tiff);
  const start = bytes.readUInt32LE(4);
  for (let index = 0; index < bytes.readUInt16LE(start); index += 1) {
    const at = start + 2 + index * 12;
    const tag = bytes.readUInt16LE(at);
    if (tag === 256) bytes.writeUInt16LE(width, at + 8);
    if (tag === 257) bytes.writeUInt16LE(height, at + 8);
  }
  return bytes;
}
