import { expect, test } from 'vitest';
import { WorkQueue } from './work-queue.ts';

test('runs a limited number of jobs at once, the others in order; a failed job frees its slot', async () => {
  const queue = new WorkQueue(2);
  const started: string[] = [];
  const createJob = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = queue.run(() => {
      started.push(name);
      return promise;
    });
    return { done, resolve, reject };
  };
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map(createJob);
  expect(started).toEqual(['a', 'b']);
  second?.reject(new Error('failed'));
  await expect(second?.done).rejects.toThrow('failed');
  expect(started).toEqual(['a', 'b', 'c']);
  first?.resolve('first');
  expect(await first?.done).toBe('first');
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const last of [third, fourth]) last?.resolve('last');
  expect(await Promise.all([third?.done, fourth?.done])).toEqual(['last', 'last']);
  expect(await queue.run(async () => 'free again')).toBe('free again');
});
