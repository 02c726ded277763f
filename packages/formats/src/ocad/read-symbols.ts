import type { ByteReader } from './byte-reader.ts';
import { OcadError } from './ocad-error.ts';
import { decodeWideText, readShortString } from './ocad-text.ts';
import { readElements } from './read-elements.ts';
import { indexEntries } from './read-index.ts';
import { readTextSymbol } from './read-text-symbol.ts';
import type { AreaSymbol, DoubleLine, LineSymbol, OcadSymbol, RectangleSymbol } from './symbol-types.ts';

const MAX_SYMBOLS = 20_000;
const ENTRY_BYTES = 4;
/** Fields that all symbols have; version 11 has a longer description and longer groups. */
const BASE_BYTES_9 = 572;
const BASE_BYTES_11 = 796;
const DESCRIPTION_AT = 56;
const HIDDEN = 2;

/** The fields that all symbols have, and the position of the first field of its type. */
interface SymbolStart {
  readonly base: { readonly number: number; readonly description: string; readonly hidden: boolean };
  readonly at: number;
  readonly version: number;
}

/** All symbols by number. Types that the format does not describe are left out. */
export function readSymbols(
  reader: ByteReader,
  firstBlock: number,
  version: number,
): ReadonlyMap<number, OcadSymbol> {
  const symbols = new Map<number, OcadSymbol>();
  let count = 0;
  for (const at of indexEntries(reader, firstBlock, ENTRY_BYTES)) {
    const position = reader.u32(at);
    if (position === 0) continue;
    if (++count > MAX_SYMBOLS) throw new OcadError('malformed');
    const symbol = readSymbol(reader, position, version);
    if (symbol !== null) symbols.set(symbol.number, symbol);
  }
  return symbols;
}

function readSymbol(reader: ByteReader, position: number, version: number): OcadSymbol | null {
  const baseBytes = version >= 11 ? BASE_BYTES_11 : BASE_BYTES_9;
  reader.need(position, baseBytes);
  const description =
    version >= 11
      ? decodeWideText(reader.bytes(position + DESCRIPTION_AT, 128))
      : readShortString(reader, position + DESCRIPTION_AT, 31, version);
  const start: SymbolStart = {
    base: {
      number: reader.u32(position + 4),
      description,
      hidden: (reader.u8(position + 11) & HIDDEN) !== 0,
    },
    at: position + baseBytes,
    version,
  };
  switch (reader.u8(position + 8)) {
    case 1:
      return {
        ...start.base,
        type: 'point',
        elements: readElements(reader, start.at + 4, reader.u16(start.at)),
      };
    case 2:
      return readLineSymbol(reader, start);
    case 3:
      return readAreaSymbol(reader, start);
    case 4:
    case 5:
      return { ...start.base, type: 'text', ...readTextSymbol(reader, start.at, version, 'text') };
    case 6:
      return { ...start.base, type: 'lineText', ...readTextSymbol(reader, start.at, version, 'lineText') };
    case 7:
      return readRectangleSymbol(reader, start);
    default:
      return null;
  }
}

function readLineSymbol(reader: ByteReader, { base, at, version }: SymbolStart): LineSymbol {
  const i16 = (offset: number) => reader.i16(at + offset);
  // Numbers of 8-byte units of the five symbols, which follow each other.
  const units = [64, 66, 68, 70, 72].map((offset) => reader.u16(at + offset));
  let position = at + 76;
  const [mainSymbol = [], secondarySymbol = [], cornerSymbol = [], startSymbol = [], endSymbol = []] =
    units.map((count) => {
      const elements = readElements(reader, position, count);
      position += 8 * count;
      return elements;
    });
  return {
    ...base,
    type: 'line',
    color: i16(0),
    width: i16(2),
    style: i16(4),
    startDistance: i16(6),
    endDistance: i16(8),
    mainLength: i16(10),
    endLength: i16(12),
    mainGap: i16(14),
    secondaryGap: i16(16),
    endGap: i16(18),
    minSymbols: i16(20),
    mainSymbolCount: i16(22),
    mainSymbolDistance: i16(24),
    double: readDoubleLine(reader, at, version),
    decreaseMode: i16(52),
    decreaseLast: i16(54),
    framingColor: i16(58),
    framingWidth: i16(60),
    framingStyle: i16(62),
    mainSymbol,
    secondarySymbol,
    cornerSymbol,
    startSymbol,
    endSymbol,
  };
}

function readDoubleLine(reader: ByteReader, at: number, version: number): DoubleLine | null {
  const mode = reader.u16(at + 26);
  if (mode === 0) return null;
  const flags = reader.u16(at + 28);
  const i16 = (offset: number) => reader.i16(at + offset);
  return {
    mode,
    fillColor: (flags & 1) !== 0 ? i16(30) : null,
    backgroundColor: version >= 11 && (flags & 2) !== 0 ? i16(46) : null,
    leftColor: i16(32),
    rightColor: i16(34),
    width: i16(36),
    leftWidth: i16(38),
    rightWidth: i16(40),
    dash: i16(42),
    gap: i16(44),
  };
}

function readAreaSymbol(reader: ByteReader, { base, at, version }: SymbolStart): AreaSymbol {
  const i16 = (offset: number) => reader.i16(at + offset);
  const hatchMode = i16(6);
  const units = reader.u16(at + (version >= 12 ? 34 : 30));
  return {
    ...base,
    type: 'area',
    fillColor: reader.u8(at + 18) !== 0 ? i16(4) : null,
    borderSymbol: reader.u8(at + 19) !== 0 ? reader.i32(at) : null,
    hatchColor: i16(8),
    hatchWidth: i16(10),
    hatchDistance: i16(12),
    hatchAngles: hatchMode === 1 ? [i16(14)] : hatchMode === 2 ? [i16(14), i16(16)] : [],
    structureMode: reader.u8(at + 20),
    structureClip: version >= 12 ? reader.u8(at + 21) : 0,
    structureWidth: i16(22),
    structureHeight: i16(24),
    structureAngle: i16(26),
    structure: readElements(reader, at + (version >= 12 ? 36 : 32), units),
  };
}

function readRectangleSymbol(reader: ByteReader, { base, at, version }: SymbolStart): RectangleSymbol {
  const flags = reader.u16(at + 6);
  return {
    ...base,
    type: 'rectangle',
    color: reader.i16(at),
    width: reader.i16(at + 2),
    radius: reader.i16(at + 4),
    grid:
      (flags & 1) === 0
        ? null
        : {
            cellWidth: reader.i16(at + 8),
            cellHeight: reader.i16(at + 10),
            numbered: (flags & 2) !== 0,
            fromBottom: (flags & 4) !== 0,
            unnumberedCells: Math.max(0, reader.i16(at + 16)),
            unnumberedText:
              version >= 11
                ? decodeWideText(reader.bytes(at + 18, 8))
                : readShortString(reader, at + 18, 3, version),
          },
  };
}
