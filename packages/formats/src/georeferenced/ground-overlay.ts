import { walkXml } from '../walk-xml.ts';
import { GeoreferenceError, type LngLat, type PictureCorners } from './georeference.ts';

/** A picture on the ground (KML 2.2, OGC 07-147r2, 11.2). */
export interface GroundOverlay {
  /** Path of the picture in the archive, or a URL. */
  readonly href: string;
  readonly corners: PictureCorners;
}

const BOX_FIELDS = ['north', 'south', 'east', 'west', 'rotation'] as const;
type BoxField = (typeof BOX_FIELDS)[number];

/** What is read of one overlay. */
interface OverlayParts {
  href: string;
  readonly box: Partial<Record<BoxField, number>>;
  quad: readonly LngLat[] | null;
}

/**
 * Reads the only ground overlay of a KML file: `gx:LatLonQuad`, otherwise `LatLonBox` with its rotation.
 *
 * @throws GeoreferenceError `no-overlay`, `several-overlays`, `overlay-position`; MapFileError for invalid XML
 */
export function readGroundOverlay(kml: string): GroundOverlay {
  const overlays: OverlayParts[] = [];
  const path: string[] = [];
  const steps = walkXml(kml, {
    open({ name }) {
      path.push(name);
      if (name === 'GroundOverlay') overlays.push({ href: '', box: {}, quad: null });
    },
    close(name, text) {
      path.pop();
      const overlay = overlays.at(-1);
      if (overlay === undefined || !path.includes('GroundOverlay')) return;
      const parent = path.at(-1);
      if (parent === 'Icon' && name === 'href') overlay.href = text.trim();
      else if (parent === 'LatLonBox' && isBoxField(name))
        overlay.box[name] = Number(text.trim() || Number.NaN);
      else if (parent === 'LatLonQuad' && name === 'coordinates') overlay.quad = readPositions(text);
    },
  });
  for (const _ of steps);
  const [overlay, second] = overlays;
  if (overlay === undefined) throw new GeoreferenceError('no-overlay');
  if (second !== undefined) throw new GeoreferenceError('several-overlays');
  const corners = overlay.quad === null ? cornersOfBox(overlay.box) : cornersOfQuad(overlay.quad);
  if (!corners.every(isPosition)) throw new GeoreferenceError('overlay-position');
  return { href: overlay.href, corners };
}

function isBoxField(name: string): name is BoxField {
  return BOX_FIELDS.some((field) => field === name);
}

function readPositions(text: string): LngLat[] {
  return text
    .trim()
    .split(/\s+/)
    .map((tuple) => {
      const [lng = Number.NaN, lat = Number.NaN] = tuple.split(',').map(Number);
      return [lng, lat];
    });
}

/** The quad starts at the bottom left and turns counter-clockwise (KML extension namespace of Google). */
function cornersOfQuad(quad: readonly LngLat[]): PictureCorners {
  const [bottomLeft, bottomRight, topRight, topLeft, more] = quad;
  if (!bottomLeft || !bottomRight || !topRight || !topLeft || more !== undefined)
    throw new GeoreferenceError('overlay-position');
  return [topLeft, topRight, bottomRight, bottomLeft];
}

/**
 * The rotation, counter-clockwise around the centre of the box, turns lengths on the ground: degrees of longitude are
 * scaled by the cosine of the latitude first.
 */
function cornersOfBox(box: OverlayParts['box']): PictureCorners {
  const { north = Number.NaN, south = Number.NaN, east = Number.NaN, west = Number.NaN, rotation = 0 } = box;
  if (!(north > south) || !(Math.abs(rotation) <= 360)) throw new GeoreferenceError('overlay-position');
  const unwrappedEast = east < west ? east + 360 : east;
  const [lng, lat] = [(west + unwrappedEast) / 2, (north + south) / 2];
  const scale = Math.cos((lat * Math.PI) / 180);
  const [sine, cosine] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)];
  const turn = (cornerLng: number, cornerLat: number): LngLat => {
    const [x, y] = [(cornerLng - lng) * scale, cornerLat - lat];
    return [lng + (x * cosine - y * sine) / scale, lat + x * sine + y * cosine];
  };
  return [turn(west, north), turn(unwrappedEast, north), turn(unwrappedEast, south), turn(west, south)];
}

/** Longitudes may continue across the antimeridian. */
function isPosition([lng, lat]: LngLat): boolean {
  return Math.abs(lng) <= 540 && Math.abs(lat) <= 90;
}
