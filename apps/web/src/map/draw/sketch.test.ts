import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { GeoJSONStoreFeatures } from 'terra-draw';
import { describe, expect, test } from 'vitest';
import type { DrawnShape } from './draw-surface.ts';
import { Sketch } from './sketch.ts';

const outer: Position[] = [
  [120, 36],
  [121, 36],
  [121, 37],
  [120, 37],
];
const inner: Position[] = [
  [120.2, 36.2],
  [120.4, 36.2],
  [120.4, 36.4],
];
const polygon = (...rings: Position[][]): DrawnShape => ({
  kind: 'polygon',
  shape: { type: 'POLYGON', rings },
});

function drafted(line: Position[]): GeoJSONStoreFeatures {
  const coordinates = line.map(([lng, lat]) => [lng, lat]);
  return {
    type: 'Feature',
    properties: { mode: 'linestring', currentlyDrawing: true },
    geometry: { type: 'LineString', coordinates },
  };
}

describe('a sketch', () => {
  test('adds a ring as a hole only in hole mode', () => {
    const sketch = new Sketch({ kind: 'polygon', start: polygon(outer) });
    sketch.addingHole = true;
    sketch.push(polygon(inner));
    expect(sketch.steps.current).toEqual(polygon(outer, inner));
    sketch.addingHole = false;
    sketch.push(polygon(inner));
    expect(sketch.steps.current).toEqual(polygon(inner));
  });

  test('snaps to other objects and to its own vertices, except the active one', () => {
    const sketch = new Sketch({ kind: 'polygon', start: polygon(outer), snapTo: [[1, 2]] });
    expect([...sketch.snapTargets()]).toEqual([[1, 2], ...outer]);
    sketch.active = { role: 'vertex', ring: 0, index: 1, coordinates: [121, 36] };
    expect([...sketch.snapTargets()]).toEqual([[1, 2], outer[0], outer[2], outer[3]]);
  });

  test('continues longitudes from what is drawn, and has no reference before', () => {
    const sketch = new Sketch({ kind: 'line' });
    expect(sketch.referenceLng()).toBeNull();
    sketch.draft = [
      drafted([
        [179, 1],
        [181, 1],
      ]),
    ];
    expect(sketch.referenceLng()).toBe(179);
  });

  test('reports the valid shape during drawing, and what can be undone', () => {
    const sketch = new Sketch({ kind: 'line' });
    expect(sketch.state(false, false)).toEqual({
      kind: 'line',
      drawn: null,
      finished: false,
      canUndo: false,
      canRedo: false,
    });
    const line: Position[] = [
      [120, 36],
      [121, 37],
    ];
    sketch.draft = [drafted(line)];
    const unchanged = { kind: 'line', line };
    expect(sketch.state(true, false)).toEqual({
      kind: 'line',
      drawn: unchanged,
      finished: false,
      canUndo: true,
      canRedo: false,
    });
    sketch.draft = [];
    sketch.push({ kind: 'line', line });
    expect(sketch.state(false, false)).toMatchObject({ drawn: unchanged, finished: true, canUndo: true });
    sketch.steps.undo();
    expect(sketch.state(false, false)).toMatchObject({ drawn: null, finished: false, canRedo: true });
  });
});
