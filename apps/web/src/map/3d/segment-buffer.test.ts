import { expect, test } from 'vitest';
import { vertexColours } from './scene-colours.ts';
import { vertexBytes } from './segment-buffer.ts';
import { drawnHeights } from './terrain-heights.ts';

const LINE = {
  length: 2,
  x: Float64Array.of(0.527_777_777_777_7, 0.53),
  y: Float64Array.of(0.35, 0.36),
  height: Float32Array.of(120, Number.NaN),
  fix: Uint32Array.of(0, 4),
  joined: Uint8Array.of(1, 0),
};

test('lays out a vertex as the shaders read it', () => {
  const bytes = vertexBytes({
    line: LINE,
    colours: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255),
    heights: Float32Array.of(120, 7),
    terrainHeights: Float32Array.of(100, 5),
  });
  // 32 bytes each: x and y twice, height, terrain height, colour, joined.
  expect(bytes.byteLength).toBe(64);
  const view = new DataView(bytes);
  const number = (at: number) => view.getFloat32(at, true);
  expect(number(0) + number(8)).toBeCloseTo(0.527_777_777_777_7, 12);
  expect(number(4) + number(12)).toBeCloseTo(0.35, 12);
  expect([number(16), number(20)]).toEqual([120, 100]);
  expect([...new Uint8Array(bytes, 24, 8)]).toEqual([1, 2, 3, 255, 1, 0, 0, 0]);
  expect([number(48), number(52)]).toEqual([7, 5]);
  expect([...new Uint8Array(bytes, 56, 8)]).toEqual([4, 5, 6, 255, 0, 0, 0, 0]);
});

test('puts unreported heights at sea level, or 2 m above the terrain', () => {
  expect([...drawnHeights(LINE, Float32Array.of(0, 0), false)]).toEqual([120, 0]);
  expect([...drawnHeights(LINE, Float32Array.of(90, 300), true)]).toEqual([120, 302]);
});

test('draws nothing below the terrain', () => {
  expect([...drawnHeights(LINE, Float32Array.of(150, 300), true)]).toEqual([152, 302]);
});

test('colours values from the minimum to the maximum, and unknown ones grey', () => {
  const track = { height: Float32Array.of(0, 9, 9, 9, 100, Number.NaN) };
  const bytes = vertexColours(
    track as Parameters<typeof vertexColours>[0],
    Uint32Array.of(0, 4, 5),
    'height',
    [0, 0, 0],
    { min: 0, max: 100 },
  );
  // The ends of the ramp, #31489b and #d2432c, and the grey #8a96a3.
  expect([...bytes]).toEqual([0x31, 0x48, 0x9b, 255, 0xd2, 0x43, 0x2c, 255, 0x8a, 0x96, 0xa3, 255]);
});
