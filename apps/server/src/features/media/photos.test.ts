import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@wakeline/contract/limits';
import { addressOf, writeFrame } from '@wakeline/protocols/jt808/header';
import { createSamplePhoto } from '@wakeline/protocols/jt808/sample-photo';
import type { TerminalInstruction } from '@wakeline/protocols/protocol';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveMedia } from '../../device-media/move-media.ts';
import { dropOldMedia, filesOfMedia } from '../../device-media/retention.ts';
import type { Files } from '../../files/files.ts';
import { createFolderStorage, pathOf } from '../../files/folder-storage.ts';
import { sweepFiles } from '../../files/sweep.ts';
import type { TestDevice } from '../../ingest/testing/device.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { lockTable } from '../../ingest/testing/lock-table.ts';
import { report } from '../../ingest/testing/reports.ts';
import { filesInFolder } from '../../testing/files.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
let account: WorldAccount;
let holder: Person;
let files: Files;
let devices = 0;
let imei: string;
let trackerId: number;
let device: TestDevice;

beforeAll(async () => {
  world = await startWorld();
  account = await world.account('harbour');
  holder = await account.person('captain');
  const root = join(world.dataDir, 'files');
  const { db } = world.database;
  files = filesInFolder({ db, root, prefix: world.prefix, now: () => world.clock.now() });
});
afterAll(() => world.stop());
beforeEach(async () => {
  devices += 1;
  imei = String(13_912_340_000 + devices);
  trackerId = await account.tracker(imei, `Gull ${devices}`);
  device = await world.device('jt808', imei);
  const fix = { latitude: 36.06, longitude: 120.38 };
  await device.reply(device.report(report({ time: world.clock.now(), fix })));
});

/** The next photo instruction, as the device receives it. Returns its id. */
async function request(channel = 1): Promise<{ instructionId: number; instruction: TerminalInstruction }> {
  const index = device.instructions.length;
  const {
    instructionIds: [instructionId = 0],
  } = await holder.call('sendInstruction', {
    trackerIds: [trackerId],
    instruction: 'photo',
    parameters: { channel },
  });
  return { instructionId, instruction: await device.instruction(index) };
}

/** Resolves when the server has processed everything that the device sent before. */
async function settle(): Promise<void> {
  const heartbeat = device.terminal.heartbeat();
  if (heartbeat !== null) await device.reply(device.send(heartbeat));
}

const acknowledged = (mediaId: number) => device.reply({ bytes: new Uint8Array(), key: `8800:${mediaId}` });

/** Sends the parts of a photo except some, from 0. */
function upload(instruction: TerminalInstruction, lost: readonly number[] = []): void {
  for (const [index, frame] of (instruction.upload?.() ?? []).entries()) {
    if (!lost.includes(index)) device.send(frame);
  }
}

const photosOf = async (person = holder) =>
  (await person.call('queryPhotos', { trackerId, pageSize: 50 })).list;

async function fetchPhoto(
  url: string | null | undefined,
  person: Person | null,
  query = '',
): Promise<Response> {
  const headers = person === null ? {} : { authorization: `Bearer ${await person.token()}` };
  return fetch(`${world.url}${url}${query}`, { headers });
}

async function storeMedia(): Promise<number> {
  const { instruction } = await request();
  device.respond(instruction);
  upload(instruction);
  await acknowledged(1);
  const [photo] = await photosOf();
  return photo?.photoId ?? 0;
}

async function fileOf(photoId: number): Promise<string> {
  const { file_id } = await world.database.db
    .selectFrom('device_media')
    .select('file_id')
    .where('device_media_id', '=', photoId)
    .executeTakeFirstOrThrow();
  return file_id ?? '';
}

const hasContent = (fileId: string) => existsSync(pathOf(join(world.dataDir, 'files'), fileId));

/** Resolves when the server has sent 0x8800 without a list: body 4 bytes, after header and serial. */
async function acknowledgedInBytes(mediaId: number): Promise<void> {
  const start = Buffer.from('88000004', 'hex');
  const end = Buffer.of(0, 0, 0, mediaId);
  await eventually(`0x8800 of ${mediaId}`, () => {
    const received = Buffer.concat(device.received);
    const at = received.indexOf(start);
    return at >= 0 && received.indexOf(end, at) >= 0;
  });
}

async function insertPhoto(accountId: number, { bytes }: { readonly bytes: number }): Promise<void> {
  const { db } = world.database;
  const fileId = randomBytes(16).toString('base64url');
  const created_at = new Date(world.clock.now());
  const sha256 = Buffer.of(0);
  await db
    .insertInto('stored_file')
    .values({
      file_id: fileId,
      account_id: accountId,
      kind: 'photo',
      user_id: null,
      media_type: 'image/jpeg',
      name: 'photo.jpg',
      bytes,
      sha256,
      created_at,
    })
    .execute();
  await sql`
    insert into device_media (kind, tracker_id, media_id, taken_at, received_at, file_id, bytes, sha256)
    values ('photo', ${trackerId}, 1, ${created_at}, ${created_at}, ${fileId}, ${bytes}, ${sha256})`.execute(
    db,
  );
}

/** 0x0801 in one frame: a JPEG by the table of JT/T 808-2013, without a time. */
function sendPhoto(content: Buffer, mediaId = 77): void {
  const body = Buffer.alloc(36 + content.length);
  body.writeUInt32BE(mediaId, 0);
  content.copy(body, 36);
  const serial = 40_000 + mediaId;
  device.send({ bytes: writeFrame(0x0801, addressOf(imei, false), serial, body), key: null });
}

/** Resolves when the server has sent 0x8001 for a photo, with this result. */
async function repliedWith(result: number): Promise<void> {
  const expected = Buffer.of(0x08, 0x01, result);
  await eventually(`result ${result}`, () => Buffer.concat(device.received).includes(expected));
}

describe('a photo', () => {
  test('belongs to the instruction that requested it, and is the picture that the camera took', async () => {
    const { instructionId, instruction } = await request(2);
    device.respond(instruction);
    upload(instruction);
    await acknowledged(1);
    const [photo, ...others] = await photosOf();
    expect(others).toEqual([]);
    expect(photo).toMatchObject({
      trackerId,
      instructionId,
      channel: 2,
      trigger: 'instruction',
      latitude: 36.06,
      longitude: 120.38,
      takenTime: world.clock.now(),
      refusal: null,
      width: 320,
      height: 240,
    });
    const response = await fetchPhoto(photo?.photoUrl, holder);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toBeNull();
    const content = Buffer.from(await response.arrayBuffer());
    expect(content).toEqual(createSamplePhoto(1));
    // libjpeg decodes it without a warning.
    await expect(sharp(content, { failOn: 'warning' }).stats()).resolves.toMatchObject({ isOpaque: true });
    const download = await fetchPhoto(photo?.photoUrl, holder, '?download');
    expect(download.headers.get('content-disposition')).toContain('filename="photo-20260601-120000-2.jpg"');
    const ofAnother = await holder.call('queryPhotos', { trackerId, instructionId: instructionId + 1 });
    expect(ofAnother.total).toBe(0);
  });

  test('that arrives before its announcement belongs to the instruction that was just sent', async () => {
    const { instructionId, instruction } = await request(3);
    upload(instruction);
    await acknowledged(1);
    expect(await photosOf()).toMatchObject([{ instructionId, channel: 3 }]);
  });

  test('that no instruction requested belongs to none', async () => {
    const { instruction } = await request(1);
    device.respond(instruction);
    sendPhoto(createSamplePhoto(5).subarray(0, 900));
    await acknowledgedInBytes(77);
    expect(await photosOf()).toMatchObject([{ instructionId: null, latitude: null }]);
  });

  test('is acknowledged only when it is stored', async () => {
    const { instruction } = await request();
    const { url } = world.testDatabase;
    const locked = await lockTable({ url, database: world.database }, 'device_media');
    upload(instruction);
    await locked.waitUntilContended();
    await settle();
    expect(device.replies.map(({ key }) => key)).not.toContain('8800:1');
    await locked.release();
    await acknowledged(1);
    expect(await photosOf()).toHaveLength(1);
  });

  test('loses a part: it is requested and sent again', async () => {
    const { instruction } = await request();
    upload(instruction, [1]);
    await settle();
    world.clock.advance(10_000);
    const { next } = await acknowledged(1);
    expect(await photosOf()).toEqual([]);
    device.replies.splice(0);
    if (next !== null) device.send(next);
    await acknowledged(1);
    expect(await photosOf()).toMatchObject([{ refusal: null }]);
  });

  test('whose connection ends is continued over the next one', async () => {
    const { instruction } = await request();
    const [first, ...rest] = instruction.upload?.() ?? [];
    if (first === undefined) throw new Error('no photo');
    device.send(first);
    await settle();
    device.close();
    device = await world.device('jt808', imei);
    for (const frame of rest) device.send(frame);
    await settle();
    world.clock.advance(10_000);
    const request8003 = Buffer.from('8003', 'hex');
    await eventually('0x8003', () => Buffer.concat(device.received).includes(request8003));
    device.send(first);
    await eventually('the photo', async () => (await photosOf()).length === 1);
  });

  test('that is sent again is stored once and acknowledged again', async () => {
    const { instruction } = await request();
    const frames = instruction.upload?.() ?? [];
    for (const frame of frames) device.send(frame);
    await acknowledged(1);
    device.received.splice(0);
    for (const frame of frames) device.send(frame);
    await acknowledgedInBytes(1);
    expect(await photosOf()).toHaveLength(1);
  });

  test.each([
    ['whose header has no size', 'ffd8ff'.padEnd(64, '0')],
    ['that is a GIF', '474946383961'],
  ])('%s is refused, and listed', async (_, content) => {
    sendPhoto(Buffer.from(content, 'hex'));
    await repliedWith(2);
    expect(await photosOf()).toMatchObject([{ refusal: 'not-a-picture', photoUrl: null, bytes: null }]);
  });

  test.each([
    ['the storage of the account', '13911111111', LIMITS.mediaBytesPerAccount, null],
    // One byte too few for the photo of 900.
    ['the limit of the operator', '13911111112', 1_000, 1_899],
  ])('that exceeds %s is refused: the device can send it again', async (name, fullImei, bytes, limit) => {
    const full = await world.account(name);
    const fullHolder = await full.person(name);
    imei = fullImei;
    trackerId = await full.tracker(imei, 'Full');
    await insertPhoto(full.accountId, { bytes });
    await world.database.db
      .updateTable('account')
      .set({ max_file_bytes: limit })
      .where('account_id', '=', full.accountId)
      .execute();
    device = await world.device('jt808', imei);
    sendPhoto(createSamplePhoto(1).subarray(0, 900));
    await repliedWith(1);
    const { list } = await fullHolder.call('queryPhotos', { trackerId });
    expect(list.map(({ refusal }) => refusal)).toEqual(['storage-full', null]);
  });

  test('that is refused is listed among the last 20 of its device', async () => {
    for (let mediaId = 1; mediaId <= 23; mediaId++) sendPhoto(Buffer.from('none'), mediaId);
    sendPhoto(createSamplePhoto(1).subarray(0, 900));
    await acknowledgedInBytes(77);
    expect((await photosOf()).filter(({ refusal }) => refusal !== null)).toHaveLength(20);
  });

  test('of an unregistered device is refused', async () => {
    imei = '13999999999';
    device = await world.device('jt808', imei);
    sendPhoto(createSamplePhoto(1).subarray(0, 900), 99);
    await repliedWith(1);
    const { db } = world.database;
    expect(
      await db.selectFrom('device_media').select('device_media_id').where('media_id', '=', 99).execute(),
    ).toEqual([]);
  });
});

describe('the photos of a device', () => {
  test('are unknown to users without the device, and to anonymous ones', async () => {
    await storeMedia();
    const [photo] = await photosOf();
    const outsider = await (await world.account('airfield')).person('outsider');
    const { groupId } = await holder.call('createGroup', { groupName: `Tugs ${devices}` });
    const scoped = await account.person('scoped', { permission: 'editor', groupIds: [groupId] });
    const without = await account.person('without', { roles: ['eob_plugin_custom_map'] });
    for (const person of [outsider, scoped, without, null]) {
      expect((await fetchPhoto(photo?.photoUrl, person)).status).toBe(404);
    }
    for (const person of [outsider, scoped]) {
      await expect(photosOf(person)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    }
    await expect(photosOf(without)).rejects.toMatchObject({ errorName: 'not-allowed' });
    for (const path of ['0', '1e3', '99999999999', '../files/x', '']) {
      expect((await fetchPhoto(`${world.prefix}/photos/${path}`, holder)).status).toBe(404);
    }
  });

  test('are not among the public files', async () => {
    const fileId = await fileOf(await storeMedia());
    expect((await fetchPhoto(`${world.prefix}/files/${fileId}`, holder)).status).toBe(404);
  });

  test('are deleted with their content, by editors, with an audit entry', async () => {
    const photoId = await storeMedia();
    const fileId = await fileOf(photoId);
    expect(hasContent(fileId)).toBe(true);
    const viewer = await account.person('viewer', { permission: 'viewer' });
    expect((await viewer.call('queryPhotos', { trackerId })).abilities).toEqual({ remove: false });
    await expect(viewer.call('deletePhotos', { trackerId, photoIds: [photoId] })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    const both = { trackerId, photoIds: [photoId, photoId + 1_000] };
    await expect(holder.call('deletePhotos', both)).rejects.toMatchObject({ errorName: 'photo-unknown' });
    expect(await holder.call('deletePhotos', { trackerId, photoIds: [photoId] })).toEqual({ deleted: 1 });
    expect(await photosOf()).toEqual([]);
    expect(hasContent(fileId)).toBe(false);
    const { list } = await holder.call('queryAuditLog', { action: 'deletePhotos' });
    expect(list[0]).toMatchObject({ target: `Gull ${devices}`, before: { photos: 1 } });
  });

  test('are hidden from the end of the validity on, and visible again after a renewal', async () => {
    await storeMedia();
    const setValidity = (validUntil: number | null) =>
      world.database.db
        .updateTable('tracker')
        .set({ valid_until: validUntil === null ? null : new Date(validUntil) })
        .where('tracker_id', '=', trackerId)
        .execute();
    await setValidity(world.clock.now() - DAY);
    expect(await photosOf()).toEqual([]);
    await setValidity(world.clock.now() + DAY);
    expect(await photosOf()).toHaveLength(1);
  });

  test('are deleted after the retention of the account', async () => {
    const photoId = await storeMedia();
    const fileId = await fileOf(photoId);
    const { db } = world.database;
    const { retention_days: days } = await db
      .selectFrom('account')
      .select('retention_days')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow();
    const taken = await db
      .selectFrom('device_media')
      .select('taken_at')
      .where('device_media_id', '=', photoId)
      .executeTakeFirstOrThrow();
    const end = taken.taken_at.getTime() + days * DAY;
    await dropOldMedia(db, files, end);
    expect(hasContent(fileId)).toBe(true);
    await dropOldMedia(db, files, end + 1);
    expect(hasContent(fileId)).toBe(false);
    expect(await photosOf()).toEqual([]);
  });

  test('leave no files behind when the device is removed', async () => {
    const fileId = await fileOf(await storeMedia());
    const { db } = world.database;
    const root = join(world.dataDir, 'files');
    const storage = createFolderStorage(root);
    const sweep = (now: number) => sweepFiles({ db, storage, now, usedPictureQueries: [filesOfMedia] });
    const later = world.clock.now() + 2 * DAY;
    await sweep(later);
    expect(hasContent(fileId)).toBe(true);
    await holder.call('removeTracker', { trackerId });
    await sweep(later);
    expect(hasContent(fileId)).toBe(false);
  });

  test('move with the device to another account', async () => {
    const fileId = await fileOf(await storeMedia());
    const { accountId } = await world.account('buyer');
    const { db } = world.database;
    await db.transaction().execute((tx) => moveMedia(tx, [trackerId], accountId));
    expect(await files.find(fileId)).toMatchObject({ accountId, kind: 'photo' });
  });
});
