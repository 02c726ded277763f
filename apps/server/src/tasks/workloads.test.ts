import { expect, test } from 'vitest';
import { limitsFor, WORKLOADS, type Workload } from './workloads.ts';

test.each([
  // connections, large, small, erasure: running tasks of a server and of one account
  [500, '3/2', '2/1', '1/1'],
  [12, '3/2', '2/1', '1/1'],
  [11, '2/1', '1/1', '1/1'],
  [8, '2/1', '1/1', '1/1'],
  [4, '1/1', '1/1', '1/1'],
])(
  'a server with %i database connections runs %s large, %s small and %s erasures',
  (connections, ...expected) => {
    const limits = (['large', 'small', 'erasure'] as const).map((workload) =>
      limitsFor(workload, connections),
    );
    expect(limits.map(({ perServer, perAccount }) => `${perServer}/${perAccount}`)).toEqual(expected);
  },
);

test('uses a queue per workload', () => {
  const queues = (Object.keys(WORKLOADS) as Workload[]).map((workload) => limitsFor(workload, 12).queue);
  expect(new Set(queues).size).toBe(3);
});
