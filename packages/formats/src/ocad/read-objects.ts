import type { ByteReader } from './byte-reader.ts';
import { OcadError } from './ocad-error.ts';
import { decodeWideText } from './ocad-text.ts';
import { indexEntries } from './read-index.ts';
import { readPath } from './read-path.ts';
import type { OcadPath } from './symbol-types.ts';

/** More than ten times what large maps have. */
export const MAX_OBJECTS = 500_000;
export const MAX_VERTICES = 5_000_000;
const ENTRY_BYTES = 40;
const VERTEX_BYTES = 8;
const TYPES = [null, 'point', 'line', 'area', 'text', 'boxText', 'lineText', 'rectangle'] as const;
/** Status in the index. 0 and 3 are deleted objects. */
const NORMAL = 1;
const HIDDEN = 2;

export interface OcadObject {
  /** Symbol number; negative: imported without one, or a graphic (-2) or an image (-3). */
  readonly symbol: number;
  readonly type: NonNullable<(typeof TYPES)[number]>;
  readonly hidden: boolean;
  /** Tenths of a degree, counterclockwise. */
  readonly angle: number;
  /** Color number and line width of a graphic, whose symbol is -2. */
  readonly color: number;
  readonly lineWidth: number;
  readonly path: OcadPath;
  readonly text: string;
}

/** Objects that are not deleted, in the order of the index. */
export function readObjects(reader: ByteReader, firstBlock: number, version: number): readonly OcadObject[] {
  const objects: OcadObject[] = [];
  let vertices = 0;
  for (const at of indexEntries(reader, firstBlock, ENTRY_BYTES)) {
    const position = reader.u32(at + 16);
    const status = reader.u8(at + 30);
    if (position === 0 || (status !== NORMAL && status !== HIDDEN)) continue;
    const object = readObject(reader, position, version, status === HIDDEN);
    if (object === null) continue;
    vertices += object.path.marks.length + object.text.length / 4;
    if (vertices > MAX_VERTICES) throw new OcadError('vertices');
    if (objects.length >= MAX_OBJECTS) throw new OcadError('objects');
    objects.push(object);
  }
  return objects;
}

/** Version 12 moved the counts behind the new fields. */
const FIELDS_9 = { count: 8, text: 12, color: 16, lineWidth: 20, path: 40 } as const;
const FIELDS_12 = { count: 44, text: 48, color: 8, lineWidth: 12, path: 56 } as const;

function readObject(reader: ByteReader, at: number, version: number, hidden: boolean): OcadObject | null {
  const fields = version >= 12 ? FIELDS_12 : FIELDS_9;
  reader.need(at, fields.path);
  const count = reader.u32(at + fields.count);
  if (count > MAX_VERTICES) throw new OcadError('malformed');
  const type = TYPES[reader.u8(at + 4)];
  const path = readPath(reader, at + fields.path, count);
  if (type === undefined || type === null) return null;
  return {
    symbol: reader.i32(at),
    type,
    hidden,
    angle: reader.i16(at + 6),
    color: reader.i32(at + fields.color),
    lineWidth: reader.i16(at + fields.lineWidth),
    path,
    text: readObjectText(reader, at + fields.path + count * VERTEX_BYTES, reader.u16(at + fields.text)),
  };
}

/** The text takes the space of `units` vertices; OCAD puts a line break before the text of some objects. */
function readObjectText(reader: ByteReader, at: number, units: number): string {
  return decodeWideText(reader.bytes(at, units * VERTEX_BYTES)).replace(/^\r\n/, '');
}
