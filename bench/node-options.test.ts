import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_OPTIONS } from './harness/server.ts';

const OPTIONS = /['"](--max-semi-space-size=\d+)['"], ['"](--heap-growing-percent=\d+)['"]/g;

test.each([
  { file: 'scripts/start.ts', starts: 1 },
  { file: 'deploy/Dockerfile', starts: 1 },
  { file: 'deploy/kubernetes/wakeline.yaml', starts: 4 },
])('servers of benchmarks have the Node options of $file', ({ file, starts }) => {
  const found = [...readFileSync(file, 'utf8').matchAll(OPTIONS)].map(([, ...options]) => options);
  expect(found).toEqual(Array(starts).fill(NODE_OPTIONS));
});
