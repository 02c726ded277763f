import { openRing, unwrapLongitudes } from './antimeridian.ts';
import { parseColor } from './color.ts';
import type { FileContent, LngLatAlt, MapFeature, MapGeometry } from './map-feature.ts';
import { toOneLine, toPlainText } from './plain-text.ts';
import type { PointCounter } from './point-counter.ts';
import { readNumber, toLngLatAlt } from './read-number.ts';
import { toFeatures } from './to-features.ts';
import { walkXml, type XmlElement, type XmlReader } from './walk-xml.ts';
import { AREA_TYPE } from './write-gpx.ts';

/** A waypoint, route or track that is being read. */
interface GpxFeature {
  readonly line: number;
  readonly segments: LngLatAlt[][];
  name: string;
  note: string;
  comment: string;
  type: string;
  color: string | null;
}

/** A position that is being read: its altitude follows it. */
interface Point {
  readonly element: XmlElement;
  altitude: number | null;
}

const FEATURE_ELEMENTS = new Set(['wpt', 'rte', 'trk']);
const POINT_ELEMENTS = new Set(['wpt', 'rtept', 'trkpt']);

/**
 * Reads GPX 1.0 and 1.1: waypoints become points, routes and track segments become lines. A track that Wakeline wrote for an area
 * becomes an area again.
 *
 * @throws MapFileError
 */
export function* readGpx(text: string, counter: PointCounter): Generator<void, FileContent> {
  const reader = new GpxReader(counter);
  yield* walkXml(text, reader);
  return { features: reader.features, skipped: reader.skipped };
}

class GpxReader implements XmlReader {
  readonly features: MapFeature[] = [];
  skipped = 0;
  readonly #counter: PointCounter;
  /** Names of the open elements. */
  readonly #path: string[] = [];
  #feature: GpxFeature | null = null;
  #point: Point | null = null;

  constructor(counter: PointCounter) {
    this.#counter = counter;
  }

  open(element: XmlElement): void {
    const { name, line } = element;
    const inExtensions = this.#path.includes('extensions');
    this.#path.push(name);
    if (inExtensions) return;
    if (FEATURE_ELEMENTS.has(name) && this.#feature === null) {
      this.#feature = { line, segments: [], name: '', note: '', comment: '', type: '', color: null };
      if (name !== 'trk') this.#feature.segments.push([]);
    } else if (name === 'trkseg') {
      this.#feature?.segments.push([]);
    }
    if (POINT_ELEMENTS.has(name)) this.#point = { element, altitude: null };
  }

  close(name: string, text: string): void {
    this.#path.pop();
    if (this.#path.includes('extensions')) {
      if (name === 'color' || name === 'DisplayColor') this.#addColor(text);
      return;
    }
    if (POINT_ELEMENTS.has(name)) this.#endPoint();
    if (FEATURE_ELEMENTS.has(name)) this.#endFeature(name);
    this.#addText(name, text);
  }

  #addColor(text: string): void {
    if (this.#feature === null || (this.#point !== null && !this.#path.includes('wpt'))) return;
    this.#feature.color ??= parseColor(text);
  }

  #addText(name: string, text: string): void {
    const parent = this.#path.at(-1) ?? '';
    if (name === 'ele' && POINT_ELEMENTS.has(parent) && this.#point !== null)
      this.#point.altitude = readNumber(text);
    const current = this.#feature;
    if (current === null || !FEATURE_ELEMENTS.has(parent)) return;
    if (name === 'name') current.name = toOneLine(text);
    else if (name === 'desc') current.note = toPlainText(text);
    else if (name === 'cmt') current.comment = toPlainText(text);
    else if (name === 'type') current.type = text.trim();
  }

  #endPoint(): void {
    const [current, point] = [this.#feature, this.#point];
    this.#point = null;
    const segment = current?.segments.at(-1);
    if (point === null || segment === undefined) return;
    const { attributes, line } = point.element;
    const { altitude } = point;
    const coordinates = toLngLatAlt(readNumber(attributes.lon), readNumber(attributes.lat), {
      altitude,
      maxLongitude: 180,
      line,
    });
    segment.push(coordinates);
    this.#counter.add(segment.length, line);
  }

  #endFeature(name: string): void {
    const current = this.#feature;
    this.#feature = null;
    if (current === null) return;
    const geometries = name === 'wpt' ? toPoints(current) : (toArea(current) ?? toLines(current));
    const common = {
      name: current.name,
      note: current.note === '' ? current.comment : current.note,
      color: current.color,
      line: current.line,
    };
    for (const feature of toFeatures(common, geometries)) this.features.push(feature);
    if (geometries.length === 0) this.skipped += 1;
  }
}

function toPoints({ segments }: GpxFeature): readonly MapGeometry[] {
  return segments.flatMap((points) => points.map((coordinates) => ({ kind: 'point' as const, coordinates })));
}

function toLines({ segments, line }: GpxFeature): readonly MapGeometry[] {
  return segments
    .filter((vertices) => vertices.length > 1)
    .map((vertices) => ({ kind: 'line', vertices: unwrapLongitudes(vertices, line) }));
}

/** The area of a track that Wakeline wrote, whose segments are closed rings. Null for any other or an edited track. */
function toArea({ type, segments, line }: GpxFeature): readonly MapGeometry[] | null {
  const isClosed = segments.every(
    (ring) => ring.length > 3 && ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1],
  );
  if (type !== AREA_TYPE || segments.length === 0 || !isClosed) return null;
  const positions = segments.map((ring) => ring.map(([lng, lat]) => [lng, lat] as const));
  const [outline = [], ...holes] = positions;
  const first = openRing(outline, null, line);
  const rings = [first, ...holes.map((hole) => openRing(hole, first[0]?.[0] ?? null, line))];
  return [{ kind: 'area', shape: { type: 'POLYGON', rings } }];
}
