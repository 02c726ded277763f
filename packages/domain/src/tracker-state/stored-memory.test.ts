import { expect, test } from 'vitest';
import { fromStoredMemory, toStoredMemory } from './stored-memory.ts';
import { NEVER_REPORTED } from './tracker-state.ts';

const { memory } = NEVER_REPORTED;
const rules = { 10: { version: 2, state: { held: { since: 3, notified: false } } } };

test('stores what rules keep as a text, and nothing if they keep nothing', () => {
  expect(toStoredMemory({ ...memory, rules })).toEqual({ ...memory, rules: '10 2 h3,0' });
  expect(toStoredMemory(memory)).toEqual(memory);
});

test('reads the text, and the object of older rows', () => {
  expect(fromStoredMemory({ ...memory, rules: '10 2 h3,0' })).toEqual({ ...memory, rules });
  expect(fromStoredMemory({ ...memory, rules })).toEqual({ ...memory, rules });
  expect(fromStoredMemory(memory)).toEqual(memory);
});
