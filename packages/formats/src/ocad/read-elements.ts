import type { ByteReader } from './byte-reader.ts';
import { OcadError } from './ocad-error.ts';
import { readPath } from './read-path.ts';
import type { SymbolElement } from './symbol-types.ts';

const UNIT_BYTES = 8;
/** An element's header counts as two vertices. */
const HEADER_UNITS = 2;
const KINDS = [null, 'line', 'area', 'circle', 'dot'] as const;

/** The elements in `units` times 8 bytes. Unknown kinds are left out. */
export function readElements(reader: ByteReader, at: number, units: number): readonly SymbolElement[] {
  reader.need(at, units * UNIT_BYTES);
  const elements: SymbolElement[] = [];
  for (let unit = 0; unit < units; ) {
    const header = at + unit * UNIT_BYTES;
    const count = reader.u16(header + 10);
    unit += HEADER_UNITS + count;
    if (unit > units) throw new OcadError('malformed');
    const kind = KINDS[reader.i16(header)];
    if (kind === undefined || kind === null) continue;
    elements.push({
      kind,
      lineStyle: reader.u16(header + 2),
      color: reader.i16(header + 4),
      lineWidth: reader.i16(header + 6),
      diameter: reader.i16(header + 8),
      path: readPath(reader, header + HEADER_UNITS * UNIT_BYTES, count),
    });
  }
  return elements;
}
