import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { report } from '../../../ingest/testing/reports.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let holder: Person;
let pilots: number;
let made = 0;
let gull: number;
let tern: number;

async function createDevice(trackerName: string, groupId?: number): Promise<number> {
  made += 1;
  return (await holder.call('addTracker', { trackerName, imei: `52-${made}`, groupId })).trackerId;
}

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  pilots = (await holder.call('createGroup', { groupName: 'Pilots' })).groupId;
});
afterAll(() => world.stop());
beforeEach(async () => {
  gull = await createDevice(`Gull ${made}`, pilots);
  tern = await createDevice(`Tern ${made}`);
});

async function entryOf(action: string) {
  const { list } = await holder.call('queryAuditLog', { pageSize: 5 });
  return list.find((entry) => entry.action === action);
}

async function readDevice(trackerId: number) {
  const { list } = await holder.call('queryDeviceDtosByPage', { pageSize: 1_000 });
  return list.find((device) => device.trackerId === trackerId);
}

describe('a batch change', () => {
  test('gives ticked devices the same values, with one audit entry', async () => {
    const console = await holder.console();
    await console.waitUntilLive();
    const validUntil = world.clock.now() + 1_000;
    const values = { model: 'GT06N', validUntil, note: 'spare', protocol: 'gt06' as const };
    const iconDto = { iconUrl: 'boat', iconType: 'STANDARD' as const };
    const change = { ...values, groupId: pilots, iconDto, password: '654321' };
    const trackerIds = [tern, gull, tern];
    expect(await holder.call('batchEditTrackers', { trackerIds, change })).toEqual({ count: 2 });
    for (const trackerId of [gull, tern]) {
      expect(await readDevice(trackerId)).toMatchObject({ ...values, groupId: pilots, iconDto });
    }
    const passwords = await sql<{ password: string }>`
      select password from tracker where tracker_id = any (${trackerIds}::int[])`.execute(world.database.db);
    expect(passwords.rows).toEqual([{ password: '654321' }, { password: '654321' }]);
    const entry = await entryOf('batchEditTrackers');
    expect(entry).toMatchObject({
      target: expect.stringMatching(/^Gull \d+, Tern \d+$/),
      after: { ...values, group: 'Pilots', icon: 'boat', password: 'changed' },
    });
    expect(JSON.stringify(entry)).not.toContain('654321');
    await console.waitUntil('the change arrives', ({ trackers }) => trackers.get(tern)?.note === 'spare');
    console.close();
  });

  test('applies to all devices that match a filter, if as many match as confirmed', async () => {
    const deviceFilter = { keywords: `${made - 2}`, groupId: pilots };
    const { total: count } = await holder.call('queryDeviceDtosByPage', { deviceFilter });
    const changed = { deviceFilter, change: { note: 'matched' } };
    await expect(holder.call('batchEditTrackers', { ...changed, count: count + 1 })).rejects.toMatchObject({
      errorName: 'selection-changed',
      details: { count },
    });
    expect(await readDevice(gull)).toMatchObject({ note: '' });
    expect(await holder.call('batchEditTrackers', { ...changed, count })).toEqual({ count });
    expect(await readDevice(gull)).toMatchObject({ note: 'matched' });
    expect(await readDevice(tern)).toMatchObject({ note: '' });
  });

  test('of group and icon leaves the other fields', async () => {
    await holder.call('batchEditTrackers', { trackerIds: [gull], change: { note: 'kept' } });
    await holder.call('batchEditGroupAndIcon', { trackerIds: [gull], groupId: null });
    expect(await readDevice(gull)).toMatchObject({ groupId: null, note: 'kept' });
    expect(await entryOf('batchEditGroupAndIcon')).toMatchObject({ after: { group: null } });
  });
});

describe('a batch change is refused', () => {
  const change = { note: 'never' };

  test.each([
    ['with nothing ticked', { trackerIds: [] }, 'devices-unticked'],
    ['without a selection', {}, 'devices-unticked'],
    ['if nothing matches', { deviceFilter: { keywords: 'nowhere' }, count: 0 }, 'devices-unticked'],
    ['with a filter without the confirmed number', { deviceFilter: {} }, 'field-invalid'],
    ['with both kinds of selection', { deviceFilter: {}, count: 1, trackerIds: [1] }, 'field-invalid'],
    ['for an unknown device', { trackerIds: [999_999] }, 'tracker-unknown'],
    ['for an unknown group in the filter', { deviceFilter: { groupId: 999_999 }, count: 1 }, 'group-unknown'],
  ])('%s', async (_title, selection, errorName) => {
    await expect(holder.call('batchEditTrackers', { ...selection, change })).rejects.toMatchObject({
      errorName,
    });
    await expect(holder.call('batchRemoveTracker', selection)).rejects.toMatchObject({ errorName });
  });

  test('for more ticked devices than the limit', async () => {
    const trackerIds = Array.from({ length: 10_001 }, (_, index) => index + 1);
    await expect(holder.call('batchRemoveTracker', { trackerIds })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('without fields, for an unknown group and for an unknown icon', async () => {
    const trackerIds = [gull];
    const iconDto = { iconUrl: '/service/files/unknown', iconType: 'CUSTOM' as const };
    for (const [fields, errorName] of [
      [{}, 'field-invalid'],
      [{ groupId: 999_999 }, 'group-unknown'],
      [{ iconDto }, 'icon-unknown'],
    ] as const) {
      const refused = { errorName };
      await expect(holder.call('batchEditTrackers', { trackerIds, change: fields })).rejects.toMatchObject(
        refused,
      );
      await expect(holder.call('batchEditGroupAndIcon', { trackerIds, ...fields })).rejects.toMatchObject(
        refused,
      );
    }
  });

  test('completely if one device is outside the groups of the user, as is a group outside them', async () => {
    const scoped = await harbour.person('scoped', { permission: 'editor', groupIds: [pilots] });
    const unknown = { errorName: 'tracker-unknown' };
    const trackerIds = [gull, tern];
    await expect(scoped.call('batchEditTrackers', { trackerIds, change })).rejects.toMatchObject(unknown);
    await expect(scoped.call('batchRemoveTracker', { trackerIds })).rejects.toMatchObject(unknown);
    expect(await readDevice(gull)).toMatchObject({ note: '' });
    await expect(
      scoped.call('batchEditGroupAndIcon', { trackerIds: [gull], groupId: null }),
    ).rejects.toMatchObject({ errorName: 'group-unknown' });
  });

  test('for devices of another account', async () => {
    const outsider = await (await world.account('other')).person('outsider');
    const unknown = { errorName: 'tracker-unknown' };
    const trackerIds = [gull];
    await expect(outsider.call('batchEditTrackers', { trackerIds, change })).rejects.toMatchObject(unknown);
    await expect(outsider.call('batchEditGroupAndIcon', { trackerIds })).rejects.toMatchObject(unknown);
    await expect(outsider.call('batchRemoveTracker', { trackerIds })).rejects.toMatchObject(unknown);
    expect(await readDevice(gull)).toMatchObject({ note: '' });
  });

  test('once the right is withdrawn', async () => {
    const editor = await harbour.person('editor', { permission: 'editor' });
    await editor.call('batchEditTrackers', { trackerIds: [gull], change: { note: 'first' } });
    await sql`update app_user set permission = 'viewer' where user_id = ${editor.userId}`.execute(
      world.database.db,
    );
    const refused = { errorName: 'not-allowed' };
    await expect(editor.call('batchEditTrackers', { trackerIds: [gull], change })).rejects.toMatchObject(
      refused,
    );
    await expect(editor.call('batchRemoveTracker', { trackerIds: [gull] })).rejects.toMatchObject(refused);
    expect(await readDevice(gull)).toMatchObject({ note: 'first' });
  });
});

describe('a batch removal', () => {
  async function countPositions(trackerId: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from position where tracker_id = ${trackerId}`.execute(world.database.db);
    return rows[0]?.count ?? 0;
  }

  async function settled(): Promise<void> {
    await expect
      .poll(async () => (await holder.call('queryAllTaskProgress', {})).isSelect, { timeout: 30_000 })
      .toBe(false);
  }

  test('removes the devices at once and then their history', async () => {
    const imei = '860000000000520';
    const { trackerId } = await holder.call('addTracker', { trackerName: 'Reporter', imei });
    const device = await world.device('gt06', imei);
    await device.reply(device.report(report({ time: world.clock.now() - 1_000 })));
    expect(await countPositions(trackerId)).toBe(1);
    const console = await holder.console();
    await console.waitUntilLive();
    expect(await holder.call('batchRemoveTracker', { trackerIds: [trackerId, gull] })).toEqual({ count: 2 });
    expect(await readDevice(gull)).toBeUndefined();
    await console.waitUntil(
      'both are removed',
      ({ removed }) => removed.includes(gull) && removed.includes(trackerId),
    );
    console.close();
    await settled();
    expect(await countPositions(trackerId)).toBe(0);
    expect(await entryOf('batchRemoveTracker')).toMatchObject({
      target: expect.stringContaining('Reporter'),
      before: { trackers: [expect.stringMatching(/^Gull/), `Reporter (${imei})`] },
    });
  });

  function insertMany(name: string, count: number) {
    return sql<{ tracker_id: number }>`
      insert into tracker (account_id, group_id, name, imei, password)
      select ${harbour.accountId}::int, ${pilots}::int, ${name} || n, ${name} || n, 'x'
      from generate_series(1, ${count}::int) n returning tracker_id`.execute(world.database.db);
  }

  /** Removes 2,500 devices with a task, and withdraws rights while it is about to commit the first 500. */
  async function withdrawDuringRemoval(name: string, withdraw: (person: Person) => Promise<unknown>) {
    const person = await harbour.person(name, { permission: 'editor', groupIds: [pilots] });
    await person.signIn();
    await insertMany(`${name}-`, 2_500);
    const deviceFilter = { keywords: `${name}-` };
    const { db } = world.database;
    let withdrawn = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      /** A transaction that waits for a row holds the lock of its tuple. */
      const hasLock = async (table: string, condition: 'tuple' | 'relation') =>
        (
          await sql`
            select from pg_locks where relation = ${table}::regclass and locktype = ${condition}
              and (locktype = 'tuple' or not granted)
              and database = (select oid from pg_database where datname = current_database())`.execute(tx)
        ).rows.length > 0;
      await sql`lock table removed_tracker in share row exclusive mode`.execute(tx);
      await person.call('batchRemoveTracker', { deviceFilter, count: 2_500 });
      await expect.poll(() => hasLock('removed_tracker', 'relation'), { timeout: 30_000 }).toBe(true);
      let isDone = false;
      withdrawn = withdraw(person).then(() => {
        isDone = true;
      });
      const isWithdrawing = async () => isDone || (await hasLock('app_user', 'tuple'));
      await expect.poll(isWithdrawing, { timeout: 30_000 }).toBe(true);
    });
    await withdrawn;
    await expect
      .poll(async () => (await person.call('queryAllTaskProgress', {})).isSelect, { timeout: 30_000 })
      .toBe(false);
    const { list } = await person.call('queryAllTaskProgress', {});
    expect(list[0]).toMatchObject({ state: 'failed', reason: 'You are not allowed to do this' });
    expect(await holder.call('queryDeviceDtosByPage', { deviceFilter })).toMatchObject({ total: 2_000 });
    expect((await sql`select from removed_tracker`.execute(db)).rows).toEqual([]);
    expect(await entryOf('batchRemoveTracker')).toMatchObject({ after: { removed: 500, remaining: 2_000 } });
  }

  test('stops with an error when the right is withdrawn, and leaves the other devices complete', async () => {
    await withdrawDuringRemoval('withdrawn', (person) =>
      sql`update app_user set permission = 'viewer' where user_id = ${person.userId}`.execute(
        world.database.db,
      ),
    );
  });

  test('stops with an error when the devices leave the groups of the requester', async () => {
    await withdrawDuringRemoval('regrouped', (person) =>
      sql`delete from user_group where user_id = ${person.userId}`.execute(world.database.db),
    );
  });

  test('of more than 2000 devices is done by a task', async () => {
    await insertMany('bulk-', 2_001);
    const deviceFilter = { keywords: 'bulk-' };
    expect(await holder.call('batchRemoveTracker', { deviceFilter, count: 2_001 })).toEqual({ count: 2_001 });
    await settled();
    expect(await holder.call('queryDeviceDtosByPage', { deviceFilter })).toMatchObject({ total: 0 });
    expect(await readDevice(gull)).toBeDefined();
    const { list } = await holder.call('queryAllTaskProgress', {});
    expect(list[0]).toMatchObject({
      kind: 'removeTrackers',
      name: 'Remove 2001 devices and their tracks',
      state: 'done',
      totalNum: 2_001,
    });
    const { rows } = await sql`select from removed_tracker`.execute(world.database.db);
    expect(rows).toEqual([]);
    expect(await entryOf('batchRemoveTracker')).toMatchObject({ before: { count: 2_001 } });
  });
});
