import { describe, expect, test } from 'vitest';
import { HashQueue, type HashSource, MAX_QUEUED_PER_SOURCE } from './hash-queue.ts';

/** A queue whose hashes run until the test finishes them, by the name of the requester. */
function createTestQueue() {
  const queue = new HashQueue();
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    running,
    enqueue(pool: HashSource['pool'], key: string, name: string): Promise<void> {
      return queue.run(
        { pool, key },
        () =>
          new Promise<void>((finishHash) => {
            running.push(name);
            ends.set(name, finishHash);
          }),
      );
    },
    async finish(name: string, queued: Promise<void>): Promise<void> {
      running.splice(running.indexOf(name), 1);
      ends.get(name)?.();
      await queued;
    },
  };
}

describe('password hashes', () => {
  test('of one account run one at a time, in order', async () => {
    const { running, enqueue, finish } = createTestQueue();
    const [first, second] = [
      enqueue('authenticated', 'harbour', 'first'),
      enqueue('authenticated', 'harbour', 'second'),
    ];
    await Promise.resolve();
    expect(running).toEqual(['first']);
    await finish('first', first);
    expect(running).toEqual(['second']);
    await finish('second', second);
  });

  test('of busy accounts leave capacity for sign-ins, and vice versa', async () => {
    for (const [busy, other] of [
      ['authenticated', 'anonymous'],
      ['anonymous', 'authenticated'],
    ] as const) {
      const { running, enqueue } = createTestQueue();
      for (const key of ['a', 'b', 'c', 'd'])
        for (const nth of [1, 2]) void enqueue(busy, key, `${key}${nth}`);
      await Promise.resolve();
      expect(running).toEqual(['a1', 'b1']);
      void enqueue(other, 'someone', 'someone');
      await Promise.resolve();
      expect(running).toEqual(['a1', 'b1', 'someone']);
    }
  });

  test('never use more than three of the four threads', async () => {
    const { running, enqueue } = createTestQueue();
    for (const key of ['a', 'b', 'c']) {
      void enqueue('authenticated', key, `in ${key}`);
      void enqueue('anonymous', key, `new ${key}`);
    }
    await Promise.resolve();
    expect(running.length).toBe(3);
  });

  test('of other accounts come next, however many of one account are queued', async () => {
    const { running, enqueue, finish } = createTestQueue();
    const flood = Array.from({ length: 50 }, (_, nth) => enqueue('authenticated', 'flood', `flood ${nth}`));
    const others = ['a', 'b'].map((key) => enqueue('authenticated', key, key));
    await Promise.resolve();
    expect(running).toEqual(['flood 0', 'a']);
    await finish('flood 0', flood[0] as Promise<void>);
    expect(running).toEqual(['a', 'b']);
    await finish('a', others[0] as Promise<void>);
    expect(running).toEqual(['b', 'flood 1']);
  });

  test('are refused when too many of one account are queued, but not for others', async () => {
    const { enqueue, running } = createTestQueue();
    for (let nth = 0; nth <= MAX_QUEUED_PER_SOURCE; nth += 1)
      void enqueue('authenticated', 'flood', `flood ${nth}`);
    await expect(enqueue('authenticated', 'flood', 'one more')).rejects.toMatchObject({
      errorName: 'too-many-requests',
    });
    void enqueue('authenticated', 'other', 'other');
    await Promise.resolve();
    expect(running).toContain('other');
  });

  test('release their slot when they fail', async () => {
    const queue = new HashQueue();
    const source = { pool: 'authenticated', key: 'harbour' } as const;
    await expect(queue.run(source, () => Promise.reject(new Error('no memory')))).rejects.toThrow(
      'no memory',
    );
    expect(await queue.run(source, async () => 'done')).toBe('done');
  });
});
