import { contrast, mix } from '@wakeline/domain/colors/contrast';
import { describe, expect, it } from 'vitest';
import { createPalette } from './palette.ts';

describe('contrast ratio', () => {
  // Values from the WebAIM contrast checker.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#ffffff', 4.0],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBeCloseTo(ratio, 1);
  });

  it('mixes two colours by weight', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
    expect(mix('#0b5cad', '#ffffff', 0)).toBe('#0b5cad');
  });
});

describe('palette', () => {
  const accounts = ['#0b5cad', '#ffffff', '#000000', '#ffd400', '#20c023', '#d30d0d', 'not a colour'];

  it.each(accounts)('keeps text legible in both colour schemes for the theme colour %s', (themeColor) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const palette = createPalette(colorScheme, themeColor);
      for (const textColour of [
        palette.text,
        palette.muted,
        palette.accent,
        palette.danger,
        palette.warning,
        palette.good,
      ]) {
        expect(
          contrast(textColour, palette.surface),
          `${textColour} on ${palette.surface}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.text, palette.selected)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("keeps the account's header text colour if legible, and replaces it clearly otherwise", () => {
    expect(createPalette('light', '#0b5cad', '#ffe9a8').onHeader).toBe('#ffe9a8');
    const { header, onHeader } = createPalette('light', '#ffd400', '#ffffff');
    expect(header).toBe('#ffd400');
    expect(contrast(onHeader, header)).toBeGreaterThanOrEqual(7);
  });

  it("draws an edge below a header in the page's colour", () => {
    expect(createPalette('light', '#ffffff').headerEdge).toBe('#dce2e8');
    expect(createPalette('light', '#f4f6f8').headerEdge).toBe('#dce2e8');
    expect(createPalette('light', '#0b5cad').headerEdge).toBe('#0b5cad');
    expect(createPalette('dark', '#12171c').headerEdge).toBe('#313c47');
  });
});
