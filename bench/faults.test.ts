import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type FaultResult, runFault } from './harness/fault-run.ts';
import { fillDisk, killPostgres, killServer, mountSmallDisk, pausePostgres } from './harness/faults.ts';

// The short form of `npm run bench faults`: the same faults, for seconds.
const LOAD = { devices: 10, before: 700, after: 500 };
const TIMEOUT_MS = 90_000;

let data: string;

beforeEach(() => {
  data = makeDataFolder();
});

afterEach(() => removeDataFolder(data));

function expectNothingLost(result: FaultResult): void {
  expect(result).toMatchObject({ lost: 0, doubled: 0, invented: 0 });
  expect(result.acknowledged).toBeGreaterThan(LOAD.devices * 20);
  expect(result.stored).toBeGreaterThanOrEqual(result.acknowledged);
}

test('has every acknowledged position once after the server is killed under load', {
  tags: ['long'],
  timeout: TIMEOUT_MS,
}, async () => {
  const result = await runFault({ ...LOAD, data, fault: killServer(data) });
  expectNothingLost(result);
  expect(result.reconnects).toBeGreaterThanOrEqual(LOAD.devices);
});

test('has every acknowledged position once after PostgreSQL is killed under load', {
  tags: ['long'],
  timeout: TIMEOUT_MS,
}, async () => {
  const result = await runFault({ ...LOAD, data, fault: killPostgres(data) });
  expectNothingLost(result);
  // Devices wait; their connections are not closed.
  expect(result.reconnects).toBe(0);
});

test('has every acknowledged position once after PostgreSQL is suspended under load', {
  tags: ['long'],
  timeout: TIMEOUT_MS,
}, async () => {
  expectNothingLost(await runFault({ ...LOAD, data, fault: pausePostgres(data, 2_000) }));
});

test('has every acknowledged position once after the disk is full under load', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const disk = mountSmallDisk(data, 220);
  if ('refused' in disk) {
    context.skip(disk.refused);
    return;
  }
  try {
    mkdirSync(join(data, 'data'), { mode: 0o711 });
    const folder = join(data, 'data');
    expectNothingLost(await runFault({ ...LOAD, data: folder, fault: fillDisk(folder, 3_000) }));
  } finally {
    disk.unmount();
  }
});
