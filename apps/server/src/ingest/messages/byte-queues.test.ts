import { expect, test } from 'vitest';
import { seeded } from '../../testing/seeded.ts';
import { ByteQueues } from './byte-queues.ts';

function contentOf(queues: ByteQueues, queue: number): readonly number[] {
  const bytes = new Uint8Array(queues.lengthOf(queue));
  queues.read(queue, bytes);
  return [...bytes];
}

test('keeps the bytes of each queue in their order', () => {
  const random = seeded(7);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const queues = new ByteQueues();
  const expected: number[][] = Array.from({ length: 3_000 }, () => []);
  for (let step = 0; step < 60_000; step++) {
    const queue = upTo(expected.length);
    const bytes = expected[queue] ?? [];
    const action = random();
    if (action < 0.6) {
      const added = Array.from({ length: upTo(200) }, () => upTo(256));
      queues.push(queue, Uint8Array.from(added));
      bytes.push(...added);
    } else if (action < 0.95) {
      const count = upTo(250);
      queues.shift(queue, count);
      bytes.splice(0, count);
    } else {
      queues.clear(queue);
      bytes.length = 0;
    }
  }
  expect(expected.map((_, queue) => contentOf(queues, queue))).toEqual(expected);
  const total = expected.reduce((sum, _, queue) => sum + queues.bytesOf(queue), 0);
  expect(queues.bytes).toBe(total);
  for (const queue of expected.keys()) queues.clear(queue);
  expect(queues.bytes).toBe(0);
});

test('counts blocks of 64 bytes with their links of 4', () => {
  const queues = new ByteQueues();
  queues.push(5, new Uint8Array(100), 64);
  expect([queues.lengthOf(5), queues.bytesOf(5)]).toEqual([64, 68]);
  queues.push(5, new Uint8Array(1));
  expect(queues.bytesOf(5)).toBe(136);
  queues.shift(5, 63);
  expect(queues.bytesOf(5)).toBe(136);
  queues.shift(5, 1);
  expect([queues.lengthOf(5), queues.bytesOf(5), queues.bytes]).toEqual([1, 68, 68]);
});

test('uses the memory of a cleared queue again', () => {
  const queues = new ByteQueues();
  for (let round = 0; round < 100; round++) {
    for (let queue = 0; queue < 100; queue++) queues.push(queue, new Uint8Array(1_000).fill(round));
    expect(contentOf(queues, 99)).toEqual(Array.from({ length: 1_000 }, () => round));
    expect(queues.bytes).toBe(100 * 16 * 68);
    for (let queue = 0; queue < 100; queue++) queues.clear(queue);
  }
});
