import { contrast } from '@wakeline/domain/colors/contrast';
import { expect, test } from 'vitest';
import { numberColour } from '../icons/numbered-marker-image.ts';
import { DEVICE_COLOURS, deviceMarkerStyle } from './device-marker-style.ts';

/** CIELAB of sRGB, D65: IEC 61966-2-1 and CIE 15. */
function lab(rgb: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = rgb;
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const [fx = 0, fy = 0, fz = 0] = [x, y, z].map((t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116,
  );
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** Linear light of `#rrggbb`. */
function light(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

/** Machado, Oliveira and Fernandes (2009), severity 1. */
const COLOUR_VISIONS = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const;

/** The colour as seen with this colour vision. */
function simulateVision(colour: string, vision: keyof typeof COLOUR_VISIONS): number[] {
  const from = light(colour);
  const dot = (row: readonly number[]) =>
    row.reduce((sum, weight, index) => sum + weight * (from[index] ?? 0), 0);
  return lab(COLOUR_VISIONS[vision].map((row) => Math.min(1, Math.max(0, dot(row)))));
}

// A difference of 2.3 is just noticeable side by side (Mahy and others, 1994).
test.each([
  ['full', 31],
  ['deuteranopia', 14],
  ['protanopia', 14],
] as const)('keeps colours distinguishable with %s vision', (vision, minDistance) => {
  for (const [index, one] of DEVICE_COLOURS.entries())
    for (const other of DEVICE_COLOURS.slice(index + 1)) {
      const [a, b] = [simulateVision(one, vision), simulateVision(other, vision)];
      const distance = Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0)));
      expect(distance, `${one} ${other}`).toBeGreaterThan(minDistance);
    }
});

test('keeps numbers readable on every colour', () => {
  for (const colour of DEVICE_COLOURS)
    expect(contrast(numberColour(colour), colour)).toBeGreaterThanOrEqual(4.5);
});

test('gives a hundred devices distinct markers, then starts again', () => {
  const styles = Array.from({ length: 100 }, (_, index) => deviceMarkerStyle(index + 1));
  expect(new Set(styles.map(({ colour, shape }) => colour + shape)).size).toBe(100);
  expect(deviceMarkerStyle(21)).toEqual({ number: 21, colour: DEVICE_COLOURS[0], shape: 'square' });
  expect(deviceMarkerStyle(101)).toEqual({ number: 101, colour: DEVICE_COLOURS[0], shape: 'circle' });
});
