import { expect, test } from 'vitest';
import { SortedList } from './sorted-list.ts';

interface Item {
  readonly value: number;
}

let comparisons = 0;
const compare = (a: Item, b: Item): number => {
  comparisons += 1;
  return a.value - b.value;
};

function createList(count: number): { readonly list: SortedList<Item>; readonly items: readonly Item[] } {
  const items = Array.from({ length: count }, (_, at) => ({ value: (at * 7_919) % count }));
  const list = new SortedList(compare);
  for (const item of items) list.add(item);
  return { list, items };
}

test('sorts when a position is requested, and not before', () => {
  comparisons = 0;
  const { list, items } = createList(1_000);
  expect([list.size, comparisons]).toEqual([1_000, 0]);
  expect(list.items().map(({ value }) => value)).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
  expect(list.at(3)?.value).toBe(3);
  expect(list.at(1_000)).toBeUndefined();
  expect(items.every((item) => list.indexOf(item) === item.value)).toBe(true);
});

test('inserts few additions by binary search, and merges many', () => {
  const { list } = createList(1_000);
  list.items();
  comparisons = 0;
  list.add({ value: 499.5 });
  expect(list.at(500)?.value).toBe(499.5);
  // The binary logarithm of 1,000 is 10.
  expect(comparisons).toBeLessThanOrEqual(11);
  for (let at = 0; at < 500; at += 1) list.add({ value: at + 0.25 });
  const values = list.items().map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(values).toHaveLength(1_501);
});

test('removes items, added ones too, and takes them back', () => {
  const { list, items } = createList(10);
  const [first, second] = items as [Item, Item];
  list.remove(first);
  expect([list.size, list.indexOf(first), list.at(0)?.value]).toEqual([9, -1, 1]);
  list.add(first);
  list.remove(second);
  list.add(second);
  expect(list.items().map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const added = { value: 4.5 };
  list.add(added);
  list.remove(added);
  expect(list.size).toBe(10);
});
