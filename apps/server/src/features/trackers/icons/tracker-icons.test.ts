import { LIMITS } from '@wakeline/contract/limits';
import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { picturesOfIcons } from './tracker-icons.queries.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

/** Creates a red picture, by default wider than high. */
async function createBar(width = 200, height = 100): Promise<File> {
  const png = await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(png)], 'bar.png', { type: 'image/png' });
}

async function uploadIcon(person: Person, iconName: string) {
  return person.call('addTrackerIcon', { iconName, picture: await createBar() });
}

test('converts an icon to a transparent square that devices use by its URL', async () => {
  const { iconId, iconUrl } = await uploadIcon(ada, ' Pilot ');
  const { list, total, abilities } = await ada.call('queryAllTrackerIcons', {});
  expect(total).toBe(ICON_NAMES.length + 1);
  expect(abilities).toEqual({ add: true });
  expect(list.slice(0, ICON_NAMES.length).map(({ iconUrl: name }) => name)).toEqual([...ICON_NAMES]);
  expect(list.at(-1)).toEqual({
    iconId,
    iconName: 'Pilot',
    iconUrl,
    iconType: 'CUSTOM',
    abilities: { remove: true },
  });

  const response = await fetch(`${world.url}${iconUrl}`);
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([80, 80, 4]);
  const pixel = (x: number, y: number) => [...data.subarray((y * 80 + x) * 4, (y * 80 + x) * 4 + 4)];
  // 200 by 100 scaled into 80 by 80 is 40 high: 20 rows above it are transparent.
  expect(pixel(40, 40)).toEqual([255, 0, 0, 255]);
  expect(pixel(40, 10)[3]).toBe(0);

  const iconDto = { iconUrl, iconType: 'CUSTOM' as const };
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Pilot boat', imei: 'p-1', iconDto });
  expect((await ada.call('queryTrackerById', { trackerId })).iconDto).toEqual(iconDto);
  // The database stores a reference: the URL depends on the prefix of the service.
  const row = await world.database.db
    .selectFrom('tracker')
    .select('icon_url')
    .where('tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  expect(row.icon_url).toMatch(/^file:/);
  const storedFile = await world.database.db
    .transaction()
    .execute((tx) => picturesOfIcons(tx, [row.icon_url.slice('file:'.length), 'other']));
  expect([...storedFile]).toEqual([row.icon_url.slice('file:'.length)]);
});

test('replaces a deleted icon by the generic one, also on open consoles, and deletes its file', async () => {
  const { iconId, iconUrl } = await uploadIcon(ada, 'Short-lived');
  const iconDto = { iconUrl, iconType: 'CUSTOM' as const };
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Changing', imei: 'c-1' });
  const console = await ada.console();
  await console.waitUntilLive();
  await ada.call('editTracker', { trackerId, iconDto });
  await console.waitUntil('the tracker has the icon', ({ trackers }) => {
    return trackers.get(trackerId)?.iconDto.iconUrl === iconUrl;
  });
  const entry = (await ada.call('queryAuditLog', { pageSize: 1 })).list[0];
  expect(entry).toMatchObject({ action: 'editTracker', after: { icon: 'Short-lived', iconType: 'CUSTOM' } });

  console.changes.length = 0;
  await ada.call('deleteTrackerIcon', { iconId });
  await console.waitUntil('the tracker has the generic icon', ({ trackers, changes }) => {
    return trackers.get(trackerId)?.iconDto.iconUrl === 'generic' && changes.includes('icons');
  });
  expect(console.trackers.get(trackerId)?.iconDto).toEqual({ iconUrl: 'generic', iconType: 'STANDARD' });
  expect((await fetch(`${world.url}${iconUrl}`)).status).toBe(404);
  expect((await ada.call('queryAuditLog', { pageSize: 1 })).list[0]).toMatchObject({
    action: 'deleteTrackerIcon',
    target: 'Short-lived',
    before: { trackers: 1 },
  });
  await expect(ada.call('deleteTrackerIcon', { iconId })).rejects.toMatchObject({
    errorName: 'icon-unknown',
  });
});

test('keeps an external icon URL that a device already has, but accepts no new one', async () => {
  const iconUrl = 'https://icons.example/car.png';
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Older', imei: 'b-1' });
  await world.database.db
    .updateTable('tracker')
    .set({ icon_url: iconUrl, icon_type: 'CUSTOM' })
    .where('tracker_id', '=', trackerId)
    .execute();
  const iconDto = { iconUrl, iconType: 'CUSTOM' as const };
  await ada.call('editTracker', { trackerId, iconDto, note: 'new' });
  expect(await ada.call('queryTrackerById', { trackerId })).toMatchObject({ iconDto, note: 'new' });
  const other = await ada.call('addTracker', { trackerName: 'Other', imei: 'b-2' });
  for (const call of [
    () => ada.call('editTracker', { trackerId: other.trackerId, iconDto }),
    () => ada.call('editTracker', { trackerId, iconDto: { ...iconDto, iconUrl: `${iconUrl}?2` } }),
    () => ada.call('addTracker', { trackerName: 'x', imei: 'b-3', iconDto }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'icon-unknown' });
  }
  await ada.call('editTracker', { trackerId, iconDto: { iconUrl: 'boat', iconType: 'STANDARD' } });
  await expect(ada.call('editTracker', { trackerId, iconDto })).rejects.toMatchObject({
    errorName: 'icon-unknown',
  });
});

test('refuses icons of other accounts, external URLs and deleted icons', async () => {
  const eve = await (await world.account('airfield')).person('eve');
  const foreign = await uploadIcon(eve, 'Foreign');
  const deletedIcon = await uploadIcon(ada, 'Gone');
  await ada.call('deleteTrackerIcon', { iconId: deletedIcon.iconId });
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Plain', imei: 'q-1' });
  const addresses = [foreign.iconUrl, deletedIcon.iconUrl, 'https://example.org/a.png', 'car'];
  for (const iconUrl of addresses) {
    const iconDto = { iconUrl, iconType: 'CUSTOM' as const };
    for (const call of [
      () => ada.call('editTracker', { trackerId, iconDto }),
      () => ada.call('addTracker', { trackerName: 'x', imei: 'q-2', iconDto }),
    ]) {
      await expect(call()).rejects.toMatchObject({ errorName: 'icon-unknown' });
    }
  }
  const own = await uploadIcon(ada, 'Own');
  const row = (imei: string, iconUrl: string) => ({
    trackerName: imei,
    imei,
    iconDto: { iconUrl, iconType: 'CUSTOM' },
  });
  const { added, failed } = await ada.call('batchAddTrackers', {
    trackers: [row('q-3', own.iconUrl), row('q-4', foreign.iconUrl)],
  });
  expect(added.map((one) => one.row)).toEqual([1]);
  expect(failed).toMatchObject([{ row: 2, error: 'icon-unknown' }]);
  await expect(ada.call('deleteTrackerIcon', { iconId: foreign.iconId })).rejects.toMatchObject({
    errorName: 'icon-unknown',
  });
});

test('refuses invalid pictures with named errors and stores nothing', async () => {
  const before = await ada.call('queryAllTrackerIcons', {});
  const text = new File(['no picture'], 'icon.png', { type: 'image/png' });
  await expect(ada.call('addTrackerIcon', { iconName: 'Renamed', picture: text })).rejects.toMatchObject({
    errorName: 'picture-type',
  });
  const completeFile = Buffer.from(await (await createBar()).arrayBuffer());
  const half = new File([new Uint8Array(completeFile.subarray(0, completeFile.length / 2))], 'icon.png');
  await expect(ada.call('addTrackerIcon', { iconName: 'Half', picture: half })).rejects.toMatchObject({
    errorName: 'picture-broken',
  });
  const large = new File([new Uint8Array(LIMITS.pictureBytes + 1)], 'icon.png');
  await expect(ada.call('addTrackerIcon', { iconName: 'Large', picture: large })).rejects.toMatchObject({
    errorName: 'picture-too-large',
  });
  // More than 30 million pixels, in a few kilobytes.
  const wide = await createBar(31_000, 1_000);
  await expect(ada.call('addTrackerIcon', { iconName: 'Wide', picture: wide })).rejects.toMatchObject({
    errorName: 'picture-pixels',
  });
  const tall = await createBar(1, 16_385);
  await expect(ada.call('addTrackerIcon', { iconName: 'Tall', picture: tall })).rejects.toMatchObject({
    errorName: 'picture-side',
  });
  expect(await ada.call('queryAllTrackerIcons', {})).toEqual(before);
});

test('limits the icons of an account', async () => {
  const full = await (await world.account('full')).person('full holder');
  await sql`
    with files as (
      insert into stored_file (file_id, account_id, kind, media_type, name, bytes, sha256, created_at)
      select 'full-' || n, ${full.accountId}, 'picture', 'image/png', 'trackerIcon', 1, ''::bytea, now()
      from generate_series(1, ${LIMITS.iconsPerAccount}) n returning file_id)
    insert into tracker_icon (account_id, name, file_id) select ${full.accountId}, 'x', file_id from files`.execute(
    world.database.db,
  );
  await expect(uploadIcon(full, 'One more')).rejects.toMatchObject({ errorName: 'icon-limit' });
});

test('lets users with some groups add icons but not delete them', async () => {
  const harbour = await world.account('harbour');
  const { groupId } = await ada.call('createGroup', { groupName: 'Some' });
  const bo = await harbour.person('bo', { permission: 'editor', groupIds: [groupId] });
  const { iconId } = await uploadIcon(bo, 'Pilots');
  const { list } = await bo.call('queryAllTrackerIcons', {});
  expect(list.find((icon) => icon.iconId === iconId)?.abilities).toEqual({ remove: false });
  await expect(bo.call('deleteTrackerIcon', { iconId })).rejects.toMatchObject({ errorName: 'not-allowed' });
});
