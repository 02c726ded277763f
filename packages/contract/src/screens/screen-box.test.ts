import { DEFAULT_BOXES } from '@wakeline/domain/screens/default-boxes';
import { expect, test } from 'vitest';
import { checkBoxes, screenBoxInput } from './screen-box.ts';
import { isScreenCode } from './screen-code.ts';

const box = (boxId: number, kind: string, [x, y, width, height]: readonly number[]) =>
  screenBoxInput.parse({ boxId, kind, options: {}, ...{ x, y, width, height } });

test('accepts the default boxes of each page, and fills options with defaults', () => {
  for (const boxes of Object.values(DEFAULT_BOXES))
    expect(checkBoxes(boxes.map((one) => screenBoxInput.parse(one)))).toHaveLength(boxes.length);
  expect(box(1, 'ranking', [0, 0, 6, 4])).toMatchObject({
    title: '',
    groupId: null,
    options: { ranking: 'mileage', rankingDays: 1, trendDays: 7 },
  });
});

test.each([
  ['screen-box-kind', [box(1, 'weather', [0, 0, 6, 4])]],
  ['screen-box-place', [box(1, 'text', [20, 0, 6, 4])]],
  ['screen-box-place', [box(1, 'text', [0, 11, 6, 2])]],
  ['screen-box-place', [box(1, 'text', [0, 0, 2, 2])]],
  ['screen-box-overlap', [box(1, 'text', [0, 0, 6, 4]), box(2, 'clock', [5, 3, 6, 4])]],
  ['screen-box-place', [box(1, 'text', [0, 0, 6, 4]), box(1, 'clock', [6, 0, 6, 4])]],
  ['screen-map-limit', [box(1, 'map', [0, 0, 6, 4]), box(2, 'map', [6, 0, 6, 4])]],
])('refuses boxes with %s', (errorName, boxes) => {
  expect(() => checkBoxes(boxes)).toThrow(expect.objectContaining({ errorName }));
});

test('distinguishes the code of a screen link from the link code of an account', () => {
  expect(isScreenCode('scr-0123456789abcdefghij_-')).toBe(true);
  expect(isScreenCode('harbour')).toBe(false);
  expect(isScreenCode('scr-short')).toBe(false);
  expect(isScreenCode('scr-0123456789abcdefghij/x')).toBe(false);
  expect(isScreenCode(null)).toBe(false);
});
