import { describe, expect, test } from 'vitest';
import { HashQueue, type HashSource, MAX_QUEUED_PER_SOURCE } from './hash-queue.ts';

/** Hashes that run until the test ends them, under the name of who asked for them. */
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
  test('of one account run one at a time, in their order', async () => {
    const { running, enqueue, finish } = createTestQueue();
    const [first, second] = [
      enqueue('signed in', 'harbour', 'first'),
      enqueue('signed in', 'harbour', 'second'),
    ];
    await Promise.resolve();
    expect(running).toEqual(['first']);
    await finish('first', first);
    expect(running).toEqual(['second']);
    await finish('second', second);
  });

  test('of accounts that ask for many leave room for who signs in, and the other way round', async () => {
    for (const [busy, other] of [
      ['signed in', 'signing in'],
      ['signing in', 'signed in'],
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

  test('never take more than three of the four threads', async () => {
    const { running, enqueue } = createTestQueue();
    for (const key of ['a', 'b', 'c']) {
      void enqueue('signed in', key, `in ${key}`);
      void enqueue('signing in', key, `new ${key}`);
    }
    await Promise.resolve();
    expect(running.length).toBe(3);
  });

  test('of another account come next, however many of the first wait', async () => {
    const { running, enqueue, finish } = createTestQueue();
    const flood = Array.from({ length: 50 }, (_, nth) => enqueue('signed in', 'flood', `flood ${nth}`));
    const others = ['a', 'b'].map((key) => enqueue('signed in', key, key));
    await Promise.resolve();
    expect(running).toEqual(['flood 0', 'a']);
    await finish('flood 0', flood[0] as Promise<void>);
    expect(running).toEqual(['a', 'b']);
    await finish('a', others[0] as Promise<void>);
    expect(running).toEqual(['b', 'flood 1']);
  });

  test('are refused where too many of one account wait, and of no other', async () => {
    const { enqueue, running } = createTestQueue();
    for (let nth = 0; nth <= MAX_QUEUED_PER_SOURCE; nth += 1)
      void enqueue('signed in', 'flood', `flood ${nth}`);
    await expect(enqueue('signed in', 'flood', 'one more')).rejects.toMatchObject({
      errorName: 'too-many-requests',
    });
    void enqueue('signed in', 'quiet', 'quiet');
    await Promise.resolve();
    expect(running).toContain('quiet');
  });

  test('that fail make room as well', async () => {
    const queue = new HashQueue();
    const source = { pool: 'signed in', key: 'harbour' } as const;
    await expect(queue.run(source, () => Promise.reject(new Error('no memory')))).rejects.toThrow(
      'no memory',
    );
    expect(await queue.run(source, async () => 'done')).toBe('done');
  });
});
