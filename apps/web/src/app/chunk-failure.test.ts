import { expect, test } from 'vitest';
import { isChunkFailure } from './chunk-failure.ts';

test.each([
  [new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), true],
  [new TypeError('error loading dynamically imported module: /assets/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/a.css'), true],
  [new TypeError("Cannot read properties of undefined (reading 'x')"), false],
  [new Error('A part for signed-in users is drawn outside of the guard'), false],
])('%s', (error, lost) => {
  expect(isChunkFailure(error)).toBe(lost);
});
