import { openRing, runOn } from './antimeridian.ts';
import { readColor } from './color.ts';
import type { FileContent, MapFeature, MapGeometry, Place } from './map-feature.ts';
import { featuresOf } from './parts.ts';
import { placeOf, readNumber } from './place.ts';
import { oneLine, plainText } from './plain-text.ts';
import type { Tally } from './tally.ts';
import { walkXml, type XmlElement, type XmlReader } from './walk-xml.ts';
import { AREA_TYPE } from './write-gpx.ts';

/** A waypoint, a route or a track while it is read. */
interface Thing {
  readonly line: number;
  readonly segments: Place[][];
  name: string;
  note: string;
  comment: string;
  type: string;
  color: string | null;
}

/** A position while it is read: its altitude comes after it. */
interface Point {
  readonly element: XmlElement;
  altitude: number | null;
}

const THINGS = new Set(['wpt', 'rte', 'trk']);
const POINTS = new Set(['wpt', 'rtept', 'trkpt']);

/**
 * Reads GPX 1.0 and 1.1: waypoints become points, routes and each segment of a track a line. A track of ours that says it is an
 * area becomes one again.
 *
 * @throws FileFault
 */
export function* readGpx(text: string, tally: Tally): Generator<void, FileContent> {
  const reader = new GpxReader(tally);
  yield* walkXml(text, reader);
  return { features: reader.features, left: reader.left };
}

class GpxReader implements XmlReader {
  readonly features: MapFeature[] = [];
  left = 0;
  readonly #tally: Tally;
  /** Names of the open elements. */
  readonly #path: string[] = [];
  #thing: Thing | null = null;
  #point: Point | null = null;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  open(element: XmlElement): void {
    const { name, line } = element;
    const inExtensions = this.#path.includes('extensions');
    this.#path.push(name);
    if (inExtensions) return;
    if (THINGS.has(name) && this.#thing === null) {
      this.#thing = { line, segments: [], name: '', note: '', comment: '', type: '', color: null };
      if (name !== 'trk') this.#thing.segments.push([]);
    } else if (name === 'trkseg') {
      this.#thing?.segments.push([]);
    }
    if (POINTS.has(name)) this.#point = { element, altitude: null };
  }

  close(name: string, text: string): void {
    this.#path.pop();
    if (this.#path.includes('extensions')) {
      if (name === 'color' || name === 'DisplayColor') this.#addColor(text);
      return;
    }
    if (POINTS.has(name)) this.#endPoint();
    if (THINGS.has(name)) this.#endThing(name);
    this.#addWords(name, text);
  }

  #addColor(text: string): void {
    if (this.#thing === null || (this.#point !== null && !this.#path.includes('wpt'))) return;
    this.#thing.color ??= readColor(text);
  }

  #addWords(name: string, text: string): void {
    const parent = this.#path.at(-1) ?? '';
    if (name === 'ele' && POINTS.has(parent) && this.#point !== null) this.#point.altitude = readNumber(text);
    const thing = this.#thing;
    if (thing === null || !THINGS.has(parent)) return;
    if (name === 'name') thing.name = oneLine(text);
    else if (name === 'desc') thing.note = plainText(text);
    else if (name === 'cmt') thing.comment = plainText(text);
    else if (name === 'type') thing.type = text.trim();
  }

  #endPoint(): void {
    const [thing, point] = [this.#thing, this.#point];
    this.#point = null;
    const segment = thing?.segments.at(-1);
    if (point === null || segment === undefined) return;
    const { attributes, line } = point.element;
    const { altitude } = point;
    const place = placeOf(readNumber(attributes.lon), readNumber(attributes.lat), {
      altitude,
      widest: 180,
      line,
    });
    segment.push(place);
    this.#tally.add(segment.length, line);
  }

  #endThing(name: string): void {
    const thing = this.#thing;
    this.#thing = null;
    if (thing === null) return;
    const parts = name === 'wpt' ? pointOf(thing) : (areaOf(thing) ?? linesOf(thing));
    const common = {
      name: thing.name,
      note: thing.note === '' ? thing.comment : thing.note,
      color: thing.color,
      line: thing.line,
    };
    for (const feature of featuresOf(common, parts)) this.features.push(feature);
    if (parts.length === 0) this.left += 1;
  }
}

function pointOf({ segments }: Thing): readonly MapGeometry[] {
  return segments.flatMap((places) => places.map((place) => ({ kind: 'point' as const, place })));
}

function linesOf({ segments, line }: Thing): readonly MapGeometry[] {
  return segments
    .filter((places) => places.length > 1)
    .map((places) => ({ kind: 'line', places: runOn(places, line) }));
}

/** Null where this is no area of ours, or was changed into none: its segments are its rings, closed. */
function areaOf({ type, segments, line }: Thing): readonly MapGeometry[] | null {
  const closed = segments.every(
    (ring) => ring.length > 3 && ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1],
  );
  if (type !== AREA_TYPE || segments.length === 0 || !closed) return null;
  const flat = segments.map((ring) => ring.map(([lng, lat]) => [lng, lat] as const));
  const [outline = [], ...holes] = flat;
  const first = openRing(outline, null, line);
  const rings = [first, ...holes.map((hole) => openRing(hole, first[0]?.[0] ?? null, line))];
  return [{ kind: 'area', shape: { type: 'POLYGON', rings } }];
}
