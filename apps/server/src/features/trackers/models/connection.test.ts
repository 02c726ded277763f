import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

/** The servers of tests listen on free ports, which the configuration has as 0. */
const PORT = 0;
let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_DEVICE_PUBLIC_HOST: 'gps.example.org' } });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

async function helpFor(form: { imei: string; model: string; protocol?: 'gt06' | 'osmand' | null }) {
  const { trackerId } = await ada.call('addTracker', { trackerName: form.imei, ...form });
  return ada.call('queryConnectionHelp', { trackerId });
}

test('has the text messages of the model with the public host', async () => {
  expect(await helpFor({ imei: 'h-1', model: 'gt06n' })).toEqual({
    host: 'gps.example.org',
    modelName: 'gt06n',
    setup: 'concox',
    ports: [{ protocol: 'gt06', port: PORT }],
    messages: [
      { step: 'timeZone', text: 'GMT,E,0#' },
      { step: 'apn', text: 'APN,{apn}#' },
      { step: 'server', text: `SERVER,1,gps.example.org,${PORT},0#` },
      { step: 'dataMode', text: 'GPRSON,1#' },
      { step: 'check', text: 'GPRSSET#' },
    ],
    defaultPassword: null,
    app: null,
    keyRequired: false,
  });
});

test('has a code with the identifier of the device for Traccar Client', async () => {
  expect(await helpFor({ imei: 'phone-7', model: 'Traccar Client' })).toMatchObject({
    setup: 'traccarClient',
    ports: [{ protocol: 'osmand' }],
    messages: [],
    app: {
      url: `http://gps.example.org:${PORT}/`,
      scan: `http://gps.example.org:${PORT}/?id=phone-7`,
    },
    keyRequired: false,
  });
});

test('names the ports of all protocols without a model, and of the chosen protocol', async () => {
  const all = await helpFor({ imei: 'h-2', model: 'free text' });
  expect(all).toMatchObject({ setup: null, messages: [], app: null });
  expect(all.ports.map(({ protocol }) => protocol)).toEqual(PROTOCOL_NAMES);
  const chosen = await helpFor({ imei: 'h-3', model: '', protocol: 'osmand' });
  expect(chosen.ports.map(({ protocol }) => protocol)).toEqual(['osmand']);
  expect((await ada.call('queryConnectionHelp', {})).ports).toHaveLength(PROTOCOL_NAMES.length);
});

test('uses the setup of the model on which an own model is based', async () => {
  await ada.call('addTrackModel', { modelName: 'Yellow box', basedOn: 'G10LS' });
  expect(await ada.call('queryConnectionHelp', { modelName: 'YELLOW BOX' })).toMatchObject({
    setup: 'g10ls',
    ports: [{ protocol: 'jt808' }],
    defaultPassword: '123456',
  });
});

test('has no settings of an app for a device that may report over another protocol only', async () => {
  const help = await helpFor({ imei: 'h-4', model: 'OsmAnd', protocol: 'gt06' });
  expect(help).toMatchObject({ ports: [{ protocol: 'gt06' }], app: null });
});

test('says whether reports need the key of the device', async () => {
  const eve = await (await world.account('airfield')).person('eve');
  await world.database.db
    .updateTable('account')
    .set({ device_auth: true })
    .where('account_id', '=', eve.accountId)
    .execute();
  expect(await eve.call('queryConnectionHelp', { modelName: 'OsmAnd' })).toMatchObject({
    keyRequired: true,
    app: { url: expect.stringContaining('?id={id}&key={key}&lat={0}') as unknown, scan: null },
  });
  expect((await eve.call('queryConnectionHelp', { modelName: 'GT06N' })).keyRequired).toBe(false);
});

test('has the key of the device only for users who may read it', async () => {
  const eve = await (await world.account('airfield')).person('eve');
  await world.database.db
    .updateTable('account')
    .set({ device_auth: true })
    .where('account_id', '=', eve.accountId)
    .execute();
  const form = { trackerName: 'Phone', imei: 'phone-8', model: 'Traccar Client' };
  const { trackerId } = await eve.call('addTracker', form);
  const { key } = await eve.call('queryTrackerKey', { trackerId });
  const url = `https://gps.example.org/?key=${key}`;
  expect((await eve.call('queryConnectionHelp', { trackerId })).app).toEqual({
    url,
    scan: `org.traccar.client://config?url=${encodeURIComponent(url)}&id=phone-8`,
  });
  const viewer = await (await world.account('airfield')).person('viewer', { permission: 'viewer' });
  expect((await viewer.call('queryConnectionHelp', { trackerId })).app).toEqual({
    url: 'https://gps.example.org/?key={key}',
    scan: null,
  });
});

test('refuses devices of other accounts and groups, and unknown ones', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'North' });
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Outside', imei: 'h-5' });
  const eve = await (await world.account('airfield')).person('eve');
  const confined = await (await world.account('harbour')).person('north', { groupIds: [groupId] });
  const unknown = { errorName: 'tracker-unknown' };
  await expect(eve.call('queryConnectionHelp', { trackerId })).rejects.toMatchObject(unknown);
  await expect(confined.call('queryConnectionHelp', { trackerId })).rejects.toMatchObject(unknown);
  await expect(ada.call('queryConnectionHelp', { trackerId: 2_147_483_647 })).rejects.toMatchObject(unknown);
});

test('names the host of the console without a setting', async () => {
  const other = await startWorld();
  try {
    const bob = await (await other.account('harbour')).person('bob');
    expect((await bob.call('queryConnectionHelp', {})).host).toBe('127.0.0.1');
  } finally {
    await other.stop();
  }
});
