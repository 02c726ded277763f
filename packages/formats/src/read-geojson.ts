import { openRing, runOn } from './antimeridian.ts';
import { readColor } from './color.ts';
import { FileFault } from './file-fault.ts';
import { shapeInProperties } from './geojson-shape.ts';
import { linesOfMembers, parseJson } from './json-lines.ts';
import type { FileContent, MapFeature, MapGeometry, Place } from './map-feature.ts';
import { featuresOf } from './parts.ts';
import { placeOf } from './place.ts';
import { oneLine } from './plain-text.ts';
import { joinLines } from './split-line.ts';
import type { Tally } from './tally.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Of a longitude: files of before RFC 7946 run on across the antimeridian. */
const WIDEST = 360;
/** Features, and positions of them, that are read before others have a turn; one feature is read at once. */
const MOST_FEATURES = 200;
const MOST_POINTS = 2_000;
/** Collections in one another. */
const DEEPEST = 8;
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
 * Reads GeoJSON (RFC 7946): each part of each geometry becomes a feature, but a line that was cut at the antimeridian is one.
 *
 * @throws FileFault with the line in which the feature begins
 */
export function* readGeoJson(text: string, tally: Tally): Generator<void, FileContent> {
  const whole = fieldsOf(parseJson(text));
  yield;
  if (whole.type === 'FeatureCollection') {
    if (!Array.isArray(whole.features)) throw new FileFault('malformed', 1);
    const lines = linesOfMembers(text, 'features');
    yield;
    const features: MapFeature[] = [];
    let left = 0;
    let counted = 0;
    for (const [at, feature] of whole.features.entries()) {
      const read = readFeature(feature, lines[at] ?? 1, tally);
      for (const each of read) features.push(each);
      if (read.length === 0) left += 1;
      if (at % MOST_FEATURES !== 0 && tally.points - counted < MOST_POINTS) continue;
      counted = tally.points;
      yield;
    }
    return { features, left };
  }
  const isGeometry = GEOMETRIES.has(whole.type);
  if (!isGeometry && whole.type !== 'Feature') throw new FileFault('type');
  const features = readFeature(isGeometry ? { type: 'Feature', geometry: whole } : whole, 1, tally);
  return { features, left: features.length === 0 ? 1 : 0 };
}

function readFeature(value: unknown, line: number, tally: Tally): readonly MapFeature[] {
  const { type, properties, geometry } = fieldsOf(value);
  if (type !== 'Feature') throw new FileFault('malformed', line);
  // A feature without a place (3.2).
  if (geometry === null || geometry === undefined) return [];
  const said = fieldsOf(properties);
  const common = {
    name: oneLine(textIn(said, ['name', 'title', 'Name'])),
    note: textIn(said, ['description', 'desc', 'note', 'cmt']).trim(),
    color: null,
    line,
  };
  const parts = new GeometryReader(line, tally).read(fieldsOf(geometry), 0);
  const { type: kind, coordinates } = fieldsOf(geometry);
  const shape = shapeInProperties(said, { type: String(kind), coordinates }, (ofRing) =>
    tally.add(ofRing, line),
  );
  const whole: readonly MapGeometry[] = shape === null ? parts : [{ kind: 'area', shape }];
  return featuresOf(common, whole).map((feature) => ({ ...feature, color: colorIn(said, feature.kind) }));
}

class GeometryReader {
  readonly #line: number;
  readonly #tally: Tally;

  constructor(line: number, tally: Tally) {
    this.#line = line;
    this.#tally = tally;
  }

  read({ type, coordinates, geometries }: Fields, depth: number): readonly MapGeometry[] {
    switch (type) {
      case 'Point':
        return [this.#point(coordinates)];
      case 'MultiPoint':
        return this.#list(coordinates).map((place) => this.#point(place));
      case 'LineString':
        return this.#lines([coordinates]);
      case 'MultiLineString':
        return this.#lines(this.#list(coordinates));
      case 'Polygon':
        return [this.#area(coordinates)];
      case 'MultiPolygon':
        return this.#list(coordinates).map((polygon) => this.#area(polygon));
      case 'GeometryCollection':
        if (depth >= DEEPEST || !Array.isArray(geometries)) throw new FileFault('malformed', this.#line);
        return geometries.flatMap((geometry: unknown) => this.read(fieldsOf(geometry), depth + 1));
      default:
        throw new FileFault('malformed', this.#line);
    }
  }

  #point(value: unknown): MapGeometry {
    const [place] = runOn([this.#place(value, 1)], this.#line);
    if (place === undefined) throw new FileFault('coordinates', this.#line);
    return { kind: 'point', place };
  }

  /** A line has two positions at least (3.1.4). */
  #lines(values: readonly unknown[]): readonly MapGeometry[] {
    const lines = values.map((value) => this.#places(value));
    if (lines.some((places) => places.length < 2)) throw new FileFault('coordinates', this.#line);
    return joinLines(lines).map((places) => ({ kind: 'line', places: runOn(places, this.#line) }));
  }

  #area(value: unknown): MapGeometry {
    const [outline, ...holes] = this.#list(value).map((ring) =>
      this.#places(ring).map(([lng, lat]) => [lng, lat] as const),
    );
    if (outline === undefined || outline.length === 0) throw new FileFault('coordinates', this.#line);
    const first = openRing(outline, null, this.#line);
    const rings = [first, ...holes.map((hole) => openRing(hole, first[0]?.[0] ?? null, this.#line))];
    return { kind: 'area', shape: { type: 'POLYGON', rings } };
  }

  #places(value: unknown): readonly Place[] {
    return this.#list(value).map((place, at) => this.#place(place, at + 1));
  }

  #place(value: unknown, ofLine: number): Place {
    const [lng, lat, altitude] = this.#list(value).map((part) => (typeof part === 'number' ? part : null));
    const place = placeOf(lng, lat, { altitude, widest: WIDEST, line: this.#line });
    this.#tally.add(ofLine, this.#line);
    return place;
  }

  #list(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) throw new FileFault('coordinates', this.#line);
    return value;
  }
}

/** The fields of an object; none of anything else. */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The first of these that says something. */
function textIn(fields: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}

function colorIn(fields: Fields, kind: MapFeature['kind']): string | null {
  return COLOR_NAMES[kind].map((name) => readColor(fields[name])).find((color) => color !== null) ?? null;
}
