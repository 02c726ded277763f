import { expect, test } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { Gate } from './gate.ts';
import { OutsideError } from './outside-json.ts';

function gate(clock = new TestClock(0)) {
  const paused: unknown[] = [];
  const options = { atOnce: 2, waiting: 1, failures: 3, pause: 30_000 };
  return {
    paused,
    gate: new Gate({ ...options, now: () => clock.now(), onPause: (error) => paused.push(error) }),
  };
}
const fail = async () => {
  throw new OutsideError('down');
};

test('lets a few through at once, one waits, and more are refused', async () => {
  const { gate: guarded } = gate();
  const begun: (() => void)[] = [];
  const slow = () => new Promise<string>((resolve) => begun.push(() => resolve('done')));
  const works = [guarded.pass(slow), guarded.pass(slow), guarded.pass(slow)];
  await expect(guarded.pass(slow)).rejects.toThrow('too many wait already');
  expect(begun).toHaveLength(2);
  begun[0]?.();
  await expect(works[0]).resolves.toBe('done');
  await expect.poll(() => begun.length).toBe(3);
  begun[1]?.();
  begun[2]?.();
  await expect(Promise.all(works)).resolves.toEqual(['done', 'done', 'done']);
});

test('leaves a service alone that fails again and again, for a time', async () => {
  const clock = new TestClock(0);
  const { gate: guarded, paused } = gate(clock);
  for (let i = 0; i < 2; i++) await expect(guarded.pass(fail)).rejects.toThrow('down');
  // A success in between counts.
  await guarded.pass(async () => 'well');
  for (let i = 0; i < 3; i++) await expect(guarded.pass(fail)).rejects.toThrow('down');
  expect(paused).toHaveLength(1);
  let asked = 0;
  const count = async () => {
    asked += 1;
  };
  await expect(guarded.pass(count)).rejects.toThrow('left alone');
  clock.advance(29_999);
  await expect(guarded.pass(count)).rejects.toThrow(OutsideError);
  expect(asked).toBe(0);
  clock.advance(1);
  await guarded.pass(count);
  expect(asked).toBe(1);
  expect(paused).toHaveLength(1);
});

test('failures that are not of the service do not close it', async () => {
  const { gate: guarded, paused } = gate();
  for (let i = 0; i < 5; i++) {
    await expect(
      guarded.pass(async () => {
        throw new TypeError('ours');
      }),
    ).rejects.toThrow(TypeError);
  }
  expect(paused).toEqual([]);
});

test('gives up what runs and what waits when it is closed', async () => {
  const { gate: guarded } = gate();
  const wait = (signal: AbortSignal) =>
    new Promise<void>((_, reject) =>
      signal.addEventListener('abort', () => reject(new OutsideError('given up'))),
    );
  const works = [guarded.pass(wait), guarded.pass(wait), guarded.pass(wait)];
  guarded.close();
  const results = await Promise.allSettled(works);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
