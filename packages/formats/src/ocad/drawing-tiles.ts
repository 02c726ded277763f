import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { Drawing, DrawnElement, DrawnText, Points } from './drawing.ts';
import { gridTransform } from './grid-transform.ts';

/** Circumference of the equator of WGS-84 in metres: the width of the square of the web map. */
const EQUATOR = 2 * Math.PI * 6_378_137;
const EXTENT = 4_096;
/** Beyond the edge of a tile: half of the widest lines. */
const BUFFER = 128;
/** Size of a tile's unit on paper, at the zoom with all details. */
const DETAIL_MILLIMETRES = 0.02;
/** Zooms below the one at which the map fits into a tile. */
const OVERVIEW_ZOOMS = 2;
const MAX_ZOOM = 20;

/** Where a drawing lies on the web map. */
export interface DrawingPlacement {
  /** From millimetres on paper to the square of the web map, from 0 to 1, y downwards. */
  readonly toMercator: (point: readonly [x: number, y: number]) => readonly [x: number, y: number];
  /** Metres on the ground of a millimetre on paper. */
  readonly metresPerMillimetre: number;
}

export interface DrawingTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** Mapbox Vector Tile, uncompressed. */
  readonly data: Uint8Array;
  /** Share of all tiles, from 0 to 1. */
  readonly progress: number;
}

/** Kinds of layers: areas, lines with flat ends, lines with round ends, texts. A layer is a kind and the index of a color: `a12`. */
export const LAYER_KINDS = ['a', 'l', 'r', 't'] as const;
export type LayerKind = (typeof LAYER_KINDS)[number];

/** Layer of the extent of the drawing, below all others. */
export const PAPER_LAYER = 'paper';

/** The layers of a drawing's tiles above the paper, bottom to top. */
export function drawingLayers({
  elements,
}: Drawing): readonly { readonly color: number; readonly kind: LayerKind }[] {
  const names = new Set(elements.map((element) => `${element.color} ${kindOf(element)}`));
  return [...names]
    .map((name) => {
      const [color = '', kind = ''] = name.split(' ');
      return { color: Number(color), kind: kind as LayerKind };
    })
    .sort((a, b) => a.color - b.color || LAYER_KINDS.indexOf(a.kind) - LAYER_KINDS.indexOf(b.kind));
}

function kindOf(element: DrawnElement): LayerKind {
  if (element.kind === 'area') return 'a';
  if (element.kind === 'text') return 't';
  return element.cap === 'round' ? 'r' : 'l';
}

/** Extent of a drawing in the square of the web map, and the zooms of its tiles. */
export interface TileRange {
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number];
  readonly minZoom: number;
  readonly maxZoom: number;
}

export function tileRange(
  { bounds }: Drawing,
  { toMercator, metresPerMillimetre }: DrawingPlacement,
): TileRange {
  const [minX, minY, maxX, maxY] = bounds;
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const nodes = steps.flatMap((u) =>
    steps.map((v) => toMercator([minX + u * (maxX - minX), minY + v * (maxY - minY)])),
  );
  const [xs, ys] = [nodes.map(([x]) => x), nodes.map(([, y]) => y)];
  const extent = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  const size = Math.max(extent[2] - extent[0], extent[3] - extent[1]);
  const fitting = Math.floor(-Math.log2(size));
  const minZoom = Math.min(MAX_ZOOM, Math.max(0, fitting - OVERVIEW_ZOOMS));
  const metres = EQUATOR * cosLatitude((extent[1] + extent[3]) / 2);
  const detailed = Math.ceil(Math.log2(metres / EXTENT / (DETAIL_MILLIMETRES * metresPerMillimetre)));
  return { bounds: extent, minZoom, maxZoom: Math.min(MAX_ZOOM, Math.max(minZoom, detailed)) };
}

/** Cosine of the latitude of a height on the web map. */
const cosLatitude = (y: number) => 1 / Math.cosh(Math.PI * (1 - 2 * y));

/**
 * Cuts a drawing into vector tiles, from the lowest zoom up. Lines have their width `w` and join `j`, texts their size `s`,
 * outline `o` (all in metres), angle `a` (degrees, clockwise), alignment `h`, and `b`, `i` for bold and italic.
 */
export function* cutDrawing(drawing: Drawing, placement: DrawingPlacement): Generator<DrawingTile, void> {
  const { bounds, minZoom, maxZoom } = tileRange(drawing, placement);
  const index = new GeoJSONVT(toFeatures(drawing, placement), {
    coordinates: 'unitSquare',
    maxZoom,
    indexMaxZoom: minZoom,
    indexMaxPoints: 0,
    extent: EXTENT,
    buffer: BUFFER,
    tolerance: 2,
  });
  const ranges = Array.from({ length: maxZoom - minZoom + 1 }, (_, step) => tilesOf(bounds, minZoom + step));
  const total = ranges.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  let done = 0;
  for (const { z, firstX, firstY, columns, rows } of ranges)
    for (let y = firstY; y < firstY + rows; y++)
      for (let x = firstX; x < firstX + columns; x++) {
        done++;
        const tile = index.getTile(z, x, y);
        if (tile === null || tile.features.length === 0) continue;
        yield { z, x, y, data: encode(tile), progress: done / total };
      }
}

function tilesOf([minX, minY, maxX, maxY]: TileRange['bounds'], z: number) {
  const size = 2 ** z;
  const [firstX, firstY, lastX, lastY] = [minX, minY, maxX, maxY].map((value) =>
    Math.min(size - 1, Math.max(0, Math.floor(value * size))),
  ) as [number, number, number, number];
  return { z, firstX, firstY, columns: lastX - firstX + 1, rows: lastY - firstY + 1 };
}

/** Sorts the features of a tile into layers. */
function encode(tile: GeoJSONVTTile): Uint8Array {
  const layers: Record<string, GeoJSONVTTile> = {};
  for (const feature of tile.features) {
    const { layer, ...tags } = feature.tags ?? {};
    const name = String(layer);
    layers[name] ??= { ...tile, features: [] };
    layers[name].features.push({ ...feature, tags } as (typeof tile.features)[number]);
  }
  return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

type Transform = (x: number, y: number) => readonly [number, number];

function toFeatures(
  { bounds, elements }: Drawing,
  { toMercator, metresPerMillimetre }: DrawingPlacement,
): FeatureCollection {
  const transform = gridTransform(toMercator, bounds);
  const features = elements.map(
    (element): Feature => ({
      type: 'Feature',
      properties: {
        layer: `${kindOf(element)}${element.color}`,
        ...propertiesOf(element, transform, metresPerMillimetre),
      },
      geometry: geometryOf(element, transform),
    }),
  );
  return { type: 'FeatureCollection', features: [paperOf(bounds, transform), ...features] };
}

/** The extent of a drawing. */
function paperOf([minX, minY, maxX, maxY]: Drawing['bounds'], transform: Transform): Feature {
  const ring = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ] as const;
  return {
    type: 'Feature',
    properties: { layer: PAPER_LAYER },
    geometry: { type: 'Polygon', coordinates: [ring.map(([x, y]) => [...transform(x, y)])] },
  };
}

function propertiesOf(element: DrawnElement, transform: Transform, metresPerMillimetre: number) {
  const metres = (millimetres: number) => Math.round(millimetres * metresPerMillimetre * 1e3) / 1e3;
  if (element.kind === 'area') return {};
  if (element.kind === 'line') return { w: metres(element.width), j: element.join };
  const { text, size, outline, align, bold, italic } = element;
  return {
    text,
    s: metres(size),
    o: metres(outline),
    a: Math.round(screenAngle(element, transform) * 10) / 10,
    h: align,
    b: bold,
    i: italic,
  };
}

/** Angle of a text on the web map: degrees, clockwise. */
function screenAngle({ x, y, angle }: DrawnText, transform: Transform): number {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [fromX, fromY] = transform(x, y);
  const [toX, toY] = transform(x + cos, y + sin);
  return (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI;
}

function geometryOf(element: DrawnElement, transform: Transform): Geometry {
  const positions = (points: Points, closed: boolean) => {
    const result: [number, number][] = [];
    for (let index = 0; index + 1 < points.length; index += 2)
      result.push([...transform(points[index] ?? 0, points[index + 1] ?? 0)] as [number, number]);
    const [first] = result;
    if (closed && first !== undefined) result.push(first);
    return result;
  };
  if (element.kind === 'text') return { type: 'Point', coordinates: [...transform(element.x, element.y)] };
  if (element.kind === 'line')
    return {
      type: 'MultiLineString',
      coordinates: element.lines.map(({ points, closed }) => {
        const line = positions(points, closed);
        return closed ? startBetween(line) : line;
      }),
    };
  return {
    type: 'MultiPolygon',
    coordinates: element.polygons.map((rings) => rings.map((ring) => positions(ring, true))),
  };
}

/** Starts a ring in the middle of its first side: maps draw the ends of a line flat, and join all other vertices. */
function startBetween(ring: readonly [number, number][]): [number, number][] {
  const [first, second] = ring;
  if (first === undefined || second === undefined) return [...ring];
  const middle: [number, number] = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  return [middle, ...ring.slice(1), middle];
}
