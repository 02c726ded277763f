import { expect, test } from 'vitest';
import { TrackerRows } from './tracker-rows.ts';

const COUNT = 1_000;

function write(rows: TrackerRows, trackerId: number, values: readonly number[]): void {
  const slot = rows.reserve(trackerId);
  rows.chunkOf(slot).set(values, rows.offsetOf(slot));
}

function read(rows: TrackerRows, trackerId: number): readonly number[] | null {
  const slot = rows.slotOf(trackerId);
  if (slot === undefined) return null;
  const offset = rows.offsetOf(slot);
  return [...rows.chunkOf(slot).subarray(offset, offset + 3)];
}

test('each tracker has its own row, in several chunks', () => {
  const rows = new TrackerRows(3);
  for (let id = 1; id <= COUNT; id += 1) write(rows, id, [id, -id, id / 2]);
  write(rows, 7, [1, 2, 3]);
  expect(read(rows, 1)).toEqual([1, -1, 0.5]);
  expect(read(rows, 7)).toEqual([1, 2, 3]);
  expect(read(rows, COUNT)).toEqual([1_000, -1_000, 500]);
  expect([...rows.trackerIds()]).toHaveLength(COUNT);
});

test('a new row is empty, also where a removed one was', () => {
  const rows = new TrackerRows(3);
  for (const id of [1, 2, 3]) write(rows, id, [id, id, id]);
  expect(rows.remove(2)).toBe(1);
  expect(rows.remove(2)).toBeUndefined();
  expect(read(rows, 2)).toBeNull();
  expect(rows.reserve(9)).toBe(1);
  expect(read(rows, 9)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  rows.reserve(10);
  expect([read(rows, 1), read(rows, 3)]).toEqual([
    [1, 1, 1],
    [3, 3, 3],
  ]);
  expect([...rows.trackerIds()]).toEqual([1, 3, 9, 10]);
});
