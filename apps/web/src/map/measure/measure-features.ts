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

/** What was measured as it is written on the map: each leg at its middle, the sum at the last corner or in the middle of the area. */
export function measureFeatures(drawn: DrawnShape | null, { length, area }: MeasureTexts): FeatureCollection {
  const features: Feature[] = [];
  const addText = (role: 'leg' | 'sum', text: string, [lng, lat]: Position, anchor = 'center') => {
    features.push({
      type: 'Feature',
      properties: { role, text, anchor },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    });
  };

  if (drawn?.kind === 'line') {
    const segments = segmentLengths(drawn.line);
    // A single leg is the sum.
    if (segments.length > 1)
      for (const [index, metres] of segments.entries())
        addText('leg', length(metres), midpoint(drawn.line, index));
    const last = drawn.line.at(-1);
    const before = drawn.line.at(-2) ?? last;
    // On the side from which the line does not come.
    if (last !== undefined && before !== undefined)
      addText('sum', length(lineLength(drawn.line)), last, before[0] > last[0] ? 'right' : 'left');
  }
  if (drawn?.kind === 'polygon') {
    const [outline = []] = drawn.shape.rings;
    const ring = [...outline, ...outline.slice(0, 1)];
    for (const [index, metres] of segmentLengths(ring).entries())
      addText('leg', length(metres), midpoint(ring, index));
    addText('sum', area(polygonArea(drawn.shape.rings)), centreOf(outline));
  }
  return { type: 'FeatureCollection', features };
}

/** The middle of a leg as the map draws it. */
function midpoint(line: readonly Position[], index: number): Position {
  const [from, to] = [line[index] ?? [0, 0], line[index + 1] ?? [0, 0]];
  return [(from[0] + to[0]) / 2, latFromMercator((mercatorY(from[1]) + mercatorY(to[1])) / 2)];
}

/** The middle of a ring's corners. */
function centreOf(ring: readonly Position[]): Position {
  const sum = ring.reduce<Position>(([x, y], [lng, lat]) => [x + lng, y + mercatorY(lat)], [0, 0]);
  return [sum[0] / ring.length, latFromMercator(sum[1] / ring.length)];
}
