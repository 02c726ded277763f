import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

const DAY = 86_400_000;

let world: World;
let folder: string;
let harbour: WorldAccount;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  // Commands use the machine's clock.
  world.clock.advance(Date.now() - world.clock.now());
  folder = mkdtempSync(join(tmpdir(), 'wakeline-renew-'));
  harbour = await world.account('Harbour');
  ada = await harbour.person('ada');
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function renew(...args: readonly string[]): Promise<{ status: number; text: string }> {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const environment = { DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: folder };
  const run = () => runAdmin(['renew-devices', ...args], environment, { input: Readable.from(['']), print });
  return { status: await statusOf(run, print), text: text.trim() };
}

const validUntilOf = async (trackerId: number) =>
  (await ada.call('queryTrackerById', { trackerId })).validUntil;

test('renews the expired, the expiring, the named or all devices of an account', async () => {
  const now = world.clock.now();
  const add = async (imei: string, validUntil: number | null) => {
    const trackerId = await harbour.tracker(imei);
    await ada.call('editTracker', { trackerId, validUntil });
    return trackerId;
  };
  const expired = await add('87-1', now - DAY);
  const expiring = await add('87-2', now + 5 * DAY);
  const later = await add('87-3', now + 100 * DAY);
  const unlimited = await add('87-4', null);

  expect(await renew('ada', '--expired', '--until', '2099-12-30')).toEqual({
    status: 0,
    text: '1 of 1 devices changed',
  });
  expect(await validUntilOf(expired)).toBe(new Date(2099, 11, 31).getTime());
  expect((await renew('ada', '--expiring', '10', '--unlimited')).text).toBe('1 of 1 devices changed');
  expect(await validUntilOf(expiring)).toBeNull();
  expect((await renew('ada', '87-3', '87-4', '--months', '2')).text).toBe('1 of 2 devices changed');
  expect(await validUntilOf(later)).toBeGreaterThan(now + 158 * DAY);
  expect(await validUntilOf(unlimited)).toBeNull();
  expect((await renew('ada', '--all', '--unlimited')).text).toBe('2 of 4 devices changed');

  const history = await ada.call('queryValidityHistory', { trackerId: expired, pageIndex: 1, pageSize: 1 });
  expect(history.list).toMatchObject([{ login: 'operator', to: null }]);
  const { list } = await ada.call('queryAuditLog', { pageIndex: 1, pageSize: 1 });
  expect(list[0]).toMatchObject({ after: { command: 'renew-devices', changed: 2 } });
});

test('refuses unknown devices, past dates and contradictory arguments', async () => {
  expect(await renew('ada', '87-9', '--unlimited')).toEqual({
    status: 1,
    text: '87-9: no such device in the account',
  });
  expect(await renew('ada', '--all', '--until', '2020-01-01')).toMatchObject({
    status: 64,
    text: expect.stringContaining('--until: 2020-01-01 is in the past'),
  });
  for (const args of [
    ['--all'],
    ['--unlimited'],
    ['--all', '--expired', '--unlimited'],
    ['--all', '--months', '1', '--unlimited'],
    ['--all', '--months', '0'],
    ['--expiring', 'soon', '--unlimited'],
  ])
    expect((await renew('ada', ...args)).status).toBe(64);
});
