import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFolderStorage, pathOf } from '../../files/folder-storage.ts';
import { sweepFiles } from '../../files/sweep.ts';
import { photosOfPeople } from '../../people/photos.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`race ${count}`);
  ada = await account.person(`ada ${count}`);
});

async function pictureOf(width: number, height: number): Promise<File> {
  const create = { width, height, channels: 3, background: '#20c023' } as const;
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], 'face.jpg');
}
const upload = async (person = ada) =>
  (await person.call('uploadPersonPhoto', { picture: await pictureOf(1_280, 960) })).photoUrl;
const fetchAs = async (url: string, person: Person | null) =>
  fetch(
    world.url + url,
    person === null ? {} : { headers: { authorization: `Bearer ${await person.token()}` } },
  );
const hasContent = (url: string) =>
  existsSync(pathOf(join(world.dataDir, 'files'), url.slice(url.lastIndexOf('/') + 1)));
const sweep = (now: number) =>
  sweepFiles({
    db: world.database.db,
    storage: createFolderStorage(join(world.dataDir, 'files')),
    now,
    usedPictureQueries: [photosOfPeople],
  });

test('scales a photo, and sends it only to users of the account who may see people', async () => {
  const photoUrl = await upload();
  const { personId } = await ada.call('createPeople', { personName: 'Li Na', photoUrl });
  const { list } = await ada.call('queryPeoplesByPage', {});
  expect(list).toMatchObject([{ personId, photoUrl }]);
  const response = await fetchAs(photoUrl, ada);
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([format, width, height]).toEqual(['webp', 640, 480]);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const pilot = await account.person(`pilot ${count}`, { roles: ['eob_plugin_task'] });
  const outsider = await (await world.account('outside')).person('outsider');
  for (const other of [null, pilot, outsider]) expect((await fetchAs(photoUrl, other)).status).toBe(404);
});

describe('deletes the photo', () => {
  test('when the person has another one, and when the person is deleted', async () => {
    const [first, second] = [await upload(), await upload()];
    const { personId } = await ada.call('createPeople', { personName: 'Li Na', photoUrl: first });
    await ada.call('editPeople', { personId, personName: 'Li Na', photoUrl: first, note: 'kept' });
    expect(hasContent(first)).toBe(true);
    await ada.call('editPeople', { personId, personName: 'Li Na', photoUrl: second });
    expect([hasContent(first), hasContent(second)]).toEqual([false, true]);
    // Another person has the same photo.
    const other = await ada.call('createPeople', { personName: 'Li Na 2', photoUrl: second });
    await ada.call('batchDeletePeople', { personIds: [personId] });
    expect(hasContent(second)).toBe(true);
    await ada.call('batchDeletePeople', { personIds: [other.personId] });
    expect(hasContent(second)).toBe(false);
    const { rows } = await sql`select from stored_file where account_id = ${account.accountId}`.execute(
      world.database.db,
    );
    expect(rows).toEqual([]);
  });

  test('a day after its upload, unless a person has it', async () => {
    const [used, unused] = [await upload(), await upload()];
    await ada.call('createPeople', { personName: 'Li Na', photoUrl: used });
    await sweep(world.clock.now() + DAY / 2);
    expect([hasContent(used), hasContent(unused)]).toEqual([true, true]);
    await sweep(world.clock.now() + 2 * DAY);
    expect([hasContent(used), hasContent(unused)]).toEqual([true, false]);
  });
});

describe('refuses', () => {
  test('a file that is no picture, is too large, or has too many pixels', async () => {
    const send = (picture: File) => ada.call('uploadPersonPhoto', { picture });
    for (const [picture, errorName] of [
      [new File(['GIF89a'], 'face.gif'), 'picture-type'],
      [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'face.png'), 'picture-type'],
      [new File([new Uint8Array(4 * 1_048_576 + 1)], 'face.png'), 'picture-too-large'],
      [await pictureOf(16_385, 8), 'picture-side'],
      [new File([(await (await pictureOf(64, 64)).bytes()).slice(0, 100)], 'face.jpg'), 'picture-broken'],
    ] as const)
      await expect(send(picture)).rejects.toMatchObject({ errorName });
  });

  test('photos of another account, pictures of other kinds and other addresses', async () => {
    const outsider = await (await world.account('outside')).person('outsider');
    const icon = await ada.call('uploadMapPicture', { use: 'icon', picture: await pictureOf(60, 60) });
    for (const photoUrl of [
      await upload(outsider),
      icon.url,
      'https://example.org/face.png',
      '/service/files/x',
    ])
      await expect(ada.call('createPeople', { personName: 'Li Na', photoUrl })).rejects.toMatchObject({
        errorName: 'picture-unknown',
      });
  });

  test('more unused photos than an account may have', async () => {
    await sql`
      insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at)
      select md5(${String(count)} || i), ${account.accountId}, 'portrait', null, 'image/webp', 'person', 1, '\\x00', now(),
        null
      from generate_series(1, 500) i`.execute(world.database.db);
    await expect(upload()).rejects.toMatchObject({ errorName: 'person-photo-limit' });
  });
});
