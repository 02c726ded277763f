import { type CircleArc, visibleArcs } from '@wakeline/domain/courses/circle-arcs';
import type { OverprintElement } from '@wakeline/domain/courses/overprint';
import type { PaperPlane } from '@wakeline/domain/courses/paper-plane';
import type { Feature } from 'geojson';

/** How an element of an overprint is drawn. */
export interface OverprintProperties {
  readonly role: 'line' | 'number';
  readonly text?: string;
  /** Width of a line or height of a digit in pixels at `REFERENCE_ZOOM`. */
  readonly size: number;
  /** The control or, as `from to`, the leg that it belongs to. */
  readonly of: string;
  readonly selected: boolean;
  /** Part of another course, or of none. */
  readonly muted: boolean;
}

export interface OverprintStyle {
  readonly plane: PaperPlane;
  /** Denominator of the print scale. */
  readonly printScale: number;
  /** The selected control, or `from to` of the selected leg. */
  readonly selected: string | null;
  readonly muted: boolean;
}

/** Sizes in pixels are given at this zoom and halve with each zoom level below. */
export const REFERENCE_ZOOM = 22;
/** Metres per pixel on the equator at that zoom: circumference of EPSG:3857 by 512 pixels and 2^22. */
const METRES_PER_PIXEL = 40_075_016.686 / (512 * 2 ** REFERENCE_ZOOM);
/** Vertices of a circle. */
const CIRCLE_STEPS = 64;

/** The features of an element of an overprint in WGS-84: a line may have several sections. */
export function elementFeatures(
  element: OverprintElement,
  lineWidth: number,
  style: OverprintStyle,
): readonly Feature[] {
  const of = ownerOf(element);
  const common = { of, selected: of === style.selected, muted: style.muted };
  if (element.type === 'text') {
    const [lng, lat] = style.plane.toPosition(element.center);
    return [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: {
          ...common,
          role: 'number',
          text: element.text,
          size: toPixels(element.height, lat, style),
        } satisfies OverprintProperties,
      },
    ];
  }
  const toPosition = element.type === 'circle' ? linearAround(element, style.plane) : style.plane.toPosition;
  return linesOf(element).flatMap((line): Feature[] => {
    const coordinates = line.map((point) => [...toPosition(point)]);
    const latitude = coordinates[0]?.[1];
    if (latitude === undefined) return [];
    const properties: OverprintProperties = {
      ...common,
      role: 'line',
      size: toPixels(lineWidth, latitude, style),
    };
    return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties }];
  });
}

/** The control or, as `from to`, the leg that an element belongs to. */
export function ownerOf(element: OverprintElement): string {
  return element.type === 'line' ? `${element.leg.from} ${element.leg.to}` : element.control;
}

type Line = readonly { readonly x: number; readonly y: number }[];

function linesOf(element: Exclude<OverprintElement, { type: 'text' }>): readonly Line[] {
  if (element.type === 'circle') return arcsOf(element);
  if (element.type === 'polygon') return [[...element.points, ...element.points.slice(0, 1)]];
  return [element.points];
}

type Circle = Extract<OverprintElement, { type: 'circle' }>;

/**
 * Converts points of a circle: over some metres, positions are a linear function of millimetres (within 1 mm at 1:15,000). Circles
 * have most of the vertices of an overprint.
 */
function linearAround({ center, radius }: Circle, plane: PaperPlane): PaperPlane['toPosition'] {
  const [lng, lat] = plane.toPosition(center);
  const [rightLng, rightLat] = plane.toPosition({ x: center.x + radius, y: center.y });
  const [topLng, topLat] = plane.toPosition({ x: center.x, y: center.y + radius });
  return (point) => {
    const [x, y] = [(point.x - center.x) / radius, (point.y - center.y) / radius];
    return [lng + (rightLng - lng) * x + (topLng - lng) * y, lat + (rightLat - lat) * x + (topLat - lat) * y];
  };
}

/** The arcs between the gaps of a circle, or all of it. */
function arcsOf({ center, radius, gaps }: Circle): readonly Line[] {
  const at = ({ x, y }: Line[number]) => ({ x: center.x + radius * x, y: center.y + radius * y });
  if (gaps.length === 0) return [FULL_CIRCLE.map(at)];
  return visibleArcs(gaps).map((arc) => unitArc(arc).map(at));
}

/** The vertices of an arc of a circle with a radius of 1. */
function unitArc({ from, to }: CircleArc): Line {
  const count = Math.max(1, Math.ceil(((to - from) * CIRCLE_STEPS) / 360));
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / count) * Math.PI) / 180;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
}

const FULL_CIRCLE = unitArc({ from: 0, to: 360 });

/** Millimetres on paper as pixels at the reference zoom. */
function toPixels(millimetres: number, latitude: number, { printScale }: OverprintStyle): number {
  const metres = (millimetres / 1_000) * printScale;
  return metres / (METRES_PER_PIXEL * Math.cos((latitude * Math.PI) / 180));
}
