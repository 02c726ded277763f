import type { Position } from '@wakeline/domain/fences/fence-shape';
import { lineLength } from '@wakeline/domain/geo/line-length';
import { polygonArea, segmentLengths } from '@wakeline/domain/geo/measure';
import { latFromMercator, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { Feature, FeatureCollection } from 'geojson';
import type { DrawnShape } from '../draw/draw-surface.ts';

export interface MeasureTexts {
  readonly length: (metres: number) => string;
  readonly area: (squareMetres: number) => string;
}

/**
 * Measured values as text: each segment length at its midpoint, the total at the last vertex of a line or in the
 * middle of an area.
 */
export function measureFeatures(drawn: DrawnShape | null, { length, area }: MeasureTexts): FeatureCollection {
  const features: Feature[] = [];
  const addText = (role: 'segment' | 'total', text: string, [lng, lat]: Position, anchor = 'center') => {
    features.push({
      type: 'Feature',
      properties: { role, text, anchor },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    });
  };

  if (drawn?.kind === 'line') {
    const segments = segmentLengths(drawn.line);
    // A single segment is the total.
    if (segments.length > 1)
      for (const [index, metres] of segments.entries())
        addText('segment', length(metres), midpoint(drawn.line, index));
    const last = drawn.line.at(-1);
    const before = drawn.line.at(-2) ?? last;
    // On the side that the line does not come from.
    if (last !== undefined && before !== undefined)
      addText('total', length(lineLength(drawn.line)), last, before[0] > last[0] ? 'right' : 'left');
  }
  if (drawn?.kind === 'polygon') {
    const [outline = []] = drawn.shape.rings;
    const ring = [...outline, ...outline.slice(0, 1)];
    for (const [index, metres] of segmentLengths(ring).entries())
      addText('segment', length(metres), midpoint(ring, index));
    addText('total', area(polygonArea(drawn.shape.rings)), centreOf(outline));
  }
  return { type: 'FeatureCollection', features };
}

/** The midpoint of a segment on the map. */
function midpoint(line: readonly Position[], index: number): Position {
  const [from, to] = [line[index] ?? [0, 0], line[index + 1] ?? [0, 0]];
  return [(from[0] + to[0]) / 2, latFromMercator((mercatorY(from[1]) + mercatorY(to[1])) / 2)];
}

/** The mean of a ring's vertices. */
function centreOf(ring: readonly Position[]): Position {
  const sum = ring.reduce<Position>(([x, y], [lng, lat]) => [x + lng, y + mercatorY(lat)], [0, 0]);
  return [sum[0] / ring.length, latFromMercator(sum[1] / ring.length)];
}
