import { expect, test } from 'vitest';
import { breakText, widestChunk } from './break-text.ts';

/** As if each character had the width 1. */
const widthOf = (text: string) => text.length;
const lines = (text: string, width: number, maxLines = 9) => breakText(text, width, { widthOf, maxLines });

test('divides Chinese texts at any character, and others between words', () => {
  expect(lines('货运渔船队', 3)).toEqual(['货运渔', '船队']);
  expect(lines('Northern Gull', 9)).toEqual(['Northern', 'Gull']);
  expect(lines('海鸥 Gull', 6)).toEqual(['海鸥', 'Gull']);
});

test('does not divide a unit in brackets, nor begin a line with punctuation', () => {
  expect(lines('最高速度（km/h）', 6)).toEqual(['最高速度', '（km/h）']);
  expect(lines('里程（km）', 5)).toEqual(['里程', '（km）']);
  expect(lines('一二三，四', 3)).toEqual(['一二', '三，四']);
  expect(widestChunk('最高速度（km/h）', widthOf)).toBe(6);
});

test('divides what is wider than a line, and ends the last of too many with an ellipsis', () => {
  expect(lines('Northerngull', 5)).toEqual(['North', 'erngu', 'll']);
  expect(lines('one two three', 5, 2)).toEqual(['one', 'two…']);
});
