import { describe, expect, test } from 'vitest';
import { HashQueue, type HashSource, MOST_WAITING } from './hash-queue.ts';

/** Hashes that run until the test ends them, under the name of who asked for them. */
function bench() {
  const queue = new HashQueue();
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    running,
    ask(side: HashSource['side'], key: string, name: string): Promise<void> {
      return queue.run(
        { side, key },
        () =>
          new Promise<void>((end) => {
            running.push(name);
            ends.set(name, end);
          }),
      );
    },
    async end(name: string, asked: Promise<void>): Promise<void> {
      running.splice(running.indexOf(name), 1);
      ends.get(name)?.();
      await asked;
    },
  };
}

describe('password hashes', () => {
  test('of one account run one at a time, in their order', async () => {
    const { running, ask, end } = bench();
    const [first, second] = [ask('signed in', 'harbour', 'first'), ask('signed in', 'harbour', 'second')];
    await Promise.resolve();
    expect(running).toEqual(['first']);
    await end('first', first);
    expect(running).toEqual(['second']);
    await end('second', second);
  });

  test('of accounts that ask for many leave room for who signs in, and the other way round', async () => {
    for (const [busy, other] of [
      ['signed in', 'signing in'],
      ['signing in', 'signed in'],
    ] as const) {
      const { running, ask } = bench();
      for (const key of ['a', 'b', 'c', 'd']) for (const nth of [1, 2]) void ask(busy, key, `${key}${nth}`);
      await Promise.resolve();
      expect(running).toEqual(['a1', 'b1']);
      void ask(other, 'someone', 'someone');
      await Promise.resolve();
      expect(running).toEqual(['a1', 'b1', 'someone']);
    }
  });

  test('never take more than three of the four threads', async () => {
    const { running, ask } = bench();
    for (const key of ['a', 'b', 'c']) {
      void ask('signed in', key, `in ${key}`);
      void ask('signing in', key, `new ${key}`);
    }
    await Promise.resolve();
    expect(running.length).toBe(3);
  });

  test('of another account come next, however many of the first wait', async () => {
    const { running, ask, end } = bench();
    const flood = Array.from({ length: 50 }, (_, nth) => ask('signed in', 'flood', `flood ${nth}`));
    const others = ['a', 'b'].map((key) => ask('signed in', key, key));
    await Promise.resolve();
    expect(running).toEqual(['flood 0', 'a']);
    await end('flood 0', flood[0] as Promise<void>);
    expect(running).toEqual(['a', 'b']);
    await end('a', others[0] as Promise<void>);
    expect(running).toEqual(['b', 'flood 1']);
  });

  test('are refused where too many of one account wait, and of no other', async () => {
    const { ask, running } = bench();
    for (let nth = 0; nth <= MOST_WAITING; nth += 1) void ask('signed in', 'flood', `flood ${nth}`);
    await expect(ask('signed in', 'flood', 'one more')).rejects.toMatchObject({
      errorName: 'too-many-requests',
    });
    void ask('signed in', 'quiet', 'quiet');
    await Promise.resolve();
    expect(running).toContain('quiet');
  });

  test('that fail make room as well', async () => {
    const queue = new HashQueue();
    const source = { side: 'signed in', key: 'harbour' } as const;
    await expect(queue.run(source, () => Promise.reject(new Error('no memory')))).rejects.toThrow(
      'no memory',
    );
    expect(await queue.run(source, async () => 'done')).toBe('done');
  });
});
