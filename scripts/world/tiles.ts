/** Reads vector tiles from a PMTiles archive, as far as the tests of the world map need it. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A point in the tile's own units. */
export type TilePoint = readonly [x: number, y: number];

/** One feature of a layer: the lines or rings of its geometry. */
export interface TileFeature {
  readonly extent: number;
  readonly kind: 'point' | 'line' | 'polygon';
  readonly parts: readonly (readonly TilePoint[])[];
}

/** Reads numbers of protocol buffers and of PMTiles directories. */
class Reader {
  at = 0;
  readonly #data: Uint8Array;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#data.length;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#data[this.at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  bytes(length: number): Uint8Array {
    this.at += length;
    return this.#data.subarray(this.at - length, this.at);
  }

  /** Calls back for every field of a message; the value is a number or bytes. */
  fields(visit: (field: number, value: number, bytes: Uint8Array) => void): void {
    const none = new Uint8Array();
    while (!this.isAtEnd) {
      const key = this.varint();
      const type = key & 7;
      if (type === 0) visit(key >> 3, this.varint(), none);
      else if (type === 2) visit(key >> 3, 0, this.bytes(this.varint()));
      else if (type === 1) this.at += 8;
      else if (type === 5) this.at += 4;
      else throw new Error(`wire type ${type} is not of a vector tile`);
    }
  }
}

function readVarints(data: Uint8Array): number[] {
  const reader = new Reader(data);
  const values: number[] = [];
  while (!reader.isAtEnd) values.push(reader.varint());
  return values;
}

const decodeZigZag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function decodeGeometry(data: Uint8Array): TilePoint[][] {
  const commands = readVarints(data);
  const result: TilePoint[][] = [];
  let current: TilePoint[] = [];
  let [x, y, at] = [0, 0, 0];
  while (at < commands.length) {
    const command = commands[at++] ?? 0;
    const id = command & 7;
    if (id === 7) {
      const first = current[0];
      if (first !== undefined) current.push(first);
      continue;
    }
    for (let i = 0; i < command >> 3; i++) {
      x += decodeZigZag(commands[at++] ?? 0);
      y += decodeZigZag(commands[at++] ?? 0);
      if (id === 1) {
        current = [];
        result.push(current);
      }
      current.push([x, y]);
    }
  }
  return result;
}

const KINDS = ['point', 'point', 'line', 'polygon'] as const;

function readLayerFeatures(tile: Uint8Array, layerName: string): TileFeature[] {
  const found: TileFeature[] = [];
  new Reader(tile).fields((field, _value, layer) => {
    if (field !== 3) return;
    let name = '';
    let extent = 4096;
    const features: Uint8Array[] = [];
    new Reader(layer).fields((id, value, bytes) => {
      if (id === 1) name = new TextDecoder().decode(bytes);
      if (id === 2) features.push(bytes);
      if (id === 5) extent = value;
    });
    if (name !== layerName) return;
    for (const feature of features) {
      let kind: TileFeature['kind'] = 'point';
      let geometry: TilePoint[][] = [];
      new Reader(feature).fields((id, value, bytes) => {
        if (id === 3) kind = KINDS[value] ?? 'point';
        if (id === 4) geometry = decodeGeometry(bytes);
      });
      found.push({ extent, kind, parts: geometry });
    }
  });
  return found;
}

/** The PMTiles id of a tile: ordered by zoom, then along a Hilbert curve. */
function tileIdOf(zoom: number, column: number, row: number): number {
  let number = (4 ** zoom - 1) / 3;
  let [x, y] = [column, row];
  for (let size = 2 ** zoom / 2; size >= 1; size /= 2) {
    const right = (x & size) > 0 ? 1 : 0;
    const low = (y & size) > 0 ? 1 : 0;
    number += size * size * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [x, y] = [size - 1 - x, size - 1 - y];
      [x, y] = [y, x];
    }
  }
  return number;
}

interface Entry {
  readonly tileId: number;
  readonly runLength: number;
  readonly offset: number;
  readonly length: number;
}

function readDirectory(data: Uint8Array): Entry[] {
  const reader = new Reader(gunzipSync(data));
  const count = reader.varint();
  const readColumn = (): number[] => Array.from({ length: count }, () => reader.varint());
  const [steps, runs, lengths, offsets] = [readColumn(), readColumn(), readColumn(), readColumn()];
  const entries: Entry[] = [];
  let tileId = 0;
  for (let i = 0; i < count; i++) {
    tileId += steps[i] ?? 0;
    const before = entries.at(-1);
    const offset = offsets[i] ?? 0;
    entries.push({
      tileId,
      runLength: runs[i] ?? 0,
      length: lengths[i] ?? 0,
      offset: offset === 0 && before !== undefined ? before.offset + before.length : offset - 1,
    });
  }
  return entries;
}

/** A PMTiles archive of gzipped vector tiles. */
export class TileArchive {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Metadata of the archive. */
  readonly metadata: Record<string, unknown>;
  readonly #data: Uint8Array;
  readonly #header: DataView;

  constructor(path: string) {
    this.#data = readFileSync(path);
    this.#header = new DataView(this.#data.buffer, this.#data.byteOffset, 127);
    if (new TextDecoder().decode(this.#data.subarray(0, 7)) !== 'PMTiles')
      throw new Error('no PMTiles archive');
    this.minZoom = this.#header.getUint8(100);
    this.maxZoom = this.#header.getUint8(101);
    this.metadata = JSON.parse(new TextDecoder().decode(gunzipSync(this.#section(24)))) as Record<
      string,
      unknown
    >;
  }

  #number(at: number): number {
    return Number(this.#header.getBigUint64(at, true));
  }

  #section(at: number): Uint8Array {
    return this.#data.subarray(this.#number(at), this.#number(at) + this.#number(at + 8));
  }

  #tile(number: number): Uint8Array | undefined {
    let entries = readDirectory(this.#section(8));
    for (let depth = 0; depth < 4; depth++) {
      const entry = entries.findLast((candidate) => candidate.tileId <= number);
      if (entry === undefined) return undefined;
      const start = this.#number(entry.runLength === 0 ? 40 : 56) + entry.offset;
      const bytes = this.#data.subarray(start, start + entry.length);
      if (entry.runLength > 0) return number < entry.tileId + entry.runLength ? gunzipSync(bytes) : undefined;
      entries = readDirectory(bytes);
    }
    return undefined;
  }

  /** The features of a layer in the tile that contains a point, and the point's position in the tile (0 to 1). */
  featuresAt(layer: string, zoom: number, longitude: number, latitude: number) {
    const size = 2 ** zoom;
    const x = ((longitude + 180) / 360) * size;
    const y = (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * size;
    const tile = this.#tile(tileIdOf(zoom, Math.floor(x), Math.floor(y)));
    const features = tile === undefined ? [] : readLayerFeatures(tile, layer);
    return { features, x: x - Math.floor(x), y: y - Math.floor(y) };
  }
}

/** Whether a point is inside a polygon of the layer. */
export function isCovered(archive: TileArchive, layer: string, longitude: number, latitude: number): boolean {
  const { features, x, y } = archive.featuresAt(layer, archive.maxZoom, longitude, latitude);
  return features.some((feature) => {
    const [px, py] = [x * feature.extent, y * feature.extent];
    let inside = false;
    for (const ring of feature.parts) {
      for (const [i, [ax, ay]] of ring.entries()) {
        const [bx, by] = ring[i + 1] ?? [ax, ay];
        if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
      }
    }
    return feature.kind === 'polygon' && inside;
  });
}
