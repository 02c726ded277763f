import { fromPixelCentres, GeoreferenceError, isUsableGrid, type PixelGrid } from './georeference.ts';

/** Header of a TIFF picture: its size and, for a GeoTIFF, its position. */
export interface TiffHeader {
  readonly width: number;
  readonly height: number;
  /** Null: no position in the file. */
  readonly position: {
    readonly grid: PixelGrid;
    /** EPSG code; null if the file describes its coordinate system in another way, or not at all. */
    readonly system: number | null;
  } | null;
}

/** Tags of TIFF 6.0 (sections 8 and 3) and of OGC GeoTIFF 1.1 (19-008r4, 7.1 and annex B). */
const TAG = {
  width: 256,
  height: 257,
  pixelScale: 33_550,
  tiepoints: 33_922,
  transformation: 34_264,
  geoKeys: 34_735,
} as const;

/** Bytes of the field types of TIFF 6.0 and BigTIFF. */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 },
  ...{ 13: 4, 16: 8, 17: 8, 18: 8 },
};
/** A directory has some dozen entries, and the read fields at most this many values. */
const MAX_ENTRIES = 1_000;
const MAX_VALUES = 4_096;

/** GeoTIFF keys: model type, raster type, geographic and projected coordinate system. */
const KEY = { model: 1_024, raster: 1_025, geographic: 2_048, projected: 3_072 } as const;
const MODEL = { projected: 1, geographic: 2 } as const;
const PIXEL_IS_POINT = 2;
/** Codes from here on are not of EPSG; 32767 is a system that the file describes itself. */
const MAX_EPSG = 32_766;

/** Whether the bytes start like a TIFF file (TIFF 6.0, section 2, or BigTIFF). */
export function isTiff(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(start);
}

/**
 * Reads the first directory of a TIFF file.
 *
 * @throws GeoreferenceError `tiff`
 */
export function readTiffHeader(bytes: Uint8Array): TiffHeader {
  try {
    const fields = readDirectory(bytes);
    const [width = 0] = fields.get(TAG.width) ?? [];
    const [height = 0] = fields.get(TAG.height) ?? [];
    if (!(width > 0 && height > 0)) throw new GeoreferenceError('tiff');
    return { width, height, position: readPosition(fields) };
  } catch (error) {
    // Offsets beyond the end of the file.
    if (error instanceof RangeError) throw new GeoreferenceError('tiff');
    throw error;
  }
}

type Fields = ReadonlyMap<number, readonly number[]>;

function readPosition(fields: Fields): TiffHeader['position'] {
  const keys = readGeoKeys(fields.get(TAG.geoKeys) ?? []);
  const grid = readGrid(fields);
  if (grid === null) return null;
  const edges = keys.get(KEY.raster) === PIXEL_IS_POINT ? fromPixelCentres(grid) : grid;
  return isUsableGrid(edges) ? { grid: edges, system: readSystem(keys) } : null;
}

/** The transformation, otherwise one tiepoint with the size of a pixel. */
function readGrid(fields: Fields): PixelGrid | null {
  const matrix = fields.get(TAG.transformation);
  if (matrix !== undefined && matrix.length >= 8) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = matrix;
    return { a, b, c, d, e, f };
  }
  const [scaleX, scaleY] = fields.get(TAG.pixelScale) ?? [];
  const tiepoint = fields.get(TAG.tiepoints);
  if (scaleX === undefined || scaleY === undefined || tiepoint === undefined || tiepoint.length < 6)
    return null;
  const [column = 0, row = 0, , x = 0, y = 0] = tiepoint;
  return { a: scaleX, b: 0, c: x - column * scaleX, d: 0, e: -scaleY, f: y + row * scaleY };
}

/** Keys whose value is in the directory itself, as codes are. */
function readGeoKeys(directory: readonly number[]): ReadonlyMap<number, number> {
  const keys = new Map<number, number>();
  for (let at = 4; at + 3 < directory.length; at += 4) {
    const [key = 0, location = 0, , value = 0] = directory.slice(at, at + 4);
    if (location === 0) keys.set(key, value);
  }
  return keys;
}

function readSystem(keys: ReadonlyMap<number, number>): number | null {
  const model = keys.get(KEY.model);
  const code =
    model === MODEL.projected
      ? keys.get(KEY.projected)
      : model === MODEL.geographic
        ? keys.get(KEY.geographic)
        : undefined;
  return code !== undefined && code > 0 && code <= MAX_EPSG ? code : null;
}

/** Numbers of the fields of the first directory. */
function readDirectory(bytes: Uint8Array): Fields {
  if (!isTiff(bytes)) throw new GeoreferenceError('tiff');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const isBig = view.getUint16(2, little) === 43;
  const readOffset = (at: number) =>
    isBig ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
  const start = readOffset(isBig ? 8 : 4);
  const count = isBig ? Number(view.getBigUint64(start, little)) : view.getUint16(start, little);
  if (count > MAX_ENTRIES) throw new GeoreferenceError('tiff');
  const [headBytes, entryBytes, valueAt] = isBig ? [8, 20, 12] : [2, 12, 8];
  const fields = new Map<number, number[]>();
  for (let index = 0; index < count; index += 1) {
    const at = start + headBytes + index * entryBytes;
    const tag = view.getUint16(at, little);
    if (!Object.values(TAG).some((one) => one === tag)) continue;
    const type = view.getUint16(at + 2, little);
    const values = readOffset(at + 4);
    const size = TYPE_BYTES[type] ?? 0;
    if (values > MAX_VALUES || size === 0) throw new GeoreferenceError('tiff');
    const from = values * size <= (isBig ? 8 : 4) ? at + valueAt : readOffset(at + valueAt);
    fields.set(
      tag,
      Array.from({ length: values }, (_, value) => readValue(view, from + value * size, { type, little })),
    );
  }
  return fields;
}

function readValue(
  view: DataView,
  at: number,
  { type, little }: { readonly type: number; readonly little: boolean },
): number {
  switch (type) {
    case 3:
      return view.getUint16(at, little);
    case 4:
      return view.getUint32(at, little);
    case 11:
      return view.getFloat32(at, little);
    case 12:
      return view.getFloat64(at, little);
    case 16:
      return Number(view.getBigUint64(at, little));
    default:
      return view.getUint8(at);
  }
}
