import { createExpression, type Formatted } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { PALETTES } from '../style/palette.ts';
import { labels } from './labels.ts';

const layout = (() => {
  const [layer] = labels('detailed').layers(PALETTES.light);
  if (layer?.type !== 'symbol' || layer.layout === undefined) throw new Error('a label is a symbol');
  return layer.layout;
})();

/** The texts of a label with their sizes in pixels, line by line. */
function linesOf(properties: Readonly<Record<string, string>>) {
  const field = createExpression(layout['text-field'], 'text-field');
  if (field.result === 'error') throw new Error(JSON.stringify(field.value));
  const { sections }: Formatted = field.value.evaluate({ zoom: 10 }, { type: 'Point', properties });
  const lines: { text: string; size: number }[][] = [[]];
  for (const { text, scale } of sections)
    for (const [at, section] of text.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (section !== '')
        lines.at(-1)?.push({ text: section, size: Number(layout['text-size']) * (scale ?? 1) });
    }
  // The engine trims whitespace at both ends of a line, and the height it would add.
  const isSpace = (section: { readonly text: string } | undefined) => /^\s*$/u.test(section?.text ?? 'end');
  for (const line of lines) {
    while (isSpace(line[0])) line.shift();
    while (isSpace(line.at(-1))) line.pop();
  }
  return lines;
}

test('draws the first line of a detailed label in 12 px, the others in 10', () => {
  const sizes = linesOf({ name: 'Gull (7)', second: 'Moving 12 km/h', third: '06-01 20:00:00' }).map(
    ([text]) => text,
  );
  expect(sizes).toEqual([
    { text: 'Gull (7)', size: 12 },
    { text: 'Moving 12 km/h', size: 10 },
    { text: '06-01 20:00:00', size: 10 },
  ]);
});

test('places each line of a detailed label 18 px below the previous one', () => {
  // The engine advances by the line height times the largest text of a line, and uses that text for its baseline.
  const heights = linesOf({ name: 'Gull', second: 'Moving', third: '06-01 20:00:00' }).map(
    (line) => Math.max(...line.map(({ size }) => size)) * Number(layout['text-line-height']),
  );
  expect(heights).toEqual([18, 18, 18]);
});

test('leaves no space for a missing line', () => {
  expect(linesOf({ name: 'Gull', second: 'Offline', third: '' })).toHaveLength(2);
});
