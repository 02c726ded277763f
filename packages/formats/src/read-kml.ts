import { openRing, unwrapLongitudes } from './antimeridian.ts';
import { readCoordinates, readGxCoord } from './kml-coordinates.ts';
import { KmlStyles } from './kml-styles.ts';
import type { FileContent, LngLatAlt, MapFeature, MapGeometry } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';
import { toOneLine, toPlainText } from './plain-text.ts';
import type { PointCounter } from './point-counter.ts';
import { toFeatures } from './to-features.ts';
import { walkXml, type XmlElement, type XmlReader } from './walk-xml.ts';

/** A placemark that is being read. */
interface Placemark {
  readonly line: number;
  readonly geometries: MapGeometry[];
  readonly style: Record<string, string>;
  name: string;
  note: string;
  styleUrl: string;
}

/** A point, line, polygon or track that is being read. */
interface Geometry {
  readonly name: string;
  readonly line: number;
  points: LngLatAlt[];
  /** The outline of a polygon. */
  outline: readonly LngLatAlt[] | null;
  readonly holes: (readonly LngLatAlt[])[];
}

const GEOMETRIES = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'Track']);
/** Elements besides placemarks that are not imported. */
const UNSUPPORTED_ELEMENTS = new Set([
  'GroundOverlay',
  'ScreenOverlay',
  'PhotoOverlay',
  'NetworkLink',
  'Tour',
]);

/**
 * Reads KML 2.2 with Google's tracks: each point, line and polygon of a placemark becomes a feature in the colour of its style.
 * Folders are ignored.
 *
 * @throws MapFileError
 */
export function* readKml(text: string, counter: PointCounter): Generator<void, FileContent> {
  const reader = new KmlReader(counter);
  yield* walkXml(text, reader);
  return { features: reader.features(), skipped: reader.skipped };
}

class KmlReader implements XmlReader {
  skipped = 0;
  readonly #counter: PointCounter;
  readonly #styles = new KmlStyles();
  readonly #placemarks: Placemark[] = [];
  /** The open elements, outermost first. */
  readonly #path: XmlElement[] = [];
  #placemark: Placemark | null = null;
  #geometry: Geometry | null = null;
  #style: { readonly id: string; readonly colors: Record<string, string> } | null = null;
  #pair = { key: '', styleUrl: '' };

  constructor(counter: PointCounter) {
    this.#counter = counter;
  }

  /** Styles may follow the features that use them, so colours are resolved at the end. */
  features(): readonly MapFeature[] {
    return this.#placemarks.flatMap(({ geometries, style, styleUrl, name, note, line }) =>
      toFeatures({ name, note, line, color: null }, geometries).map((feature) => ({
        ...feature,
        color: this.#styles.colorOf(feature.kind, style, styleUrl),
      })),
    );
  }

  open(element: XmlElement): void {
    const { name, attributes, line } = element;
    this.#path.push(element);
    if (name === 'Placemark') {
      this.#placemark = { line, geometries: [], style: {}, name: '', note: '', styleUrl: '' };
    } else if (name === 'Style') {
      this.#style = { id: attributes.id ?? '', colors: this.#placemark?.style ?? {} };
    } else if (name === 'Pair') {
      this.#pair = { key: '', styleUrl: '' };
    } else if (UNSUPPORTED_ELEMENTS.has(name)) {
      this.skipped += 1;
    } else if (GEOMETRIES.has(name) && this.#placemark !== null && this.#geometry === null) {
      this.#geometry = { name, line, points: [], outline: null, holes: [] };
    }
  }

  close(name: string, text: string, line: number): void {
    const element = this.#path.pop();
    const parent = this.#path.at(-1)?.name ?? '';
    this.#closeStyle(name, text, parent);
    if (this.#placemark === null) return;
    if (parent === 'Placemark') this.#addText(this.#placemark, name, text);
    if (this.#geometry !== null) this.#closeInGeometry(this.#geometry, { name, text, line });
    if (name === 'Placemark') this.#endPlacemark(this.#placemark);
    else if (this.#geometry?.name === name && this.#geometry.line === element?.line) this.#endGeometry();
  }

  #closeStyle(name: string, text: string, parent: string): void {
    if (name === 'color' && this.#style !== null) this.#style.colors[parent] ??= text;
    if (name === 'Style' && this.#style !== null) {
      if (this.#style.id !== '') this.#styles.add(this.#style.id, this.#style.colors);
      this.#style = null;
    }
    if (parent === 'Pair' && (name === 'key' || name === 'styleUrl')) this.#pair[name] = text.trim();
    if (name === 'Pair' && this.#pair.key === 'normal') {
      const id = this.#path.at(-1)?.attributes.id;
      // A style map within a placemark has no id: it replaces the placemark's reference.
      if (id !== undefined) this.#styles.addMap(id, this.#pair.styleUrl);
      else if (this.#placemark !== null) this.#placemark.styleUrl ||= this.#pair.styleUrl;
    }
  }

  #addText(placemark: Placemark, name: string, text: string): void {
    if (name === 'name') placemark.name = toOneLine(text);
    else if (name === 'description') placemark.note = toPlainText(text);
    else if (name === 'styleUrl') placemark.styleUrl = text.trim();
  }

  #closeInGeometry(
    geometry: Geometry,
    { name, text, line }: { readonly name: string; readonly text: string; readonly line: number },
  ): void {
    if (name === 'coordinates') geometry.points = readCoordinates(text, line, this.#counter);
    else if (name === 'coord' && geometry.name === 'Track') {
      geometry.points.push(readGxCoord(text, line));
      this.#counter.add(geometry.points.length, line);
    } else if (name === 'outerBoundaryIs') {
      geometry.outline = geometry.points;
      geometry.points = [];
    } else if (name === 'innerBoundaryIs') {
      geometry.holes.push(geometry.points);
      geometry.points = [];
    }
  }

  #endGeometry(): void {
    const geometry = this.#geometry;
    this.#geometry = null;
    if (geometry === null) return;
    const result = toGeometry(geometry);
    if (result !== null) this.#placemark?.geometries.push(result);
  }

  #endPlacemark(placemark: Placemark): void {
    this.#placemark = null;
    this.#geometry = null;
    if (placemark.geometries.length === 0) this.skipped += 1;
    else this.#placemarks.push(placemark);
  }
}

/** Null for a line with one position or an empty track: programs write these if nothing was recorded. */
function toGeometry({ name, line, points, outline, holes }: Geometry): MapGeometry | null {
  switch (name) {
    case 'Point': {
      const [coordinates] = points;
      if (coordinates === undefined) throw new MapFileError('coordinates', line);
      return { kind: 'point', coordinates: unwrapLongitudes([coordinates], line)[0] ?? coordinates };
    }
    case 'Polygon':
      return toArea(outline ?? [], holes, line);
    case 'LinearRing':
      return toArea(points, [], line);
    default:
      if (points.length === 0 && name === 'LineString') throw new MapFileError('coordinates', line);
      return points.length > 1 ? { kind: 'line', vertices: unwrapLongitudes(points, line) } : null;
  }
}

function toArea(
  outline: readonly LngLatAlt[],
  holes: readonly (readonly LngLatAlt[])[],
  line: number,
): MapGeometry {
  if (outline.length === 0) throw new MapFileError('coordinates', line);
  const toPositions = (ring: readonly LngLatAlt[]) => ring.map(([lng, lat]) => [lng, lat] as const);
  const first = openRing(toPositions(outline), null, line);
  const rings = [first, ...holes.map((hole) => openRing(toPositions(hole), first[0]?.[0] ?? null, line))];
  return { kind: 'area', shape: { type: 'POLYGON', rings } };
}
