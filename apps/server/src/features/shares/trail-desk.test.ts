import { expect, test } from 'vitest';
import { TrailDesk } from './trail-desk.ts';

/** A question whose answer comes when it is let go. */
function slow() {
  const asked: string[] = [];
  const open: (() => void)[] = [];
  const read = (name: string) => async () => {
    asked.push(name);
    await new Promise<void>((resolve) => open.push(resolve));
    return name;
  };
  return { asked, read, letOneGo: () => open.shift()?.() };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('the same question is asked once, and its answer given again as long as it is kept', async () => {
  const desk = new TrailDesk<number>();
  let count = 0;
  const ask = (what: string, now: number, asker = 'share 1') =>
    desk.ask({ asker, what, now, keep: 5_000 }, async () => (count += 1));
  expect(await Promise.all([ask('60', 0), ask('60', 10), ask('60', 4_999)])).toEqual([1, 1, 1]);
  expect(await ask('5', 20)).toBe(2);
  expect(await ask('60', 20, 'share 2')).toBe(3);
  expect(await ask('60', 5_000)).toBe(4);
  const now = { asker: 'user 1', what: '60', now: 0, keep: 0 };
  expect(await desk.ask(now, async () => 8)).toBe(8);
  expect(await desk.ask(now, async () => 9)).toBe(9);
});

test('a failure is not given again', async () => {
  const desk = new TrailDesk<number>();
  const question = { asker: 'share 1', what: '60', now: 0, keep: 5_000 };
  await expect(desk.ask(question, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await desk.ask(question, async () => 7)).toBe(7);
});

test('an asker has one question answered at a time and few wait; more are sent away with a time', async () => {
  const desk = new TrailDesk<string>();
  const { asked, read, letOneGo } = slow();
  const ask = (what: string) => desk.ask({ asker: 'user 1', what, now: 0, keep: 0 }, read(what));
  const waiting = ['a', 'b', 'c', 'd'].map(ask);
  await expect(ask('e')).rejects.toMatchObject({
    errorName: 'too-many-requests',
    details: { seconds: 5 },
  });
  await tick();
  expect(asked).toEqual(['a']);
  for (const [index, answer] of waiting.entries()) {
    letOneGo();
    expect(await answer).toBe(['a', 'b', 'c', 'd'][index]);
    await tick();
  }
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  const later = ask('f');
  await tick();
  letOneGo();
  expect(await later).toBe('f');
});

test('of everybody together three are answered at once', async () => {
  const desk = new TrailDesk<string>();
  const { asked, read, letOneGo } = slow();
  const answers = [1, 2, 3, 4, 5].map((one) =>
    desk.ask({ asker: `user ${one}`, what: 'x', now: 0, keep: 0 }, read(`${one}`)),
  );
  await tick();
  expect(asked).toEqual(['1', '2', '3']);
  letOneGo();
  await answers[0];
  await tick();
  expect(asked).toEqual(['1', '2', '3', '4']);
  for (let rest = 0; rest < 4; rest += 1) {
    letOneGo();
    await tick();
  }
  expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4', '5']);
});
