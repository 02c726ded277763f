import { expect, test } from 'vitest';
import { decodePolyline } from './polyline.ts';

test('the example of the format', () => {
  // Google, Encoded Polyline Algorithm Format: points (38.5, -120.2), (40.7, -120.95), (43.252, -126.453).
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]);
});

test('nothing is an empty line', () => {
  expect(decodePolyline('', 6)).toEqual([]);
});

// Cut off within a number, and between two; a character below the alphabet, one above it; a number without an end.
test.each(['_p~iF~ps|', '_p~iF', '_p~iF !', '_p~iF\u00ff', '~~~~~~~~~~~'])('%j is refused', (text) => {
  expect(() => decodePolyline(text, 5)).toThrow(RangeError);
});
