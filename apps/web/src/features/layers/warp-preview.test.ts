import { placeLayer } from '@wakeline/domain/layers/layer-placement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { warpPreview } from './warp-preview.ts';

// Node has no ImageData; the browser's has the same fields.
class PixelData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.data = new Uint8ClampedArray(width * height * 4);
    this.width = width;
    this.height = height;
  }
}
const original = globalThis.ImageData;
beforeAll(() => {
  globalThis.ImageData = PixelData as never;
});
afterAll(() => {
  globalThis.ImageData = original;
});

test('draws the middle of a picture where its point was moved to', () => {
  // 200 by 200 pixels of 0.0001 degrees: left half red, right half blue. The middle is moved 30 pixels to the east.
  const layerPoints = [
    [0, 0],
    [200, 0],
    [200, 200],
    [0, 200],
    [100, 0],
    [100, 200],
    [100, 100],
  ].map(([x = 0, y = 0]) => ({ x, y }));
  const mapPoints = layerPoints.map(({ x, y }, index): [number, number] => [
    10 + (x + (index === 6 ? 30 : 0)) * 1e-4,
    0.01 - y * 1e-4,
  ]);
  const size = { width: 200, height: 200 };
  const placement = placeLayer({ ...size, layerPoints, mapPoints }, { method: 'spline' });
  if (typeof placement === 'string') throw new Error(placement);
  const source = new ImageData(100, 100);
  for (let at = 0; at < 100 * 100; at += 1)
    source.data.set(at % 100 < 50 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
  const { image, northwest, southeast } = warpPreview(source, placement, size);
  const colourAt = (lng: number, lat: number) => {
    const x = Math.floor(((lng - northwest[0]) / (southeast[0] - northwest[0])) * image.width);
    const y = Math.floor(((northwest[1] - lat) / (northwest[1] - southeast[1])) * image.height);
    return [...image.data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 4)];
  };
  expect(colourAt(10.0125, 0)).toEqual([255, 0, 0, 255]);
  expect(colourAt(10.0135, 0)).toEqual([0, 0, 255, 255]);
  expect(colourAt(10.0095, 0.0099)).toEqual([255, 0, 0, 255]);
  expect(colourAt(10.0105, 0.0099)).toEqual([0, 0, 255, 255]);
  // The right edge bulges in the middle, so that the corner of the extent is empty.
  expect(colourAt(southeast[0] - 1e-7, 0.0099)[3]).toBe(0);
});
