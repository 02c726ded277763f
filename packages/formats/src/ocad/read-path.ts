import type { ByteReader } from './byte-reader.ts';
import type { OcadPath } from './symbol-types.ts';

const VERTEX_BYTES = 8;

/** Reads vertices: the upper 24 bits are the coordinate, the lower ones marks. */
export function readPath(reader: ByteReader, at: number, count: number): OcadPath {
  reader.need(at, count * VERTEX_BYTES);
  const coordinates = new Int32Array(count * 2);
  const marks = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const x = reader.i32(at + index * VERTEX_BYTES);
    const y = reader.i32(at + index * VERTEX_BYTES + 4);
    coordinates[2 * index] = x >> 8;
    coordinates[2 * index + 1] = y >> 8;
    marks[index] = (x & 0x0f) | ((y & 0x0f) << 4);
  }
  return { coordinates, marks };
}
