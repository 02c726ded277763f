import pino from 'pino';
import { expect, test } from 'vitest';
import { TestClock } from '../../testing/test-clock.ts';
import { type Edge, runEdges } from './run-edges.ts';

const log = pino({ level: 'silent' });

/** Lets what is under way end: the edges of these tests wait for nothing. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function recordEdge(calls: string[], start: () => Promise<void>): Edge {
  return {
    name: 'listener',
    async start() {
      calls.push('start');
      await start();
    },
    async stop() {
      calls.push('stop');
    },
    check: async () => ({ isWorking: true, detail: '' }),
  };
}

test('runs an edge while this server is the engine', async () => {
  const calls: string[] = [];
  const clock = new TestClock(0);
  let isLeader = false;
  const stop = runEdges([recordEdge(calls, async () => undefined)], { clock, log, isLeader: () => isLeader });
  await settle();
  expect(calls).toEqual([]);
  isLeader = true;
  clock.advance(500);
  await settle();
  expect(calls).toEqual(['start']);
  isLeader = false;
  clock.advance(500);
  await settle();
  expect(calls).toEqual(['start', 'stop']);
  isLeader = true;
  clock.advance(10_000);
  await settle();
  await stop();
  expect(calls).toEqual(['start', 'stop', 'start', 'stop']);
  clock.advance(1_000);
  await settle();
  expect(calls.length).toBe(4);
});

test('tries again after 10 s when an edge cannot start, and does not stop what never ran', async () => {
  const calls: string[] = [];
  const clock = new TestClock(0);
  const edge = recordEdge(calls, async () => {
    throw new Error('the port is in use');
  });
  const stop = runEdges([edge], { clock, log, isLeader: () => true });
  await settle();
  clock.advance(9_500);
  await settle();
  expect(calls).toEqual(['start']);
  clock.advance(500);
  await settle();
  expect(calls).toEqual(['start', 'start']);
  await stop();
  expect(calls).toEqual(['start', 'start']);
});
