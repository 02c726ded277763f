import { expect, test } from 'vitest';
import { parseWords } from './parse-words.ts';

test('reads words of lines and between commas, each once', () => {
  expect(parseWords(' spam\n广告，代购、spam\n\n;free gifts ')).toEqual([
    'spam',
    '广告',
    '代购',
    'free gifts',
  ]);
  expect(parseWords(' \n')).toEqual([]);
});
