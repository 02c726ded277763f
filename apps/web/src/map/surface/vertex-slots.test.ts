import { expect, test } from 'vitest';
import { createVertexSlots } from './vertex-slots.ts';

test('places lines one after the other, and keeps a line that still fits', () => {
  const slots = createVertexSlots(1);
  expect(slots.allocate(7, 10)).toEqual({ at: 1, capacity: 10 });
  expect(slots.allocate(8, 5)).toEqual({ at: 11, capacity: 5 });
  expect(slots.allocate(7, 4)).toEqual({ at: 1, capacity: 10 });
  expect(slots.end).toBe(16);
});

test('moves a line that has outgrown its slot to the end, with a reserve', () => {
  const slots = createVertexSlots(1);
  slots.allocate(7, 10);
  slots.allocate(8, 5);
  // A quarter more than 12.
  expect(slots.allocate(7, 12)).toEqual({ at: 16, capacity: 15 });
  expect(slots.get(7)).toEqual({ at: 16, capacity: 15 });
  expect(slots.end).toBe(31);
});

test('reports that more than half is unused', () => {
  const slots = createVertexSlots(1);
  for (let key = 0; key < 10; key += 1) slots.allocate(key, 1_000);
  for (let key = 0; key < 5; key += 1) slots.free(key);
  expect(slots.isWasteful).toBe(false);
  slots.free(5);
  expect(slots.isWasteful).toBe(true);
  slots.clear();
  expect([slots.end, slots.isWasteful, slots.get(6)]).toEqual([1, false, undefined]);
});
