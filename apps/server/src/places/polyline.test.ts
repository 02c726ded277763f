import { expect, test } from 'vitest';
import { decodePolyline } from './polyline.ts';

test('decodes the example of the format', () => {
  // Google, Encoded Polyline Algorithm Format: points (38.5, -120.2), (40.7, -120.95), (43.252, -126.453).
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]);
});

test('decodes an empty text as an empty line', () => {
  expect(decodePolyline('', 6)).toEqual([]);
});

// Truncated within a number, and between two; characters below and above the alphabet; a number without an end.
test.each(['_p~iF~ps|', '_p~iF', '_p~iF !', '_p~iF\u00ff', '~~~~~~~~~~~'])('refuses %j', (text) => {
  expect(() => decodePolyline(text, 5)).toThrow(RangeError);
});
