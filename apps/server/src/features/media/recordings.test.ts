import { randomBytes } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import { addressOf, writeFrame } from '@wakeline/protocols/jt808/header';
import { escapeBytes } from '@wakeline/protocols/watch/escapes';
import { createSampleRecording } from '@wakeline/protocols/watch/sample-recording';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filesOfMedia } from '../../device-media/retention.ts';
import type { TestDevice } from '../../ingest/testing/device.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { lockTable } from '../../ingest/testing/lock-table.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const SAMPLE = createSampleRecording();
/** A frame without data: one byte, 20 ms. */
const EMPTY_FRAME = Buffer.of(0x7c);

let world: World;
let account: WorldAccount;
let holder: Person;
let devices = 0;
let imei: string;
let trackerId: number;
let device: TestDevice;

beforeAll(async () => {
  world = await startWorld();
  account = await world.account('harbour');
  holder = await account.person('captain');
});
afterAll(() => world.stop());
beforeEach(async () => {
  devices += 1;
  imei = String(860_000_000_000_100 + devices);
  trackerId = await account.tracker(imei, `Gull ${devices}`);
  device = await world.device('watch', imei);
});

function frame(content: Buffer): Buffer {
  const length = content.length.toString(16).padStart(4, '0');
  return Buffer.concat([Buffer.from(`[3G*${imei}*${length}*`), content, Buffer.from(']')]);
}

/** TK with AMR; another recording for each number. */
function speak(content: Buffer): void {
  device.send({ bytes: frame(Buffer.concat([Buffer.from('TK,'), escapeBytes(content)])), key: null });
}

const numbered = (number: number) => Buffer.concat([SAMPLE, Buffer.from([0x04]), Buffer.alloc(12, number)]);

/** Resolves when the server has sent so many of these replies. */
async function replied(content: string, count = 1): Promise<void> {
  await eventually(`${count} x ${content}`, () => {
    const received = Buffer.concat(device.received).toString('latin1');
    return received.split(`*${content}]`).length - 1 >= count;
  });
}

const recordings = async (person = holder) => (await person.call('queryRecordings', { trackerId })).list;

async function voiceNotices(person = holder) {
  const { list } = await person.call('queryMsgByPage', { msgTypes: ['VOICE'], trackerIds: [trackerId] });
  return list;
}

async function get(
  url: string | null | undefined,
  {
    person = holder,
    headers = {},
  }: { readonly person?: Person | null; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  const authorization = person === null ? {} : { authorization: `Bearer ${await person.token()}` };
  return fetch(`${world.url}${url}`, { headers: { ...headers, ...authorization } });
}

async function store(content = SAMPLE) {
  speak(content);
  await replied('TK,1');
  const [recording] = await recordings();
  if (recording === undefined) throw new Error('no recording');
  return recording;
}

describe('a voice message of a watch', () => {
  test('makes a notice, is played as WAV, and downloaded as it was sent', async () => {
    const recording = await store();
    expect(recording).toMatchObject({
      trackerId,
      recordedTime: world.clock.now(),
      latitude: null,
      refusal: null,
      // ffprobe: 128 packets of 20 ms.
      durationMs: 2560,
      bytes: 1670,
      isDamaged: false,
    });
    const { recordingId, recordingUrl } = recording;
    expect(await voiceNotices()).toMatchObject([{ msgType: 'VOICE', trackerId, recordingId }]);
    expect(await holder.call('queryRecordings', { trackerId, recordingId })).toMatchObject({ total: 1 });
    const played = await get(recordingUrl);
    expect(played.headers.get('content-type')).toBe('audio/wav');
    expect(played.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await played.arrayBuffer()).byteLength).toBe(44 + 2 * 20_480);
    const saved = await get(`${recordingUrl}?download`);
    expect(saved.headers.get('content-type')).toBe('audio/amr');
    expect(saved.headers.get('content-disposition')).toContain('filename="recording-20260601-120000.amr"');
    expect(Buffer.from(await saved.arrayBuffer())).toEqual(SAMPLE);
  });

  test('is played in ranges', async () => {
    const { recordingUrl } = await store();
    const complete = Buffer.from(await (await get(recordingUrl)).arrayBuffer());
    const first = await get(recordingUrl, { headers: { range: 'bytes=0-1' } });
    expect(first.status).toBe(206);
    expect(first.headers.get('content-range')).toBe('bytes 0-1/41004');
    expect(await first.text()).toBe('RI');
    const last = await get(recordingUrl, { headers: { range: 'bytes=-4' } });
    expect(Buffer.from(await last.arrayBuffer())).toEqual(complete.subarray(-4));
    const rest = await get(recordingUrl, { headers: { range: 'bytes=41000-' } });
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(complete.subarray(41_000));
    const beyond = await get(recordingUrl, { headers: { range: 'bytes=41004-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */41004']);
    for (const range of ['bytes=2-1', 'bytes=0-1,4-5', 'lines=1-2']) {
      expect((await get(recordingUrl, { headers: { range } })).status).toBe(200);
    }
  });

  test('is answered only when it is stored with its notice', async () => {
    const { url } = world.testDatabase;
    const locked = await lockTable({ url, database: world.database }, 'account_log');
    speak(SAMPLE);
    await locked.waitUntilContended();
    expect(device.replies.map(({ key }) => key)).not.toContain('TK');
    await locked.release();
    await replied('TK,1');
    expect(await recordings()).toHaveLength(1);
    expect(await voiceNotices()).toHaveLength(1);
  });

  test('that is sent again is answered again, and stored and notified once', async () => {
    speak(SAMPLE);
    speak(SAMPLE);
    await replied('TK,1', 2);
    expect(await recordings()).toHaveLength(1);
    expect(await voiceNotices()).toHaveLength(1);
  });

  test('in parts is stored when the last one has arrived', async () => {
    const send = (number: number, content: Buffer) =>
      device.send({
        bytes: frame(Buffer.concat([Buffer.from(`JXTK,0,watch_1,${number},2,`), escapeBytes(content)])),
        key: null,
      });
    send(1, SAMPLE.subarray(0, 1000));
    await replied('JXTKR,1');
    expect(await recordings()).toEqual([]);
    send(2, SAMPLE.subarray(1000));
    await replied('JXTKR,1', 2);
    expect(await recordings()).toMatchObject([{ bytes: 1670, durationMs: 2560 }]);
  });

  test('that is damaged is stored, and named', async () => {
    const recording = await store(Buffer.concat([SAMPLE.subarray(0, 6 + 60 * 13), Buffer.of(0xff)]));
    expect(recording).toMatchObject({ isDamaged: true, durationMs: 1200 });
    const played = await get(recording.recordingUrl);
    expect((await played.arrayBuffer()).byteLength).toBe(44 + 2 * 60 * 160);
  });

  const minutes = LIMITS.recordingMs / 20 + 1;
  test.each([
    ['is no AMR', Buffer.from('none'), 'not-a-recording'],
    ['has no complete frame', Buffer.from('#!AMR\n\x04'), 'not-a-recording'],
    ['is too long', Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(minutes, EMPTY_FRAME)]), 'too-large'],
  ])('that %s is refused, and listed', async (_, content, refusal) => {
    speak(content);
    await replied('TK,0');
    await eventually('the entry', async () => (await recordings()).length === 1);
    expect(await recordings()).toMatchObject([{ refusal, recordingUrl: null, bytes: null }]);
    expect(await voiceNotices()).toEqual([]);
  });

  test('with an unknown escape is refused, and listed', async () => {
    device.send({ bytes: frame(Buffer.from('TK,#!AMR\n}\x09')), key: null });
    await replied('TK,0');
    await eventually('the entry', async () => (await recordings()).length === 1);
    expect(await recordings()).toMatchObject([{ refusal: 'damaged' }]);
  });

  test('above the number of an hour is refused until the hour is over', async () => {
    await insertRecordings(trackerId, LIMITS.recordingsPerHour - 1);
    speak(numbered(1));
    await replied('TK,1');
    speak(numbered(2));
    await replied('TK,0');
    await eventually('the entry', async () =>
      (await recordings()).some(({ refusal }) => refusal === 'too-many'),
    );
    world.clock.advance(3_600_000);
    device.close();
    device = await world.device('watch', imei);
    speak(numbered(2));
    await replied('TK,1');
    expect(await voiceNotices()).toHaveLength(2);
  });

  test('that exceeds the storage of the account is refused', async () => {
    const full = await world.account('full');
    holder = await full.person('full');
    imei = '860000000000999';
    trackerId = await full.tracker(imei, 'Full');
    await insertRecordings(trackerId, 1, { bytes: LIMITS.mediaBytesPerAccount });
    device = await world.device('watch', imei);
    speak(SAMPLE);
    await replied('TK,0');
    await eventually('the entry', async () => (await recordings()).length === 2);
    const refusals = (await recordings()).map(({ refusal }) => refusal);
    expect(new Set(refusals)).toEqual(new Set([null, 'storage-full']));
    holder = await account.person('captain');
  });

  test('of an unregistered device is refused', async () => {
    // Over the connection of a registered one: an unregistered one gets no reply to its keep-alive.
    imei = '860000000000998';
    speak(SAMPLE);
    await replied('TK,0');
  });
});

test('a recording of JT/T 808 belongs to its position, and is played as it is', async () => {
  imei = '13912349876';
  trackerId = await account.tracker(imei, 'Truck');
  device = await world.device('jt808', imei);
  // RIFF with two samples, by the layout of WAV.
  const wav = Buffer.from(
    '524946462800000057415645666d742010000000010001' +
      '00401f0000803e0000020010006461746104000000' +
      '00100020',
    'hex',
  );
  // 0x0801 by the table of JT/T 808-2013: audio, WAV, instruction, channel 3; its location has no fix.
  const body = Buffer.concat([Buffer.from('0000004d01030003', 'hex'), Buffer.alloc(28), wav]);
  device.send({ bytes: writeFrame(0x0801, addressOf(imei, false), 7, body), key: null });
  await eventually('the recording', async () => (await recordings()).length === 1);
  const [recording] = await recordings();
  expect(recording).toMatchObject({ channel: 3, trigger: 'instruction', durationMs: null, refusal: null });
  const played = await get(recording?.recordingUrl);
  expect(played.headers.get('content-type')).toBe('audio/wav');
  expect(Buffer.from(await played.arrayBuffer())).toEqual(wav);
  expect(await voiceNotices()).toMatchObject([{ recordingId: recording?.recordingId }]);
  expect((await holder.call('queryPhotos', { trackerId })).total).toBe(0);
});

describe('the recordings of a device', () => {
  test('are unknown to users without the device, and to anonymous ones', async () => {
    const { recordingUrl } = await store();
    const otherUser = await (await world.account('other')).person('otherUser');
    for (const person of [otherUser, null])
      expect((await get(recordingUrl, { person })).status).not.toBe(200);
    await expect(otherUser.call('queryRecordings', { trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    // Its number is not that of a photo.
    expect((await get(recordingUrl?.replace('recordings', 'photos'))).status).not.toBe(200);
  });

  test('are deleted with their content; the notice stays', async () => {
    const { recordingId, recordingUrl } = await store();
    const unknown = holder.call('deleteRecordings', {
      trackerId,
      recordingIds: [recordingId, 2_000_000_000],
    });
    await expect(unknown).rejects.toMatchObject({ errorName: 'recording-unknown' });
    await expect(holder.call('deletePhotos', { trackerId, photoIds: [recordingId] })).rejects.toMatchObject({
      errorName: 'photo-unknown',
    });
    await holder.call('deleteRecordings', { trackerId, recordingIds: [recordingId] });
    expect((await get(recordingUrl)).status).not.toBe(200);
    expect(await recordings()).toEqual([]);
    expect(await voiceNotices()).toMatchObject([{ recordingId }]);
  });

  test('keep their files while they exist', async () => {
    const { recordingId } = await store();
    const { db } = world.database;
    const { file_id } = await db
      .selectFrom('device_media')
      .select('file_id')
      .where('device_media_id', '=', recordingId)
      .executeTakeFirstOrThrow();
    const used = await db.transaction().execute((tx) => filesOfMedia(tx, [file_id ?? '', 'another']));
    expect([...used]).toEqual([file_id]);
  });
});

/** Recordings that were stored just now, without their content. */
async function insertRecordings(tracker: number, count: number, { bytes = 3 } = {}): Promise<void> {
  const { db } = world.database;
  const { account_id: accountId } = await db
    .selectFrom('tracker')
    .select('account_id')
    .where('tracker_id', '=', tracker)
    .executeTakeFirstOrThrow();
  const now = new Date(world.clock.now());
  for (let number = 0; number < count; number++) {
    const fileId = randomBytes(16).toString('base64url');
    const sha256 = randomBytes(32);
    const file = { file_id: fileId, account_id: accountId, kind: 'recording', user_id: null, bytes } as const;
    const details = { media_type: 'audio/amr', name: 'recording.amr', sha256, created_at: now };
    await db
      .insertInto('stored_file')
      .values({ ...file, ...details })
      .execute();
    await db
      .insertInto('device_media')
      .values({
        tracker_id: tracker,
        kind: 'recording',
        taken_at: now,
        received_at: now,
        file_id: fileId,
        bytes,
        sha256,
      })
      .execute();
  }
}
