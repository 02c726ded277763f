import type { ByteReader } from './byte-reader.ts';
import { OcadError } from './ocad-error.ts';
import { decodeText } from './ocad-text.ts';
import { indexEntries } from './read-index.ts';

const ENTRY_BYTES = 16;
const MAX_STRINGS = 100_000;
/** Those that are read; course setting, databases and export settings are not. */
export const COLOR_STRING = 9;
export const SCALE_STRING = 1039;
const READ_TYPES = [COLOR_STRING, SCALE_STRING];

/** A parameter string: a first field, then fields that begin with a letter. */
export interface Parameters {
  readonly type: number;
  readonly first: string;
  /** The last value of each letter. */
  readonly fields: ReadonlyMap<string, string>;
}

export function readParameters(
  reader: ByteReader,
  firstBlock: number,
  version: number,
): readonly Parameters[] {
  const parameters: Parameters[] = [];
  for (const at of indexEntries(reader, firstBlock, ENTRY_BYTES)) {
    const position = reader.u32(at);
    const type = reader.i32(at + 8);
    if (position === 0 || !READ_TYPES.includes(type)) continue;
    if (parameters.length >= MAX_STRINGS) throw new OcadError('malformed');
    parameters.push(parse(type, decodeText(reader.bytes(position, reader.u32(at + 4)), version)));
  }
  return parameters;
}

function parse(type: number, text: string): Parameters {
  const [first = '', ...fields] = text.split('\t');
  return { type, first, fields: new Map(fields.map((field) => [field.slice(0, 1), field.slice(1)])) };
}

/** A number of a parameter string; null: missing or not a number. */
export function numberField({ fields }: Parameters, letter: string): number | null {
  const text = fields.get(letter)?.trim() ?? '';
  const value = Number(text.replace(',', '.'));
  return text === '' || !Number.isFinite(value) ? null : value;
}
