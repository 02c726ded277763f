import type { Overprint } from '@wakeline/domain/courses/overprint';
import { overprintDimensions } from '@wakeline/domain/courses/overprint-dimensions';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import { geodesicLength } from '@wakeline/domain/geo/geodesic';
import type { LineString } from 'geojson';
import { expect, test } from 'vitest';
import { elementFeatures } from './overprint-features.ts';

const SCALE = 10_000;
const plane = paperPlane([13, 60], SCALE);
const STYLE = { plane, printScale: SCALE, selected: null, muted: false };

function features(elements: Overprint['elements'], style = STYLE) {
  const { lineWidth } = overprintDimensions(15_000, 15_000);
  return elements.flatMap((element) => elementFeatures(element, lineWidth, style));
}

function circle(gaps: readonly { from: number; to: number }[]) {
  return features([{ type: 'circle', control: '31', center: { x: 0, y: 0 }, radius: 2.5, gaps }]).map(
    ({ geometry }) => (geometry as LineString).coordinates as [number, number][],
  );
}

test('draws a line with its width on the ground as pixels at zoom 22', () => {
  const [line] = features([
    {
      type: 'line',
      leg: { from: '31', to: '32' },
      points: [
        { x: 0, y: 0 },
        { x: 0, y: 100 },
      ],
    },
  ]);
  // 100 mm at 1:10,000 are 1,000 m.
  const [from, to] = ((line?.geometry as LineString | undefined)?.coordinates ?? []) as [number, number][];
  if (from === undefined || to === undefined) throw new Error('no line');
  expect(geodesicLength([from, to])).toBeCloseTo(1_000, 2);
  // 0.35 mm are 3.5 m; a pixel at 60 degrees north is half of 40 075 016.686 m / (512 * 2^22) = 0.0093306 m: 375.1.
  expect(line?.properties).toMatchObject({ role: 'line', of: '31 32', selected: false, muted: false });
  expect(line?.properties?.size).toBeCloseTo(375.1, 1);
});

test('draws a closed circle without gaps', () => {
  const [ring = []] = circle([]);
  expect(ring).toHaveLength(65);
  expect(ring[0]?.[0]).toBeCloseTo(ring[64]?.[0] ?? 0, 9);
  expect(geodesicLength([[13, 60], ring[7] ?? [0, 0]])).toBeCloseTo(25, 3);
});

test('draws circles true to size anywhere on the paper', () => {
  // 5 km to the north-east of its middle, where a tangent plane is 0.5 mm too short over 1 km.
  const center = { x: 353.6, y: 353.6 };
  const [ring] = features([{ type: 'circle', control: '31', center, radius: 3, gaps: [] }]);
  const middle = plane.toPosition(center);
  const vertices = ((ring?.geometry as LineString | undefined)?.coordinates ?? []) as [number, number][];
  expect(vertices).toHaveLength(65);
  for (const vertex of vertices) expect(Math.abs(geodesicLength([middle, vertex]) - 30)).toBeLessThan(0.005);
});

test('leaves gaps of a circle open, also across its beginning', () => {
  // From 350 to 10 degrees and from 80 to 100: two arcs, 70 and 250 degrees long.
  const arcs = circle([
    { from: -10, to: 10 },
    { from: 80, to: 100 },
  ]);
  expect(arcs).toHaveLength(2);
  const lengths = arcs.map((arc) => geodesicLength(arc)).toSorted((one, other) => one - other);
  // 25 m * 70 degrees = 30.54 m, 25 m * 250 degrees = 109.08 m.
  expect(lengths[0]).toBeCloseTo(30.54, 1);
  expect(lengths[1]).toBeCloseTo(109.08, 0);
});

test('selects and mutes what belongs to a control', () => {
  const text = {
    type: 'text',
    control: '31',
    visit: null,
    text: '1-31',
    center: { x: 0, y: 0 },
    height: 4,
  } as const;
  const [number] = features([text], { ...STYLE, selected: '31' as never, muted: true });
  expect(number?.properties).toMatchObject({ role: 'number', text: '1-31', selected: true, muted: true });
});
