import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { ConnectionCounter } from './connection-counter.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createMetrics } from './metrics.ts';

function createCounter(limits: { connections: number; connectionsPerAddress: number }) {
  const clock = new TestClock(0);
  const log: { variable: string; limit: number; address: string }[] = [];
  const counter = new ConnectionCounter('jt808', 'tcp', {
    limits: { ...DEFAULT_LIMITS, ...limits },
    metrics: createMetrics(new Registry()),
    clock,
    log: pino({ level: 'warn' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
  });
  return { clock, counter, log };
}

test('accepts a fleet of 10,000 from many addresses, and as many from one if the operator allows it', () => {
  const many = createCounter(DEFAULT_LIMITS).counter;
  for (let device = 0; device < 10_000; device++) expect(many.add(`10.0.0.${device % 200}`)).toBe(true);
  const one = createCounter({ connections: 10_000, connectionsPerAddress: 10_000 }).counter;
  for (let device = 0; device < 10_000; device++) expect(one.add('10.0.0.1')).toBe(true);
  expect([many.total, one.total]).toEqual([10_000, 10_000]);
});

test('names the limit that refuses connections, once a minute', () => {
  const { clock, counter, log } = createCounter({ connections: 3, connectionsPerAddress: 2 });
  expect(['a', 'a', 'a', 'a', 'b', 'c'].map((address) => counter.add(address))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
  clock.advance(60_000);
  counter.add('c');
  expect(log).toMatchObject([
    { variable: 'WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS', limit: 2, address: 'a' },
    { variable: 'WAKELINE_DEVICE_CONNECTIONS', limit: 3, address: 'c' },
  ]);
});

test('a closed connection makes room for another of its address', () => {
  const { counter } = createCounter({ connections: 2, connectionsPerAddress: 1 });
  counter.add('a');
  expect(counter.add('a')).toBe(false);
  counter.remove('a');
  expect([counter.add('a'), counter.add('a'), counter.add('b'), counter.total]).toEqual([
    true,
    false,
    true,
    2,
  ]);
});
