import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '../../../ingest/testing/reports.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const IMEI = '13912345678';

let world: World;
let account: WorldAccount;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  account = await world.account('harbour');
  trackerId = await account.tracker(IMEI, 'Gull');
  const device = await world.device('jt808', IMEI);
  await device.reply(device.report(report({ time: world.clock.now() })));
});
afterAll(() => world.stop());

test('shows an editor the connection and messages of a device', async () => {
  const editor = await account.person('editor', { permission: 'editor' });
  const { connection, list, recordedSince } = await editor.call('loadGPSTrackerMsg', { trackerId });
  expect(connection).toMatchObject({ protocol: 'jt808', transport: 'tcp', until: null });
  expect(list.map(({ kind }) => kind)).toEqual([
    'reply',
    'report',
    'reply',
    'authenticate',
    'reply',
    'register',
  ]);
  expect(recordedSince).toBe(world.clock.now());
});

test('refuses a viewer, a user of another account, and an editor of other groups', async () => {
  const viewer = await account.person('viewer', { permission: 'viewer' });
  await expect(viewer.call('loadGPSTrackerMsg', { trackerId })).rejects.toMatchObject({
    errorName: 'not-allowed',
  });
  const otherUser = await (await world.account('airfield')).person('otherUser');
  const holder = await account.person('holder');
  const { groupId } = await holder.call('createGroup', { groupName: 'Others' });
  const scoped = await account.person('scoped', { permission: 'editor', groupIds: [groupId] });
  for (const person of [otherUser, scoped]) {
    await expect(person.call('loadGPSTrackerMsg', { trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
  }
});

test('hides what a device sends after its validity until it is renewed', async () => {
  const holder = await account.person('holder');
  const setValidity = (valid_until: Date | null) =>
    world.database.db.updateTable('tracker').set({ valid_until }).where('imei', '=', IMEI).execute();
  const now = world.clock.now();
  await setValidity(new Date(now));
  const hidden = await holder.call('loadGPSTrackerMsg', { trackerId });
  expect(hidden).toMatchObject({ hiddenSince: now, list: [], connection: { until: null } });
  await setValidity(null);
  const renewed = await holder.call('loadGPSTrackerMsg', { trackerId });
  expect(renewed).toMatchObject({ hiddenSince: null });
  expect(renewed.list).toHaveLength(6);
});

test('says that a server that receives no reports has no messages', async () => {
  const standby = await startWorld({ sharesDatabaseWith: world });
  const person = await (await standby.account('marina')).person('standby holder');
  const { trackerId: other } = await person.call('addTracker', { trackerName: 'Tern', imei: '13900000007' });
  expect(await person.call('loadGPSTrackerMsg', { trackerId: other })).toEqual({
    recordedSince: null,
    connection: null,
    hiddenSince: null,
    list: [],
  });
  await standby.stop();
});
