import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { report } from '../ingest/testing/reports.ts';
import type { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

let world: World;
let folder: string;
let dealer: Person;
let customer: Person;
let made = 0;
let imei: string;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  // Commands use the machine's clock.
  world.clock.advance(Date.now() - world.clock.now());
  folder = mkdtempSync(join(tmpdir(), 'wakeline-move-'));
  dealer = await (await world.account('Dealer')).person('dealer');
  customer = await (await world.account('Customer')).person('customer');
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  made += 1;
  imei = `86000000000${String(made).padStart(4, '0')}`;
  trackerId = (await dealer.call('addTracker', { trackerName: `Gull ${made}`, imei, label: '7' })).trackerId;
});

async function move(...args: readonly string[]): Promise<{ status: number; text: string }> {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const environment = { DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: folder };
  const run = () => runAdmin(['move-devices', ...args], environment, { input: Readable.from(['']), print });
  const status = await statusOf(run, print);
  return { status, text: text.trim() };
}

async function imeisOf(person: Person): Promise<readonly string[]> {
  return (await person.call('queryAllTrackers', {})).list.map((tracker) => tracker.imei);
}

async function countPositions(id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from position where tracker_id = ${id}`.execute(world.database.db);
  return rows[0]?.count ?? 0;
}

const unknown = { errorName: 'tracker-unknown' };

describe('devices move', () => {
  test('with their history; consoles and the engine follow, and a repetition changes nothing', async () => {
    const device = await world.device('gt06', imei);
    await device.reply(device.report(report({ time: world.clock.now() - 10_000, fix: { speed: 36 } })));
    const [old, next] = [await dealer.console(), await customer.console()];
    await old.waitUntilLive();
    await next.waitUntilLive();

    expect(await move('dealer', 'customer', imei, '--history', 'move')).toEqual({
      status: 0,
      text: 'Moved 1 devices from dealer to customer',
    });
    await old.waitUntil('it is gone', ({ removed }) => removed.includes(trackerId));
    await next.waitUntil('it arrives', ({ trackers }) => trackers.get(trackerId)?.label === '7');
    await expect(dealer.call('queryTrackerById', { trackerId })).rejects.toMatchObject(unknown);
    expect(await customer.call('queryTrackerById', { trackerId })).toMatchObject({
      groupId: null,
      realmDetails: 'Customer',
      trackerStatusDto: { speed: 36 },
    });
    expect(await countPositions(trackerId)).toBe(1);

    await device.reply(device.report(report({ time: world.clock.now() - 1_000, fix: { speed: 72 } })));
    await next.waitUntil('it reports', ({ states }) => states.get(trackerId)?.speed === 72);
    expect(old.states.has(trackerId)).toBe(false);
    old.close();
    next.close();

    const audited = { action: 'operator', after: { command: 'move-devices', history: 'move' } };
    for (const person of [dealer, customer]) {
      const { list } = await person.call('queryAuditLog', { pageSize: 5 });
      expect(list.find(({ action }) => action === 'operator')).toMatchObject(audited);
    }
    expect(await move('dealer', 'customer', imei, '--history', 'move')).toEqual({
      status: 0,
      text: 'Moved 0 devices from dealer to customer\n1 devices were there already',
    });
    expect(await countPositions(trackerId)).toBe(2);
  });

  test('without their history under new ids', async () => {
    const device = await world.device('gt06', imei);
    await device.reply(device.report(report({ time: world.clock.now() - 10_000 })));
    expect(await move('dealer', 'customer', imei, '--history', 'erase')).toMatchObject({ status: 0 });
    const { list } = await customer.call('queryAllTrackers', {});
    const again = list.find((tracker) => tracker.imei === imei);
    expect(again).toMatchObject({
      label: '7',
      activation: 'unactivated',
      trackerStatusDto: { latitude: null },
    });
    expect(again?.trackerId).not.toBe(trackerId);
    const marked = await sql`select from removed_tracker where tracker_id = ${trackerId}`.execute(
      world.database.db,
    );
    expect(marked.rows).toHaveLength(1);
    const later = await world.device('gt06', imei);
    await later.reply(later.report(report({ time: world.clock.now() - 1_000 })));
    expect(await countPositions(again?.trackerId ?? 0)).toBe(1);
    expect(await move('dealer', 'customer', imei, '--history', 'erase')).toMatchObject({
      text: expect.stringContaining('1 devices were there already'),
    });
  });

  test('of a group with its subgroups, and out of share links', async () => {
    const { groupId } = await dealer.call('createGroup', { groupName: 'Sold' });
    const child = await dealer.call('createGroup', { groupName: 'Sold abroad', parentId: groupId });
    await dealer.call('editTracker', { trackerId, groupId: child.groupId });
    const expireTime = world.clock.now() + 3_600_000;
    await dealer.call('createShareLink', { trackerIds: [trackerId], shareName: 'x', expireTime });
    expect(await move('dealer', 'customer', '--group', 'Sold', '--history', 'move')).toMatchObject({
      text: 'Moved 1 devices from dealer to customer',
    });
    expect(await imeisOf(customer)).toContain(imei);
    const shared = await sql`select from share_tracker where tracker_id = ${trackerId}`.execute(
      world.database.db,
    );
    expect(shared.rows).toHaveLength(0);
  });
});

test.each([
  ['without a choice for the history', ['dealer', 'customer', '--all'], 64, '--history'],
  ['without devices', ['dealer', 'customer', '--history', 'move'], 64, 'name devices'],
  ['to the same account', ['dealer', 'dealer', '--all', '--history', 'move'], 1, 'same account'],
  ['to an unknown account', ['dealer', 'nobody', '--all', '--history', 'move'], 1, 'no such login'],
  ['of an unknown group', ['dealer', 'customer', '--group', 'None', '--history', 'move'], 1, 'no such group'],
])('refuses a move %s', async (_title, args, status, text) => {
  expect(await move(...args)).toMatchObject({ status, text: expect.stringContaining(text) });
  expect(await imeisOf(dealer)).toContain(imei);
});

test('refuses a move with an unknown device completely', async () => {
  const args = ['dealer', 'customer', imei, '404', '--history', 'move'];
  expect(await move(...args)).toMatchObject({ status: 1, text: '404: no such device in dealer' });
  expect(await imeisOf(dealer)).toContain(imei);
});

test('refuses more devices than the account may have', async () => {
  const { accountId } = await (await world.account('Full')).person('full');
  await sql`
    insert into tracker (account_id, name, imei, password)
    select ${accountId}::int, 'full', 'full-' || n, '' from generate_series(1, 200000) n`.execute(
    world.database.db,
  );
  expect(await move('dealer', 'full', imei, '--history', 'move')).toMatchObject({ status: 1 });
  // The same for a transfer by the dealer: the rows of a full account are slow to create.
  await sql`update account set dealer_id = ${dealer.accountId} where account_id = ${accountId}`.execute(
    world.database.db,
  );
  await expect(
    dealer.call('transferTrackers', { trackerIds: [trackerId], accountId, history: 'move' }),
  ).rejects.toMatchObject({ errorName: 'transfer-limit', details: { free: 0 } });
  expect(await imeisOf(dealer)).toContain(imei);
});
