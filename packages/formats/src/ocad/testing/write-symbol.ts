import type { AreaSymbol, DoubleLine, LineSymbol, RectangleSymbol, TextSymbol } from '../symbol-types.ts';
import { BinaryWriter } from './binary-writer.ts';
import type { TestElement } from './write-ocad.ts';

interface TestSymbolBase {
  readonly number: number;
  readonly description?: string;
  readonly hidden?: boolean;
}

type Elements<T> = { readonly [key in keyof T]?: readonly TestElement[] };
type LineElements = Pick<
  LineSymbol,
  'mainSymbol' | 'secondarySymbol' | 'cornerSymbol' | 'startSymbol' | 'endSymbol'
>;
type Fields<T> = Partial<
  Omit<T, 'type' | 'number' | 'description' | 'hidden' | 'structure' | keyof LineElements>
>;

/** A symbol with the fields that differ from 0. */
export type TestSymbol = TestSymbolBase &
  (
    | { readonly type: 'point'; readonly elements: readonly TestElement[] }
    | ({ readonly type: 'line' } & Fields<LineSymbol> & Elements<LineElements>)
    | ({ readonly type: 'area'; readonly structure?: readonly TestElement[] } & Fields<AreaSymbol>)
    | ({ readonly type: 'text' | 'lineText' } & Fields<TextSymbol>)
    | ({ readonly type: 'rectangle' } & Fields<RectangleSymbol>)
  );

const OBJECT_TYPES = { point: 1, line: 2, area: 3, text: 4, lineText: 6, rectangle: 7 } as const;
const KINDS = { line: 1, area: 2, circle: 3, dot: 4 } as const;

export function writeSymbol(symbol: TestSymbol, version: number): Uint8Array {
  const writer = new BinaryWriter();
  const start = version >= 11 ? 796 : 572;
  writer.skip(start);
  writer.u32(4, symbol.number);
  writer.u8(8, OBJECT_TYPES[symbol.type]);
  writer.u8(11, symbol.hidden === true ? 2 : 0);
  const description = symbol.description ?? '';
  if (version >= 11) writer.set(56, Buffer.from(description, 'utf16le'));
  else shortString(writer, 56, description, version);
  if (symbol.type === 'point') {
    const elements = writeElements(symbol.elements);
    writer.skip(4);
    writer.u16(start, elements.length / 8);
    writer.append(elements);
  } else if (symbol.type === 'line') writeLine(writer, start, symbol);
  else if (symbol.type === 'area') writeArea(writer, start, symbol, version);
  else if (symbol.type === 'rectangle') writeRectangle(writer, start, symbol, version);
  else writeText(writer, start, symbol, version);
  const bytes = writer.bytes();
  new DataView(bytes.buffer).setUint32(0, bytes.length, true);
  return bytes;
}

function shortString(writer: BinaryWriter, at: number, text: string, version: number): void {
  const bytes = Buffer.from(text, version >= 11 ? 'utf8' : 'latin1');
  writer.u8(at, bytes.length);
  writer.set(at + 1, bytes);
}

function words(writer: BinaryWriter, at: number, values: readonly (number | undefined)[]): void {
  for (const [index, value] of values.entries()) writer.i16(at + 2 * index, value ?? 0);
}

function writeLine(writer: BinaryWriter, at: number, symbol: TestSymbol & { type: 'line' }): void {
  writer.skip(76);
  words(writer, at, [symbol.color, symbol.width, symbol.style, symbol.startDistance, symbol.endDistance]);
  words(writer, at + 10, [
    symbol.mainLength,
    symbol.endLength,
    symbol.mainGap,
    symbol.secondaryGap,
    symbol.endGap,
  ]);
  words(writer, at + 20, [symbol.minSymbols, symbol.mainSymbolCount ?? 1, symbol.mainSymbolDistance]);
  if (symbol.double !== undefined && symbol.double !== null) writeDoubleLine(writer, at + 26, symbol.double);
  words(writer, at + 52, [symbol.decreaseMode, symbol.decreaseLast, 0]);
  words(writer, at + 58, [symbol.framingColor, symbol.framingWidth, symbol.framingStyle]);
  const { mainSymbol, secondarySymbol, cornerSymbol, startSymbol, endSymbol } = symbol;
  for (const [index, elements] of [
    mainSymbol,
    secondarySymbol,
    cornerSymbol,
    startSymbol,
    endSymbol,
  ].entries()) {
    const bytes = writeElements(elements ?? []);
    writer.u16(at + 64 + 2 * index, bytes.length / 8);
    writer.append(bytes);
  }
}

function writeDoubleLine(writer: BinaryWriter, at: number, double: DoubleLine): void {
  const flags = (double.fillColor !== null ? 1 : 0) | (double.backgroundColor !== null ? 2 : 0);
  const { leftColor, rightColor, width, leftWidth, rightWidth } = double;
  words(writer, at, [
    double.mode,
    flags,
    double.fillColor ?? 0,
    leftColor,
    rightColor,
    width,
    leftWidth,
    rightWidth,
  ]);
  words(writer, at + 16, [double.dash, double.gap, double.backgroundColor ?? 0]);
}

function writeArea(
  writer: BinaryWriter,
  at: number,
  symbol: TestSymbol & { type: 'area' },
  version: number,
): void {
  const isNew = version >= 12;
  writer.skip(isNew ? 36 : 32);
  const angles = symbol.hatchAngles ?? [];
  writer.i32(at, symbol.borderSymbol ?? 0);
  words(writer, at + 4, [symbol.fillColor ?? 0, angles.length, symbol.hatchColor, symbol.hatchWidth]);
  words(writer, at + 12, [symbol.hatchDistance, angles[0], angles[1]]);
  writer.u8(at + 18, typeof symbol.fillColor === 'number' ? 1 : 0);
  writer.u8(at + 19, typeof symbol.borderSymbol === 'number' ? 1 : 0);
  writer.u8(at + 20, symbol.structureMode ?? 0);
  if (isNew) writer.u8(at + 21, symbol.structureClip ?? 0);
  words(writer, at + 22, [symbol.structureWidth, symbol.structureHeight, symbol.structureAngle]);
  const elements = writeElements(symbol.structure ?? []);
  writer.u16(at + (isNew ? 34 : 30), elements.length / 8);
  writer.append(elements);
}

function writeText(
  writer: BinaryWriter,
  at: number,
  symbol: TestSymbol & { type: 'text' | 'lineText' },
  version: number,
): void {
  const isLineText = symbol.type === 'lineText';
  writer.skip(isLineText ? 92 : 240);
  shortString(writer, at, symbol.font ?? 'Arial', version);
  words(writer, at + 32, [symbol.color, symbol.size, symbol.bold === true ? 700 : 400]);
  writer.u8(at + 38, symbol.italic === true ? 1 : 0);
  words(writer, at + 40, [symbol.characterSpacing, 100, symbol.alignment]);
  const framing = at + (isLineText ? 46 : 194);
  if (!isLineText) {
    words(writer, at + 46, [symbol.lineSpacing ?? 100, symbol.paragraphSpacing]);
    const below = symbol.lineBelow;
    if (below !== undefined && below !== null)
      words(writer, at + 184, [1, below.color, below.width, below.distance]);
  }
  writer.u8(framing, symbol.framingMode ?? 0);
  words(writer, framing + 26, symbol.framingBorders ?? []);
  words(writer, framing + 34, [
    symbol.framingColor,
    symbol.framingWidth,
    0,
    0,
    ...(symbol.framingOffset ?? []),
  ]);
}

function writeRectangle(
  writer: BinaryWriter,
  at: number,
  { color, width, radius, grid }: TestSymbol & { type: 'rectangle' },
  version: number,
): void {
  writer.skip(120);
  words(writer, at, [color, width, radius]);
  if (grid === undefined || grid === null) return;
  const flags = 1 | (grid.numbered ? 2 : 0) | (grid.fromBottom ? 4 : 0);
  words(writer, at + 6, [flags, grid.cellWidth, grid.cellHeight, 0, 0, grid.unnumberedCells]);
  if (version >= 11) writer.set(at + 18, Buffer.from(grid.unnumberedText, 'utf16le'));
  else shortString(writer, at + 18, grid.unnumberedText, version);
}

function writeElements(elements: readonly TestElement[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const { kind, lineStyle, color, lineWidth, diameter, vertices } of elements) {
    const at = writer.append(new Uint8Array(16));
    words(writer, at, [KINDS[kind], lineStyle, color, lineWidth, diameter, vertices.length]);
    for (const vertex of vertices) writer.vertex(vertex);
  }
  return writer.bytes();
}
