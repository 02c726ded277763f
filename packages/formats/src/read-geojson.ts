import { openRing, unwrapLongitudes } from './antimeridian.ts';
import { parseColor } from './color.ts';
import { parseShapeProperties } from './geojson-shape.ts';
import { findMemberLines, parseJson } from './json-lines.ts';
import type { FileContent, LngLatAlt, MapFeature, MapGeometry } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';
import { toOneLine } from './plain-text.ts';
import type { PointCounter } from './point-counter.ts';
import { toLngLatAlt } from './read-number.ts';
import { joinLines } from './split-line.ts';
import { toFeatures } from './to-features.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Files from before RFC 7946 may have unwrapped longitudes across the antimeridian. */
const MAX_LONGITUDE = 360;
/** Features and positions read per step; a single feature is never divided. */
const FEATURES_PER_STEP = 200;
const POINTS_PER_STEP = 2_000;
/** Maximum nesting of collections. */
const MAX_DEPTH = 8;
const GEOMETRIES: ReadonlySet<unknown> = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);
const COLOR_NAMES = {
  point: ['marker-color', 'color', 'stroke'],
  line: ['stroke', 'color'],
  area: ['stroke', 'fill', 'color'],
} as const;

/**
 * Reads GeoJSON (RFC 7946): each member of a geometry becomes a feature, except that a line cut at the antimeridian becomes one.
 *
 * @throws MapFileError with the line in which the feature starts
 */
export function* readGeoJson(text: string, counter: PointCounter): Generator<void, FileContent> {
  const root = fieldsOf(parseJson(text));
  yield;
  if (root.type === 'FeatureCollection') {
    if (!Array.isArray(root.features)) throw new MapFileError('malformed', 1);
    const lines = findMemberLines(text, 'features');
    yield;
    const features: MapFeature[] = [];
    let skipped = 0;
    let counted = 0;
    for (const [at, feature] of root.features.entries()) {
      const read = readFeature(feature, lines[at] ?? 1, counter);
      for (const each of read) features.push(each);
      if (read.length === 0) skipped += 1;
      if (at % FEATURES_PER_STEP !== 0 && counter.points - counted < POINTS_PER_STEP) continue;
      counted = counter.points;
      yield;
    }
    return { features, skipped };
  }
  const isGeometry = GEOMETRIES.has(root.type);
  if (!isGeometry && root.type !== 'Feature') throw new MapFileError('type');
  const features = readFeature(isGeometry ? { type: 'Feature', geometry: root } : root, 1, counter);
  return { features, skipped: features.length === 0 ? 1 : 0 };
}

function readFeature(value: unknown, line: number, counter: PointCounter): readonly MapFeature[] {
  const { type, properties, geometry } = fieldsOf(value);
  if (type !== 'Feature') throw new MapFileError('malformed', line);
  // A feature without a location (3.2).
  if (geometry === null || geometry === undefined) return [];
  const fields = fieldsOf(properties);
  const common = {
    name: toOneLine(findText(fields, ['name', 'title', 'Name'])),
    note: findText(fields, ['description', 'desc', 'note', 'cmt']).trim(),
    color: null,
    line,
  };
  const parsed = new GeometryReader(line, counter).read(fieldsOf(geometry), 0);
  const { type: kind, coordinates } = fieldsOf(geometry);
  const shape = parseShapeProperties(fields, { type: String(kind), coordinates }, (indexInRing) =>
    counter.add(indexInRing, line),
  );
  const geometries: readonly MapGeometry[] = shape === null ? parsed : [{ kind: 'area', shape }];
  return toFeatures(common, geometries).map((feature) => ({
    ...feature,
    color: findColor(fields, feature.kind),
  }));
}

class GeometryReader {
  readonly #line: number;
  readonly #counter: PointCounter;

  constructor(line: number, counter: PointCounter) {
    this.#line = line;
    this.#counter = counter;
  }

  read({ type, coordinates, geometries }: Fields, depth: number): readonly MapGeometry[] {
    switch (type) {
      case 'Point':
        return [this.#readPoint(coordinates)];
      case 'MultiPoint':
        return this.#requireList(coordinates).map((position) => this.#readPoint(position));
      case 'LineString':
        return this.#readLines([coordinates]);
      case 'MultiLineString':
        return this.#readLines(this.#requireList(coordinates));
      case 'Polygon':
        return [this.#readArea(coordinates)];
      case 'MultiPolygon':
        return this.#requireList(coordinates).map((polygon) => this.#readArea(polygon));
      case 'GeometryCollection':
        if (depth >= MAX_DEPTH || !Array.isArray(geometries)) throw new MapFileError('malformed', this.#line);
        return geometries.flatMap((geometry: unknown) => this.read(fieldsOf(geometry), depth + 1));
      default:
        throw new MapFileError('malformed', this.#line);
    }
  }

  #readPoint(value: unknown): MapGeometry {
    const [position] = unwrapLongitudes([this.#readPosition(value, 1)], this.#line);
    if (position === undefined) throw new MapFileError('coordinates', this.#line);
    return { kind: 'point', coordinates: position };
  }

  /** A line has at least two positions (3.1.4). */
  #readLines(values: readonly unknown[]): readonly MapGeometry[] {
    const lines = values.map((value) => this.#readPositions(value));
    if (lines.some((vertices) => vertices.length < 2)) throw new MapFileError('coordinates', this.#line);
    return joinLines(lines).map((vertices) => ({
      kind: 'line',
      vertices: unwrapLongitudes(vertices, this.#line),
    }));
  }

  #readArea(value: unknown): MapGeometry {
    const [outline, ...holes] = this.#requireList(value).map((ring) =>
      this.#readPositions(ring).map(([lng, lat]) => [lng, lat] as const),
    );
    if (outline === undefined || outline.length === 0) throw new MapFileError('coordinates', this.#line);
    const first = openRing(outline, null, this.#line);
    const rings = [first, ...holes.map((hole) => openRing(hole, first[0]?.[0] ?? null, this.#line))];
    return { kind: 'area', shape: { type: 'POLYGON', rings } };
  }

  #readPositions(value: unknown): readonly LngLatAlt[] {
    return this.#requireList(value).map((position, at) => this.#readPosition(position, at + 1));
  }

  #readPosition(value: unknown, indexInLine: number): LngLatAlt {
    const [lng, lat, altitude] = this.#requireList(value).map((ordinate) =>
      typeof ordinate === 'number' ? ordinate : null,
    );
    const position = toLngLatAlt(lng, lat, { altitude, maxLongitude: MAX_LONGITUDE, line: this.#line });
    this.#counter.add(indexInLine, this.#line);
    return position;
  }

  #requireList(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) throw new MapFileError('coordinates', this.#line);
    return value;
  }
}

/** The fields of an object; empty for any other value. */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The first of these fields that has a text. */
function findText(fields: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}

function findColor(fields: Fields, kind: MapFeature['kind']): string | null {
  return COLOR_NAMES[kind].map((name) => parseColor(fields[name])).find((color) => color !== null) ?? null;
}
