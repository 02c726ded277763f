import { LIMITS } from '@wakeline/contract/limits';
import { DEVICE_MODELS } from '@wakeline/domain/devices/models';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { registeredTrackers } from '../../../trackers/registered.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

async function addTracker(person: Person, imei: string, model: string): Promise<number> {
  return (await person.call('addTracker', { trackerName: imei, imei, model })).trackerId;
}

async function findModel(person: Person, modelName: string) {
  const { list } = await person.call('queryAllTrackModel', {});
  return list.find((model) => model.modelName === modelName);
}

async function modelOf(trackerId: number): Promise<string> {
  return (await ada.call('queryTrackerById', { trackerId })).model;
}

/** The registered protocol and the model by which the engine decodes. */
async function readRegistered(trackerId: number) {
  return registeredTrackers(world.database.db).where('tracker_id', '=', trackerId).executeTakeFirstOrThrow();
}

test('lists the catalogue, and an own model instead of one with the same name', async () => {
  const before = await ada.call('queryAllTrackModel', {});
  expect(before.list.map(({ modelName }) => modelName)).toEqual(DEVICE_MODELS.map(({ name }) => name));
  expect(before.abilities).toEqual({ add: true });
  expect(before.list.find(({ modelName }) => modelName === 'GT06N')).toMatchObject({
    modelId: null,
    vendor: 'Concox',
    protocol: 'gt06',
    iconDto: { iconUrl: 'car', iconType: 'STANDARD' },
    power: 'wired',
    basedOn: null,
    abilities: { edit: false, remove: false },
  });

  const { modelId } = await ada.call('addTrackModel', {
    modelName: ' at4 ',
    vendor: 'Harbour',
    protocol: 'gt06',
    iconDto: { iconUrl: 'container', iconType: 'STANDARD' },
    power: 'rechargeable',
    basedOn: 'gt06n',
  });
  const { list, total } = await ada.call('queryAllTrackModel', {});
  expect(total).toBe(before.total);
  expect(list[0]).toMatchObject({
    modelId,
    modelName: 'at4',
    vendor: 'Harbour',
    power: 'rechargeable',
    basedOn: 'GT06N',
    devices: 0,
    abilities: { edit: true, remove: true },
  });
  // Its instructions are those of the model on which it is based.
  expect(list[0]?.instructions).toContain('cutOil');
  expect(list.filter(({ modelName }) => modelName.toLowerCase() === 'at4')).toHaveLength(1);
});

test('gives a new device the icon and protocol of its model unless they are given', async () => {
  const byCatalogue = await addTracker(ada, 'd-1', 'gt06n');
  expect(await ada.call('queryTrackerById', { trackerId: byCatalogue })).toMatchObject({
    model: 'gt06n',
    iconDto: { iconUrl: 'car', iconType: 'STANDARD' },
  });
  expect(await ada.call('queryTrackerProtocol', { trackerId: byCatalogue })).toEqual({ protocol: 'gt06' });

  const { trackerId } = await ada.call('addTracker', {
    trackerName: 'd-2',
    imei: 'd-2',
    model: 'GT06N',
    protocol: null,
    iconDto: { iconUrl: 'ship', iconType: 'STANDARD' },
  });
  expect((await ada.call('queryTrackerById', { trackerId })).iconDto.iconUrl).toBe('ship');
  expect(await ada.call('queryTrackerProtocol', { trackerId })).toEqual({ protocol: null });

  const freeText = await addTracker(ada, 'd-3', 'no such model');
  expect(await ada.call('queryTrackerProtocol', { trackerId: freeText })).toEqual({ protocol: null });

  await ada.call('addTrackModel', {
    modelName: 'Buoy',
    protocol: 'jt808',
    iconDto: { iconUrl: 'beacon', iconType: 'STANDARD' },
  });
  const { added } = await ada.call('batchAddTrackers', {
    trackers: [{ trackerName: 'd-4', imei: 'd-4', model: 'buoy' }],
  });
  const byOwn = added[0]?.trackerId ?? 0;
  expect((await ada.call('queryTrackerById', { trackerId: byOwn })).iconDto.iconUrl).toBe('beacon');
  expect(await ada.call('queryTrackerProtocol', { trackerId: byOwn })).toEqual({ protocol: 'jt808' });
});

test('decodes devices of an own model as the model on which it is based', async () => {
  const trackerId = await addTracker(ada, 'e-1', 'Yellow box');
  expect((await readRegistered(trackerId)).model).toBe('Yellow box');
  const { modelId } = await ada.call('addTrackModel', { modelName: 'yellow BOX', basedOn: 'G10LS' });
  expect((await readRegistered(trackerId)).model).toBe('G10LS');
  await ada.call('editTrackModel', { modelId, basedOn: null });
  expect((await readRegistered(trackerId)).model).toBe('Yellow box');
});

test('enters a new name in all devices of the model, also on open consoles', async () => {
  const { modelId } = await ada.call('addTrackModel', { modelName: 'Old name' });
  const renamed = await addTracker(ada, 'r-1', 'OLD NAME');
  const other = await addTracker(ada, 'r-2', 'Old name 2');
  const eve = await (await world.account('airfield')).person('eve');
  const foreign = await addTracker(eve, 'r-3', 'Old name');
  const console = await ada.console();
  await console.waitUntilLive();
  await ada.call('editTrackModel', { modelId, modelName: 'New name' });
  await console.waitUntil('the device has the new name', ({ trackers, changes }) => {
    return trackers.get(renamed)?.model === 'New name' && changes.includes('models');
  });
  expect(await modelOf(other)).toBe('Old name 2');
  expect((await eve.call('queryTrackerById', { trackerId: foreign })).model).toBe('Old name');
  expect((await ada.call('queryAuditLog', { pageSize: 1 })).list[0]).toMatchObject({
    action: 'editTrackModel',
    target: 'Old name',
    before: { modelName: 'Old name' },
    after: { modelName: 'New name', trackers: 1 },
  });
});

test('leaves the name in the devices of a deleted model', async () => {
  const { modelId } = await ada.call('addTrackModel', { modelName: 'Short-lived' });
  const trackerId = await addTracker(ada, 'x-1', 'Short-lived');
  await ada.call('deleteTrackModel', { modelId });
  expect(await modelOf(trackerId)).toBe('Short-lived');
  expect(await findModel(ada, 'Short-lived')).toBeUndefined();
  expect((await ada.call('queryAuditLog', { pageSize: 1 })).list[0]).toMatchObject({
    action: 'deleteTrackModel',
    target: 'Short-lived',
    before: { trackers: 1 },
  });
  await expect(ada.call('deleteTrackModel', { modelId })).rejects.toMatchObject({
    errorName: 'model-unknown',
  });
  await expect(ada.call('editTrackModel', { modelId, vendor: 'x' })).rejects.toMatchObject({
    errorName: 'model-unknown',
  });
});

test('counts the visible devices of each model, names without case', async () => {
  const pier = await world.account('pier');
  const holder = await pier.person('pier holder');
  const { groupId } = await holder.call('createGroup', { groupName: 'North' });
  for (const [index, model] of ['gt06n', 'GT06N', 'free text', ''].entries())
    await holder.call('addTracker', {
      trackerName: `c ${index}`,
      imei: `c-${index}`,
      model,
      groupId: index === 0 ? groupId : null,
    });
  expect(await holder.call('queryAllModels', {})).toEqual({
    list: [
      { modelName: 'GT06N', devices: 2 },
      { modelName: '', devices: 1 },
      { modelName: 'free text', devices: 1 },
    ],
    total: 3,
  });
  expect((await findModel(holder, 'GT06N'))?.devices).toBe(2);
  const confined = await pier.person('north', { permission: 'editor', groupIds: [groupId] });
  expect(await confined.call('queryAllModels', {})).toEqual({
    list: [{ modelName: 'GT06N', devices: 1 }],
    total: 1,
  });
});

test('lets users with some groups add models, but not change them for devices that they cannot see', async () => {
  const quay = await world.account('quay');
  const holder = await quay.person('quay holder');
  const { groupId } = await holder.call('createGroup', { groupName: 'South' });
  const confined = await quay.person('south', { permission: 'editor', groupIds: [groupId] });
  const { modelId } = await confined.call('addTrackModel', { modelName: 'Mine' });
  expect((await findModel(confined, 'Mine'))?.abilities).toEqual({ edit: false, remove: false });
  await expect(confined.call('editTrackModel', { modelId, vendor: 'x' })).rejects.toMatchObject({
    errorName: 'not-allowed',
  });
  await expect(confined.call('deleteTrackModel', { modelId })).rejects.toMatchObject({
    errorName: 'not-allowed',
  });
});

test('refuses a name that the account has, in any case', async () => {
  await ada.call('addTrackModel', { modelName: 'Twice' });
  const { modelId } = await ada.call('addTrackModel', { modelName: 'Once' });
  const taken = { errorName: 'model-name-taken' };
  await expect(ada.call('addTrackModel', { modelName: 'TWICE' })).rejects.toMatchObject(taken);
  await expect(ada.call('editTrackModel', { modelId, modelName: 'twice' })).rejects.toMatchObject(taken);
  // A different spelling of its own name is no conflict.
  await ada.call('editTrackModel', { modelId, modelName: 'ONCE' });
  const eve = await (await world.account('airfield')).person('eve');
  await eve.call('addTrackModel', { modelName: 'Twice' });
});

test('refuses unknown base models, foreign icons and more models than the limit', async () => {
  await expect(ada.call('addTrackModel', { modelName: 'a', basedOn: 'Twice' })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'basedOn' },
  });
  const iconDto = { iconUrl: 'https://example.org/a.png', iconType: 'CUSTOM' as const };
  await expect(ada.call('addTrackModel', { modelName: 'a', iconDto })).rejects.toMatchObject({
    errorName: 'icon-unknown',
  });
  const full = await (await world.account('full')).person('full holder');
  await sql`
    insert into tracker_model (account_id, name)
    select ${full.accountId}, 'model ' || n from generate_series(1, ${LIMITS.modelsPerAccount}) n`.execute(
    world.database.db,
  );
  await expect(full.call('addTrackModel', { modelName: 'one more' })).rejects.toMatchObject({
    errorName: 'model-limit',
  });
});

test('replaces a deleted icon in models', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const picture = new File([new Uint8Array(png)], 'red.png', { type: 'image/png' });
  const { iconId, iconUrl } = await ada.call('addTrackerIcon', { iconName: 'Red', picture });
  const iconDto = { iconUrl, iconType: 'CUSTOM' as const };
  await ada.call('addTrackModel', { modelName: 'Red box', iconDto });
  expect((await findModel(ada, 'Red box'))?.iconDto).toEqual(iconDto);
  const trackerId = await addTracker(ada, 'i-1', 'red box');
  expect((await ada.call('queryTrackerById', { trackerId })).iconDto).toEqual(iconDto);
  await ada.call('deleteTrackerIcon', { iconId });
  expect((await findModel(ada, 'Red box'))?.iconDto).toEqual({ iconUrl: 'generic', iconType: 'STANDARD' });
});
