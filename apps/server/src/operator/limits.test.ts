import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  // Commands use the machine's clock.
  world.clock.advance(Date.now() - world.clock.now());
});
afterAll(() => world.stop());

/** Runs the command on the test database; returns its status and its lines. */
async function run(...args: readonly string[]): Promise<readonly [number, readonly string[]]> {
  let output = '';
  const add = (text: string) => {
    output += text;
  };
  const environment = { DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: world.dataDir };
  const status = await statusOf(
    () => runAdmin(['limits', ...args], environment, { input: Readable.from(['']), print: add }),
    add,
  );
  return [status, output.trim().split('\n')];
}

test('sets limits, which the holder sees with what is used', async () => {
  const { accountId, person } = await world.account('Harbour');
  const ada = await person('ada');
  const unlimited = {
    positionsPerSecond: { limit: null, used: null, limitedAt: null },
    consoles: { limit: null, used: 0 },
    fileBytes: { limit: null, used: 0 },
  };
  expect(await ada.call('queryAccountLimits', {})).toEqual(unlimited);
  expect(await run('ada', '--positions', '500', '--consoles', '2', '--files', '10')).toEqual([
    0,
    [`Account ${accountId}`, 'Positions per second: 500', 'Open consoles: 2', 'Files: 10 MB, 0 MB used'],
  ]);
  const { db } = world.database;
  const measured_at = new Date(world.clock.now());
  const limited_at = new Date(world.clock.now() - 5_000);
  const row = { account_id: accountId, measured_at };
  await db
    .insertInto('account_intake')
    .values([
      { ...row, member: 'a', positions_per_second: 12.5, limited_at },
      { ...row, member: 'b', positions_per_second: 7.5 },
      // A process that has ended.
      {
        ...row,
        member: 'c',
        positions_per_second: 50,
        measured_at: new Date(measured_at.getTime() - 60_000),
      },
    ])
    .execute();
  const console = await ada.console();
  await console.waitUntilLive();
  expect(await ada.call('queryAccountLimits', {})).toEqual({
    positionsPerSecond: { limit: 500, used: 20, limitedAt: limited_at.getTime() },
    consoles: { limit: 2, used: 1 },
    fileBytes: { limit: 10_000_000, used: 0 },
  });
  const { list } = await ada.call('queryAuditLog', { action: 'operator' });
  expect(list[0]).toMatchObject({
    before: { maxPositionsPerSecond: null, maxConsoles: null, maxFileBytes: null },
    after: { command: 'limits', maxPositionsPerSecond: 500, maxConsoles: 2, maxFileBytes: 10_000_000 },
  });
  expect(await run('ada', '--positions', 'none', '--consoles', 'none')).toMatchObject([0, { length: 4 }]);
  expect(await run('ada')).toEqual([
    0,
    [
      `Account ${accountId}`,
      'Positions per second: unlimited',
      'Open consoles: unlimited',
      'Files: 10 MB, 0 MB used',
    ],
  ]);
});

test('refuses an upload of a user by name', async () => {
  const ada = await (await world.account('Harbour')).person('ada');
  await run('ada', '--files', '0');
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const picture = new File([new Uint8Array(pixel)], 'logo.png', { type: 'image/png' });
  await expect(ada.call('uploadPicture', { use: 'logo', picture })).rejects.toMatchObject({
    errorName: 'file-storage-full',
  });
  await run('ada', '--files', 'none');
  await expect(ada.call('uploadPicture', { use: 'logo', picture })).resolves.toHaveProperty('url');
});

test.each([
  [['nobody', '--consoles', '1'], 1],
  [['ada', '--positions', '0'], 64],
  [['ada', '--consoles', '0'], 64],
  [['ada', '--files', '-1'], 64],
  [['ada', '--files', '1.5'], 64],
  [[], 64],
])('refuses %j', async (args, status) => {
  await (await world.account('Harbour')).person('ada');
  expect((await run(...args))[0]).toBe(status);
});
