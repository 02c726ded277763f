import type { SymbolElement } from '../symbol-types.ts';
import { BinaryWriter } from './binary-writer.ts';
import { type TestSymbol, writeSymbol } from './write-symbol.ts';

/** Writes OCAD files of all versions that the reader supports, for tests and benchmarks. Lengths are hundredths of a millimetre. */
export interface TestFile {
  readonly version: number;
  /** Topmost first. */
  readonly colors: readonly TestColor[];
  /** Fields of the scale parameters (1039) by letter, such as `m` (map scale) and `i` (grid). */
  readonly scale?: Readonly<Record<string, string | number>>;
  readonly symbols: readonly TestSymbol[];
  readonly objects: readonly TestObject[];
}

export interface TestColor {
  readonly number: number;
  readonly name: string;
  /** Percent. */
  readonly cmyk: readonly [number, number, number, number];
}

/** A vertex with the marks of `marks.ts`. */
export type TestVertex = readonly [x: number, y: number, marks?: number];

export interface TestObject {
  readonly symbol: number;
  /** 1 point, 2 line, 3 area, 4 text, 5 text in a box, 6 text along a line, 7 rectangle. */
  readonly type: number;
  readonly vertices: readonly TestVertex[];
  readonly text?: string;
  /** Tenths of a degree. */
  readonly angle?: number;
  /** 0 deleted, 1 normal, 2 hidden, 3 deleted for undo. */
  readonly status?: number;
  readonly color?: number;
  readonly lineWidth?: number;
}

export type TestElement = Omit<SymbolElement, 'path'> & { readonly vertices: readonly TestVertex[] };

const HEADER_BYTES = 60;
const ENTRIES_PER_BLOCK = 256;

export function writeOcad(file: TestFile): Uint8Array {
  const writer = new BinaryWriter();
  writer.skip(HEADER_BYTES);
  const strings = stringsOf(file).map(({ type, text }) => {
    const bytes = encodeText(`${text}\0`, file.version);
    return { type, position: writer.append(bytes), length: bytes.length };
  });
  const symbols = file.symbols.map((symbol) => writer.append(writeSymbol(symbol, file.version)));
  const objects = file.objects.map((object) => {
    const bytes = writeObject(object, file.version);
    return { object, position: writer.append(bytes), length: bytes.length };
  });
  const stringBlock = writeIndex(writer, strings, 16, (at, { position, length, type }) => {
    writer.u32(at, position);
    writer.u32(at + 4, length);
    writer.i32(at + 8, type);
  });
  const symbolBlock = writeIndex(writer, symbols, 4, (at, position) => writer.u32(at, position));
  const objectBlock = writeIndex(writer, objects, 40, (at, { object, position, length }) => {
    writer.u32(at + 16, position);
    writer.u32(at + 20, Math.ceil(length / 8));
    writer.i32(at + 24, object.symbol);
    writer.u8(at + 28, object.type);
    writer.u8(at + 30, object.status ?? 1);
  });
  writer.u16(0, 0x0cad);
  writer.u16(4, file.version);
  writer.u32(8, symbolBlock);
  writer.u32(12, objectBlock);
  writer.u32(32, stringBlock);
  return writer.bytes();
}

function stringsOf({ colors, scale }: TestFile): readonly { type: number; text: string }[] {
  const fields = Object.entries(scale ?? { m: 15_000, i: 1_000 }).map(
    ([letter, value]) => `\t${letter}${value}`,
  );
  return [
    { type: 1039, text: fields.join('') },
    ...colors.map(({ number, name, cmyk: [c, m, y, k] }) => ({
      type: 9,
      text: `${name}\tn${number}\tc${c}\tm${m}\ty${y}\tk${k}\to0\tt100`,
    })),
  ];
}

/** Latin 1 until version 10, UTF-8 later. */
function encodeText(text: string, version: number): Uint8Array {
  return Buffer.from(text, version >= 11 ? 'utf8' : 'latin1');
}

/** Blocks of 256 entries; the last ones of the last block are empty. Returns the position of the first block. */
function writeIndex<T>(
  writer: BinaryWriter,
  entries: readonly T[],
  entryBytes: number,
  write: (at: number, entry: T) => void,
): number {
  const blockBytes = 4 + ENTRIES_PER_BLOCK * entryBytes;
  const blocks = Math.max(1, Math.ceil(entries.length / ENTRIES_PER_BLOCK));
  const first = writer.append(new Uint8Array(blocks * blockBytes));
  for (let block = 0; block < blocks; block++) {
    const at = first + block * blockBytes;
    writer.u32(at, block + 1 < blocks ? at + blockBytes : 0);
    const page = entries.slice(block * ENTRIES_PER_BLOCK, (block + 1) * ENTRIES_PER_BLOCK);
    for (const [index, entry] of page.entries()) write(at + 4 + index * entryBytes, entry);
  }
  return first;
}

function writeObject(object: TestObject, version: number): Uint8Array {
  const isNew = version >= 12;
  const textUnits = object.text === undefined ? 0 : Math.ceil((2 * object.text.length + 2) / 8);
  const writer = new BinaryWriter();
  const path = isNew ? 56 : 40;
  writer.skip(path);
  writer.i32(0, object.symbol);
  writer.u8(4, object.type);
  writer.i16(6, object.angle ?? 0);
  writer.i32(isNew ? 8 : 16, object.color ?? 0);
  writer.i16(isNew ? 12 : 20, object.lineWidth ?? 0);
  writer.u32(isNew ? 44 : 8, object.vertices.length);
  writer.u16(isNew ? 48 : 12, textUnits);
  for (const vertex of object.vertices) writer.vertex(vertex);
  const text = new Uint8Array(textUnits * 8);
  text.set(Buffer.from(object.text ?? '', 'utf16le'));
  writer.append(text);
  return writer.bytes();
}
