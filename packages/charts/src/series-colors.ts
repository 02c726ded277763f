import { contrast, mix } from '@wakeline/domain/colors/contrast';
import type { ChartColors } from './chart-model.ts';

/** Hues that differ for people with deficient colour vision too (Okabe and Ito, 2008, without black). */
const HUES = ['#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8a6fd1', '#b7a800'] as const;

/** WCAG 2.2, 1.4.11: graphics. */
const MIN_CONTRAST = 3;
const MIX_STEP = 0.04;
/** Colours that are closer than this in RGB look alike. */
const MIN_DISTANCE = 60;

/**
 * Colours of the series of a chart, the account's theme colour first; each is visible on the surface. The list repeats
 * after its end.
 */
export function createSeriesColors({
  accent,
  surface,
  text,
}: Pick<ChartColors, 'accent' | 'surface' | 'text'>): readonly string[] {
  const colors = [accent];
  for (const hue of HUES) {
    const color = visibleOn(hue, surface, text);
    if (colors.every((other) => distance(other, color) >= MIN_DISTANCE)) colors.push(color);
  }
  return colors;
}

function visibleOn(color: string, surface: string, text: string): string {
  for (let weight = 0; weight < 1; weight += MIX_STEP) {
    const candidate = mix(color, text, weight);
    if (contrast(candidate, surface) >= MIN_CONTRAST) return candidate;
  }
  return text;
}

function distance(one: string, other: string): number {
  const squares = [1, 3, 5].map(
    (at) => (Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) ** 2,
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}
