import { describe, expect, test } from 'vitest';
import { AVIATION_TEMPLATES } from './aviation-templates.ts';
import { measureForTerminal } from './measure-for-terminal.ts';
import { fillPlaceholders, findPlaceholders, utcText } from './message-placeholders.ts';

const KNOWN = { tail: 'B-10KA', flight: 'CA1234', destination: 'ZGKL', alternate: 'ZGNN', time: '0805Z' };
const UNKNOWN = { tail: null, flight: null, destination: null, alternate: null, time: null };

test('fills in what is known, in both languages', () => {
  expect(fillPlaceholders('{机尾号} {航班号}到{目的地}，备降{备降场}，{时间}', KNOWN)).toBe(
    'B-10KA CA1234到ZGKL，备降ZGNN，0805Z',
  );
  expect(fillPlaceholders('{Tail} { flight } {destination} {alternate} {time}', KNOWN)).toBe(
    'B-10KA CA1234 ZGKL ZGNN 0805Z',
  );
});

test('keeps placeholders that are not known visible', () => {
  expect(fillPlaceholders('{tail} on {frequency}', KNOWN)).toBe('B-10KA on {frequency}');
  expect(fillPlaceholders('{tail} to {destination}', UNKNOWN)).toBe('{tail} to {destination}');
  expect(findPlaceholders('{tail} on {frequency}, {tail}')).toEqual(['{tail}', '{frequency}']);
  expect(findPlaceholders('no {} and no {open')).toEqual([]);
});

test('does not fill in a value again', () => {
  expect(fillPlaceholders('{flight}', { ...KNOWN, flight: '{tail}' })).toBe('{tail}');
});

test('writes times in UTC with Z', () => {
  expect(utcText(Date.UTC(2026, 10, 25, 8, 5, 59))).toBe('0805Z');
});

describe.each(['zh_CN', 'en_US'] as const)('the texts for aircraft in %s', (language) => {
  test.each(AVIATION_TEMPLATES[language])('$name takes one transmission', ({ content }) => {
    const text = fillPlaceholders(content, KNOWN);
    for (const capacity of [
      { network: 'beidou', level: 3, bits: null },
      { network: 'iridium', level: null, bits: null },
      { network: 'inreach', level: null, bits: null },
    ] as const) {
      const { parts, missing } = measureForTerminal(text, capacity, false);
      expect([parts, missing]).toEqual([1, []]);
    }
  });

  test('have different names', () => {
    const names = AVIATION_TEMPLATES[language].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
