import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOcad as readOther } from 'ocad2geojson';
import { expect, test } from 'vitest';
import { drawOcad } from './draw-ocad.ts';
import { OcadError } from './ocad-error.ts';
import { readOcad } from './read-ocad.ts';
import { sampleFile } from './testing/sample-file.ts';
import { writeOcad } from './testing/write-ocad.ts';

/** The types of ocad2geojson lack the fields of its objects. */
interface OtherObject {
  readonly sym: number;
  readonly ang: number;
  readonly coordinates: readonly (readonly [x: number, y: number])[];
}

async function readIndependently(bytes: Buffer) {
  const file = await readOther(bytes, { quietWarnings: true });
  return {
    ...file,
    colors: file.colors,
    symbols: file.symbols,
    objects: file.objects as unknown as OtherObject[],
  };
}

const VERSIONS = [9, 10, 11, 12, 2018, 2024];
const BASIC = readFileSync(join(import.meta.dirname, '../fixtures/ocad/basic-1.ocd'));

function errorOf(bytes: Uint8Array): string {
  try {
    readOcad(bytes);
    return 'none';
  } catch (error) {
    if (error instanceof OcadError) return error.message;
    throw error;
  }
}

test.each(VERSIONS)('reads version %i', (version) => {
  const file = readOcad(writeOcad(sampleFile(version)));
  expect(file.version).toBe(version);
  expect(file.colors.map(({ number, name }) => [number, name])).toEqual([
    [3, 'Violett'],
    [1, 'Schwarz für Straßen'],
    [7, 'Blå'],
    [2, 'Gelb'],
  ]);
  expect(
    [...file.symbols.values()].map(({ number, type, description, hidden }) => [
      number,
      type,
      description,
      hidden,
    ]),
  ).toEqual([
    [204_000, 'point', 'Stein', false],
    [505_000, 'line', 'Fußweg', false],
    [502_000, 'line', 'Straße', false],
    [401_000, 'area', 'Wiese', false],
    [307_000, 'area', 'Sumpf', false],
    [413_000, 'area', 'Obstgarten', false],
    [900_000, 'text', 'Höhe', false],
    [901_000, 'lineText', 'Bach', false],
    [902_000, 'rectangle', 'Rahmen', false],
    [999_000, 'area', 'Versteckt', true],
  ]);
  // The two deleted objects are left out.
  expect(file.objects.map(({ symbol }) => symbol)).toEqual([
    204_000, 505_000, 502_000, 401_000, 307_000, 413_000, 900_000, 901_000, 902_000, 401_000, 999_000,
  ]);
  expect(file.objects.map(({ hidden }) => hidden).indexOf(true)).toBe(9);
  const [stone, , road, meadow] = file.objects;
  expect([...(stone?.path.coordinates ?? [])]).toEqual([-500, 250]);
  expect(stone?.angle).toBe(900);
  expect([...(road?.path.marks ?? [])]).toEqual([0, 1, 2, 0]);
  expect([...(meadow?.path.marks ?? [])]).toEqual([0, 0, 0, 0, 32, 0, 0]);
  expect(file.objects[6]?.text).toBe('Hügel Ä\r\n中文 812');
  expect(file.objects[7]?.text).toBe('Mühlbach');
});

test.each(VERSIONS)('reads the fields of the symbols of version %i', (version) => {
  const { symbols } = readOcad(writeOcad(sampleFile(version)));
  expect(symbols.get(505_000)).toMatchObject({
    color: 1,
    width: 25,
    mainLength: 200,
    endLength: 200,
    mainGap: 25,
  });
  expect(symbols.get(502_000)).toMatchObject({ double: { mode: 1, fillColor: 2, width: 50, leftWidth: 14 } });
  expect(symbols.get(307_000)).toMatchObject({
    fillColor: null,
    hatchAngles: [0],
    hatchColor: 7,
    hatchDistance: 50,
  });
  expect(symbols.get(413_000)).toMatchObject({
    structureMode: 1,
    structureWidth: 80,
    structure: [{ diameter: 40 }],
  });
  expect(symbols.get(900_000)).toMatchObject({ font: 'Arial', size: 80, alignment: 1, lineSpacing: 120 });
  expect(symbols.get(204_000)).toMatchObject({
    elements: [{ kind: 'dot' }, { kind: 'line', lineWidth: 10 }],
  });
});

// ocad2geojson does not read version 9.
test.each([10, 11, 12, 2018])('reads version %i as ocad2geojson does', async (version) => {
  const bytes = Buffer.from(writeOcad(sampleFile(version)));
  const [own, other] = [readOcad(bytes), await readIndependently(bytes)];
  expect(other.objects.map(({ sym }) => sym)).toEqual(own.objects.map(({ symbol }) => symbol));
  for (const [index, object] of own.objects.entries()) {
    // It has hundredths of a millimetre as well.
    expect([...object.path.coordinates]).toEqual(other.objects[index]?.coordinates.flat());
    expect(object.angle).toBe(other.objects[index]?.ang);
  }
  const symbols = other.symbols as { symNum: number; description: string; isHidden: () => boolean }[];
  expect(symbols.map(({ symNum }) => symNum)).toEqual(
    [...own.symbols.keys()].filter((number) => symbols.some(({ symNum }) => symNum === number)),
  );
});

test('reads a file of OCAD 12 as ocad2geojson does', async () => {
  const [own, other] = [readOcad(BASIC), await readIndependently(BASIC)];
  expect(own).toMatchObject({ version: 12, objects: [{ symbol: 709_003 }, { symbol: 101_000 }] });
  for (const [index, object] of own.objects.entries())
    expect([...object.path.coordinates]).toEqual(other.objects[index]?.coordinates.flat());
  expect(own.colors.map(({ name, number }) => `${number} ${name}`)).toEqual(
    other.colors.filter(Boolean).map((color) => `${color?.number} ${color?.name}`),
  );
  expect(own.symbols.size).toBe(289);
});

test('computes screen colors of prints', () => {
  const rgb = (cmyk: readonly [number, number, number, number]) => {
    const file = { ...sampleFile(12), colors: [{ number: 1, name: '', cmyk }] };
    return readOcad(writeOcad(file)).colors[0]?.rgb;
  };
  expect(rgb([0, 0, 0, 0])).toBe('#ffffff');
  expect(rgb([100, 0, 0, 0])).toBe('#009ee0');
  expect(rgb([0, 100, 100, 0])).toBe('#e30613');
  expect(rgb([0, 0, 0, 100])).toBe('#1d1d1b');
  // Half covered: the mean of paper and ink, (255 + 0) / 2, (255 + 158) / 2, (255 + 224) / 2.
  expect(rgb([50, 0, 0, 0])).toBe('#80cff0');
});

test('refuses files that are not OCAD files', () => {
  expect(errorOf(new Uint8Array())).toBe('type');
  expect(errorOf(Buffer.from('\x89PNG\r\n\x1a\n0000000000000000'))).toBe('type');
  expect(errorOf(Buffer.from('PK\x03\x04 a zip archive named map.ocd'))).toBe('type');
});

test('refuses version 8 and versions that it does not know, with their number', () => {
  const withVersion = (version: number) => {
    const bytes = writeOcad(sampleFile(12));
    new DataView(bytes.buffer).setUint16(4, version, true);
    return errorOf(bytes);
  };
  expect(withVersion(8)).toBe('old: version 8');
  expect(withVersion(6)).toBe('old: version 6');
  expect(withVersion(13)).toBe('version: version 13');
  expect(withVersion(2017)).toBe('version: version 2017');
});

test('refuses a file without objects', () => {
  expect(errorOf(writeOcad({ ...sampleFile(12), objects: [] }))).toBe('empty');
});

test.each([9, 12])('refuses version %i cut at any byte', (version) => {
  const bytes = writeOcad(sampleFile(version));
  expect(errorOf(bytes)).toBe('none');
  for (let length = 0; length < bytes.length; length++)
    expect(errorOf(bytes.subarray(0, length)), `${length} bytes`).toBe(length < 8 ? 'type' : 'malformed');
});

test('survives any changed byte', () => {
  const bytes = writeOcad(sampleFile(12));
  const messages = new Set<string>();
  for (let at = 0; at < bytes.length; at++) {
    const before = bytes[at] ?? 0;
    // The index blocks at the end are mostly empty.
    if (before === 0 && at % 31 !== 0) continue;
    bytes[at] = 0xff;
    try {
      drawOcad(readOcad(bytes));
    } catch (error) {
      if (!(error instanceof OcadError)) throw error;
      messages.add(error.code);
    }
    bytes[at] = before;
  }
  expect(messages).toContain('malformed');
});

test('refuses indexes that form a cycle and counts beyond the file', () => {
  const changed = (change: (view: DataView, objectBlock: number) => void) => {
    const bytes = writeOcad(sampleFile(12));
    const view = new DataView(bytes.buffer);
    change(view, view.getUint32(12, true));
    return errorOf(bytes);
  };
  expect(changed((view, block) => view.setUint32(block, block, true))).toBe('malformed');
  expect(changed((view, block) => view.setUint32(block, 0xffff_fff0, true))).toBe('malformed');
  expect(changed((view, block) => view.setUint32(block + 4 + 16, 0x7fff_0000, true))).toBe('malformed');
  // The number of vertices of the first object.
  expect(
    changed((view, block) => view.setUint32(view.getUint32(block + 4 + 16, true) + 44, 0xffff_ffff, true)),
  ).toBe('malformed');
});

test('refuses objects that repeat the same vertices beyond the limit', () => {
  // 3,000 index entries with the position of one object of 2,000 vertices: 6 million in a file of 140 kB.
  const vertices = Array.from({ length: 2_000 }, (_, index) => [index, 0] as const);
  const objects = Array.from({ length: 3_000 }, (_, index) => ({
    symbol: 505_000,
    type: 2,
    vertices: index === 0 ? vertices : [],
  }));
  const bytes = writeOcad({ ...sampleFile(12), objects });
  const view = new DataView(bytes.buffer);
  const first = view.getUint32(12, true);
  const position = view.getUint32(first + 4 + 16, true);
  for (let block = first; block !== 0; block = view.getUint32(block, true))
    for (let entry = 0; entry < 256; entry++) {
      const at = block + 4 + entry * 40 + 16;
      if (view.getUint32(at, true) !== 0) view.setUint32(at, position, true);
    }
  expect(errorOf(bytes)).toBe('vertices');
});
