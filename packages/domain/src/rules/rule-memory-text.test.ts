import { expect, test } from 'vitest';
import type { RulesMemory } from './rule-memory.ts';
import { formatRulesMemory, parseRulesMemory } from './rule-memory-text.ts';

const MEMORY: RulesMemory = {
  8: {
    version: 1_795_424_368_719,
    state: {
      lowest: { time: 1_795_424_354_719, altitude: -12.5 },
      highest: { time: 1_795_424_368_719, altitude: 114, kind: 3 },
      held: { since: 1_795_424_368_719, notified: true },
    },
  },
  10: { version: 2, state: { held: { since: 3, notified: false } } },
  11: { version: 2, state: { notified: { 7: 1_795_424_354_719, 12: 4 } } },
  12: { version: 2, state: { notified: {} } },
  13: { version: 2, state: { origin: { latitude: -33.856784, longitude: 151.215297 } } },
  14: { version: 2, state: { wasOutside: true } },
  15: { version: 2, state: { doneFor: 20_780 } },
  16: { version: 2, state: {} },
  't7.16': {
    version: 2,
    state: {
      watch: { since: 5, fixes: 2, notifiedAt: 6, clear: 1 },
      climbFrom: { time: 5, altitude: 812.5 },
    },
  },
};

test('the memory of rules is the same after it was written and read', () => {
  expect(parseRulesMemory(formatRulesMemory(MEMORY))).toEqual(MEMORY);
});

test('stored memory keeps its form', () => {
  const text = [
    '8 1795424368719 l1795424354719,-12.5 u1795424368719,114,3 h1795424368719,1',
    '10 2 h3,0',
    '11 2 n7,1795424354719,12,4',
    '12 2 n',
    '13 2 o-33.856784,151.215297',
    '14 2 w1',
    '15 2 d20780',
    '16 2',
    't7.16 2 a5,2,6,1 c5,812.5',
  ];
  expect(formatRulesMemory(MEMORY)).toBe(text.join(';'));
});

test('what a newer version keeps is left out', () => {
  expect(parseRulesMemory('10 2 z5,6 h3,0')).toEqual({
    10: { version: 2, state: { held: { since: 3, notified: false } } },
  });
});

test('an origin has the number of its fixes since they are counted', () => {
  const origin = { latitude: 24.812, longitude: 110.533, fixes: 3 };
  const text = formatRulesMemory({ 't7.3': { version: 2, state: { origin } } });
  expect(text).toBe('t7.3 2 o24.812,110.533,3');
  expect(parseRulesMemory(text)['t7.3']?.state.origin).toEqual(origin);
});
