import { openRing, runOn } from './antimeridian.ts';
import { FileFault } from './file-fault.ts';
import { readCoord, readCoordinates } from './kml-coordinates.ts';
import { KmlStyles } from './kml-styles.ts';
import type { FileContent, MapFeature, MapGeometry, Place } from './map-feature.ts';
import { featuresOf } from './parts.ts';
import { oneLine, plainText } from './plain-text.ts';
import type { Tally } from './tally.ts';
import { walkXml, type XmlElement, type XmlReader } from './walk-xml.ts';

/** A placemark while it is read. */
interface Placemark {
  readonly line: number;
  readonly parts: MapGeometry[];
  readonly style: Record<string, string>;
  name: string;
  note: string;
  styleUrl: string;
}

/** A point, line, polygon or track while it is read. */
interface Geometry {
  readonly name: string;
  readonly line: number;
  places: Place[];
  /** Of a polygon: its outline first. */
  outline: readonly Place[] | null;
  readonly holes: (readonly Place[])[];
}

const GEOMETRIES = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'Track']);
/** What a file may have besides placemarks; nothing of ours becomes of it. */
const OTHERS = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'NetworkLink', 'Tour']);

/**
 * Reads KML 2.2, with Google's tracks: each point, line and polygon of a placemark becomes a feature, in the colour of its style.
 * Folders are passed through.
 *
 * @throws FileFault
 */
export function* readKml(text: string, tally: Tally): Generator<void, FileContent> {
  const reader = new KmlReader(tally);
  yield* walkXml(text, reader);
  return { features: reader.features(), left: reader.left };
}

class KmlReader implements XmlReader {
  left = 0;
  readonly #tally: Tally;
  readonly #styles = new KmlStyles();
  readonly #placemarks: Placemark[] = [];
  /** The open elements, outermost first. */
  readonly #path: XmlElement[] = [];
  #placemark: Placemark | null = null;
  #geometry: Geometry | null = null;
  #style: { readonly id: string; readonly colors: Record<string, string> } | null = null;
  #pair = { key: '', styleUrl: '' };

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Styles may stand behind what uses them, so colours are known at the end. */
  features(): readonly MapFeature[] {
    return this.#placemarks.flatMap(({ parts, style, styleUrl, name, note, line }) =>
      featuresOf({ name, note, line, color: null }, parts).map((feature) => ({
        ...feature,
        color: this.#styles.colorOf(feature.kind, style, styleUrl),
      })),
    );
  }

  open(element: XmlElement): void {
    const { name, attributes, line } = element;
    this.#path.push(element);
    if (name === 'Placemark') {
      this.#placemark = { line, parts: [], style: {}, name: '', note: '', styleUrl: '' };
    } else if (name === 'Style') {
      this.#style = { id: attributes.id ?? '', colors: this.#placemark?.style ?? {} };
    } else if (name === 'Pair') {
      this.#pair = { key: '', styleUrl: '' };
    } else if (OTHERS.has(name)) {
      this.left += 1;
    } else if (GEOMETRIES.has(name) && this.#placemark !== null && this.#geometry === null) {
      this.#geometry = { name, line, places: [], outline: null, holes: [] };
    }
  }

  close(name: string, text: string, line: number): void {
    const element = this.#path.pop();
    const parent = this.#path.at(-1)?.name ?? '';
    this.#closeStyle(name, text, parent);
    if (this.#placemark === null) return;
    if (parent === 'Placemark') this.#addWords(this.#placemark, name, text);
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
      // A map within a placemark has no id: it stands for a reference of the placemark's own.
      if (id !== undefined) this.#styles.addMap(id, this.#pair.styleUrl);
      else if (this.#placemark !== null) this.#placemark.styleUrl ||= this.#pair.styleUrl;
    }
  }

  #addWords(placemark: Placemark, name: string, text: string): void {
    if (name === 'name') placemark.name = oneLine(text);
    else if (name === 'description') placemark.note = plainText(text);
    else if (name === 'styleUrl') placemark.styleUrl = text.trim();
  }

  #closeInGeometry(
    geometry: Geometry,
    { name, text, line }: { readonly name: string; readonly text: string; readonly line: number },
  ): void {
    if (name === 'coordinates') geometry.places = readCoordinates(text, line, this.#tally);
    else if (name === 'coord' && geometry.name === 'Track') {
      geometry.places.push(readCoord(text, line));
      this.#tally.add(geometry.places.length, line);
    } else if (name === 'outerBoundaryIs') {
      geometry.outline = geometry.places;
      geometry.places = [];
    } else if (name === 'innerBoundaryIs') {
      geometry.holes.push(geometry.places);
      geometry.places = [];
    }
  }

  #endGeometry(): void {
    const geometry = this.#geometry;
    this.#geometry = null;
    if (geometry === null) return;
    const part = partOf(geometry);
    if (part !== null) this.#placemark?.parts.push(part);
  }

  #endPlacemark(placemark: Placemark): void {
    this.#placemark = null;
    this.#geometry = null;
    if (placemark.parts.length === 0) this.left += 1;
    else this.#placemarks.push(placemark);
  }
}

/** Null for a line of one position, or a track of none: programs write these when nothing was recorded. */
function partOf({ name, line, places, outline, holes }: Geometry): MapGeometry | null {
  switch (name) {
    case 'Point': {
      const [place] = places;
      if (place === undefined) throw new FileFault('coordinates', line);
      return { kind: 'point', place: runOn([place], line)[0] ?? place };
    }
    case 'Polygon':
      return areaOf(outline ?? [], holes, line);
    case 'LinearRing':
      return areaOf(places, [], line);
    default:
      if (places.length === 0 && name === 'LineString') throw new FileFault('coordinates', line);
      return places.length > 1 ? { kind: 'line', places: runOn(places, line) } : null;
  }
}

function areaOf(outline: readonly Place[], holes: readonly (readonly Place[])[], line: number): MapGeometry {
  if (outline.length === 0) throw new FileFault('coordinates', line);
  const flat = (ring: readonly Place[]) => ring.map(([lng, lat]) => [lng, lat] as const);
  const first = openRing(flat(outline), null, line);
  const rings = [first, ...holes.map((hole) => openRing(flat(hole), first[0]?.[0] ?? null, line))];
  return { kind: 'area', shape: { type: 'POLYGON', rings } };
}
