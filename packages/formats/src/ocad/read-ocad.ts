import { ByteReader } from './byte-reader.ts';
import { type OcadColor, readColors } from './colors.ts';
import { OcadError } from './ocad-error.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { type OcadObject, readObjects } from './read-objects.ts';
import { readSymbols } from './read-symbols.ts';
import type { OcadSymbol } from './symbol-types.ts';

const OCAD_MARK = 0x0cad;
const HEADER_BYTES = 48;
const OLDEST_VERSION = 9;
/** Since 2018 versions are years; the format has been that of version 12 since then. */
const KNOWN_VERSIONS = [9, 10, 11, 12];
const FIRST_YEAR = 2018;
const LAST_YEAR = 2099;

/** An OCAD file as it is stored: lengths in hundredths of a millimetre on paper, y to the top. */
export interface OcadFile {
  readonly version: number;
  /** Topmost first. */
  readonly colors: readonly OcadColor[];
  readonly symbols: ReadonlyMap<number, OcadSymbol>;
  readonly objects: readonly OcadObject[];
  readonly parameters: readonly Parameters[];
}

/**
 * Reads an OCAD file of version 9, 10, 11, 12, or 2018 and later. Formats: "OCAD 9 file format" (2006), "OCAD 10" (2009), OCAD 11
 * and 12 (wiki of ocad.com, 2012).
 *
 * @throws OcadError
 */
export function readOcad(bytes: Uint8Array): OcadFile {
  const reader = new ByteReader(bytes);
  if (reader.length < 8 || reader.u16(0) !== OCAD_MARK) throw new OcadError('type');
  const version = reader.u16(4);
  if (version < OLDEST_VERSION) throw new OcadError('old', version);
  const isKnown = KNOWN_VERSIONS.includes(version) || (version >= FIRST_YEAR && version <= LAST_YEAR);
  if (!isKnown) throw new OcadError('version', version);
  reader.need(0, HEADER_BYTES);
  const parameters = readParameters(reader, reader.u32(32), version);
  const symbols = readSymbols(reader, reader.u32(8), version);
  const objects = readObjects(reader, reader.u32(12), version);
  if (objects.length === 0) throw new OcadError('empty');
  return { version, colors: readColors(parameters), symbols, objects, parameters };
}
