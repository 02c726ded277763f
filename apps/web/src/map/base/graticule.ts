import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { Feature, FeatureCollection } from 'geojson';
import type { Bounds } from '../map-view.ts';

/** From this zoom on the shipped world map has little left to show, and a net of meridians and parallels helps. */
export const GRATICULE_ZOOM = 10.5;

/** Distances of two lines, in seconds of arc: round ones, as on a chart. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600] as const;
/** Pixels between two meridians, at least. */
const APART = 150;
const DEGREE = 3600;

/** Seconds of arc between two lines at a zoom. */
export function graticuleStep(zoom: number): number {
  const least = (APART * 360 * DEGREE) / (512 * 2 ** zoom);
  return STEPS.find((step) => step >= least) ?? DEGREE;
}

/** The meridians and parallels of an area, each with its name. */
export function graticule({ west, south, east, north }: Bounds, zoom: number): FeatureCollection {
  const step = graticuleStep(zoom);
  const features: Feature[] = [];
  for (const lng of rounds(west, east, step))
    features.push(line([lng, south], [lng, north], angle(wrapLng(lng), step, 'E', 'W')));
  for (const lat of rounds(south, north, step))
    features.push(line([west, lat], [east, lat], angle(lat, step, 'N', 'S')));
  return { type: 'FeatureCollection', features };
}

function rounds(from: number, to: number, step: number): number[] {
  const first = Math.ceil((from * DEGREE) / step);
  const last = Math.floor((to * DEGREE) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ((first + i) * step) / DEGREE);
}

function line(from: [number, number], to: [number, number], name: string): Feature {
  return { type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates: [from, to] } };
}

/** Degrees, minutes and seconds, as many of them as the step has. */
function angle(degrees: number, step: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(degrees) * DEGREE);
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = step < DEGREE ? `${two(Math.floor(seconds / 60) % 60)}′` : '';
  const rest = step < 60 ? `${two(seconds % 60)}″` : '';
  return `${Math.floor(seconds / DEGREE)}°${minutes}${rest}${degrees < 0 ? negative : positive}`;
}
