import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { Feature, FeatureCollection } from 'geojson';
import type { Bounds } from '../map-view.ts';

/** From this zoom the built-in world map has little detail left, and a graticule helps. */
export const GRATICULE_ZOOM = 10.5;

/** Spacings of the graticule in seconds of arc, round values as on a chart. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600] as const;
/** Minimum pixels between two meridians. */
const MIN_SPACING_PIXELS = 150;
const SECONDS_PER_DEGREE = 3600;

/** Spacing in seconds of arc at a zoom. */
export function graticuleStep(zoom: number): number {
  const minStep = (MIN_SPACING_PIXELS * 360 * SECONDS_PER_DEGREE) / (512 * 2 ** zoom);
  return STEPS.find((step) => step >= minStep) ?? SECONDS_PER_DEGREE;
}

/** The meridians and parallels of an area, with their names. */
export function graticule({ west, south, east, north }: Bounds, zoom: number): FeatureCollection {
  const step = graticuleStep(zoom);
  const features: Feature[] = [];
  for (const lng of multiplesBetween(west, east, step))
    features.push(line([lng, south], [lng, north], formatAngle(wrapLng(lng), step, 'E', 'W')));
  for (const lat of multiplesBetween(south, north, step))
    features.push(line([west, lat], [east, lat], formatAngle(lat, step, 'N', 'S')));
  return { type: 'FeatureCollection', features };
}

function multiplesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil((from * SECONDS_PER_DEGREE) / step);
  const last = Math.floor((to * SECONDS_PER_DEGREE) / step);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, i) => ((first + i) * step) / SECONDS_PER_DEGREE,
  );
}

function line(from: [number, number], to: [number, number], name: string): Feature {
  return { type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates: [from, to] } };
}

/** Degrees, and minutes and seconds as far as the step needs them. */
function formatAngle(degrees: number, step: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(degrees) * SECONDS_PER_DEGREE);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const minutes = step < SECONDS_PER_DEGREE ? `${twoDigits(Math.floor(seconds / 60) % 60)}′` : '';
  const secondsText = step < 60 ? `${twoDigits(seconds % 60)}″` : '';
  return `${Math.floor(seconds / SECONDS_PER_DEGREE)}°${minutes}${secondsText}${degrees < 0 ? negative : positive}`;
}
