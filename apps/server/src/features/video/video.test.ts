import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { eventSnapshot } from '@wakeline/contract/matches/event-page';
import { MAX_INTERRUPTION_MS } from '@wakeline/domain/races/video-state';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../db/database.ts';
import { readFileBytes } from '../../files/account-quota.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { insertMatch, recordMatchChange, updateCode } from '../../races/matches.ts';
import { freePorts } from '../../testing/free-ports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { readTags } from '../../video/flv/read-tags.ts';
import { TAG } from '../../video/flv/tags.ts';
import { TestPublisher } from '../../video/testing/publisher.ts';
import { TestPlayer } from '../../video/testing/read-flv.ts';
import { authorizeKey, noteStart, readVideo, renewKey } from '../../video/video-rows.ts';

const HOUR = 3_600_000;

let world: World;
let ada: Person;
let rtmpPort: number;
const open: { end?: () => void; close?: () => void }[] = [];
beforeAll(async () => {
  [rtmpPort = 0] = await freePorts(1);
  world = await startWorld({
    environment: {
      WAKELINE_RTMP_PORT: String(rtmpPort),
      WAKELINE_VIDEO_VIEWERS_PER_ADDRESS: '3',
      WAKELINE_VIDEO_STREAMS: '2',
    },
  });
  ada = await (await world.account('harbour')).person('ada');
});
afterEach(() => {
  for (const each of open.splice(0)) {
    each.end?.();
    each.close?.();
  }
});
afterAll(() => world.stop());

interface TestMatch {
  readonly matchId: number;
  readonly code: string;
}

async function createMatch(state: 'draft' | 'open' | 'archived' = 'open'): Promise<TestMatch> {
  const { db } = world.database;
  const times = { startTime: world.clock.now(), endTime: world.clock.now() + HOUR };
  const form = { matchName: 'Lake run', place: '', ...times, maps: [] };
  const matchId = await db
    .transaction()
    .execute((tx) => insertMatch(tx, ada.accountId, form, world.clock.now()));
  const { code } = await db
    .updateTable('match')
    .set({ state })
    .where('match_id', '=', matchId)
    .returning('code')
    .executeTakeFirstOrThrow();
  return { matchId, code };
}

async function createKey({ matchId }: TestMatch): Promise<string> {
  return (await ada.call('renewStreamKey', { matchId })).key;
}

async function connectPublisher(): Promise<TestPublisher> {
  const publisher = await TestPublisher.connect(rtmpPort);
  open.push(publisher);
  return publisher;
}

/** A stream with a key frame, from which players can start. */
async function goLive(match: TestMatch): Promise<TestPublisher> {
  const publisher = await connectPublisher();
  const { code } = await publisher.publish(await createKey(match));
  expect(code).toBe('NetStream.Publish.Start');
  publisher.sendOpening();
  publisher.sendFrame(true);
  await waitForState(match, 'live');
  return publisher;
}

const streamUrl = (code: string) => `${world.url}${world.prefix}/live/video/${code}.flv`;
async function watch(code: string, headers?: Record<string, string>): Promise<TestPlayer> {
  const player = await TestPlayer.open(streamUrl(code), headers);
  open.push(player);
  return player;
}

const stateOf = async ({ code }: TestMatch) => (await ada.client.call('queryEventVideo', { code })).state;
/** Waits until the snapshot of the public page has this video. */
const waitForVideo = ({ code }: TestMatch, expected: unknown) =>
  vi.waitFor(async () => {
    // A snapshot is made once a second, and the one before is served meanwhile.
    world.clock.advance(1_000);
    const response = await fetch(`${world.url}${world.prefix}/live/event/${code}/snapshot`);
    expect(eventSnapshot.parse(await response.json()).video).toEqual(expected);
  });
const waitForState = (match: TestMatch, state: string) =>
  vi.waitFor(async () => expect(await stateOf(match)).toBe(state), { timeout: 10_000 });

async function failureOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof NamedError) return error.errorName;
    throw error;
  }
}

test('a stream is live for viewers with its opening and frames, is interrupted without its publisher, and ends', async () => {
  const match = await createMatch();
  expect(await stateOf(match)).toBe('waiting');
  await waitForVideo(match, null);
  expect((await watch(match.code)).status).toBe(404);
  const publisher = await goLive(match);
  const player = await watch(match.code);
  await player.received(5);
  expect(player.tags.slice(0, 3).map(({ type, data }) => [type, data[0], data[1]])).toEqual([
    [TAG.script, 2, 0],
    [TAG.video, 0x17, 0],
    [TAG.audio, 0xaf, 0],
  ]);
  publisher.sendFrame(false, 70_000);
  await player.received(7);
  expect(player.tags.slice(3).map(({ type, timestamp }) => [type, timestamp])).toEqual([
    [TAG.video, 40],
    [TAG.audio, 40],
    [TAG.video, 80],
    [TAG.audio, 80],
  ]);
  expect(player.tags[5]?.data.length).toBe(70_000);
  expect(await ada.call('queryVideo', { matchId: match.matchId })).toMatchObject({
    ...{ enabled: true, state: 'live', viewers: 1, since: world.clock.now() },
    address: `rtmp://127.0.0.1:${rtmpPort}/live`,
  });

  await waitForVideo(match, {
    ...{ state: 'live', since: world.clock.now(), viewers: 1, hlsUrl: null, recordings: [] },
    streamUrl: `${world.prefix}/live/video/${match.code}.flv`,
  });

  publisher.end();
  await player.ended;
  await waitForState(match, 'interrupted');
  await waitForVideo(match, expect.objectContaining({ state: 'interrupted' }));
  world.clock.advance(MAX_INTERRUPTION_MS + 1);
  expect(await stateOf(match)).toBe('ended');
});

test('the same video continues after an interruption, and another one begins after its end', async () => {
  const match = await createMatch();
  const startTime = world.clock.now();
  const publisher = await goLive(match);
  publisher.end();
  await waitForState(match, 'interrupted');
  world.clock.advance(60_000);
  const next = await goLive(match);
  expect((await ada.call('queryVideo', { matchId: match.matchId })).since).toBe(startTime);
  next.end();
  await waitForState(match, 'interrupted');
  world.clock.advance(MAX_INTERRUPTION_MS + 1);
  await goLive(match);
  expect((await ada.call('queryVideo', { matchId: match.matchId })).since).toBe(world.clock.now());
});

test('a server that ends leaves its streams interrupted', async () => {
  const match = await createMatch();
  await goLive(match);
  // As a server that is killed: nothing is noted any more.
  await world.database.db
    .updateTable('match_video')
    .set({ seen_at: new Date(world.clock.now() - 31_000) })
    .where('match_id', '=', match.matchId)
    .execute();
  expect(await stateOf(match)).toBe('interrupted');
  // The next note of the running one.
  world.clock.advance(10_000);
  await waitForState(match, 'live');
});

test('refuses forged, revoked and foreign keys, other applications and archived matches by name', async () => {
  const match = await createMatch();
  const other = await createMatch();
  const revoked = await createKey(match);
  const key = await createKey(match);
  const otherKey = await createKey(other);
  const attempt = async (name: string, app?: string) => {
    const publisher = await connectPublisher();
    const { code, description } = await publisher.publish(name, app);
    await publisher.closed();
    expect(code).toBe('NetStream.Publish.BadName');
    return description;
  };
  expect(await attempt(`${match.matchId}-${'A'.repeat(32)}`)).toBe('stream-key-unknown');
  expect(await attempt('obs')).toBe('stream-key-unknown');
  expect(await attempt(revoked)).toBe('stream-key-revoked');
  expect(await attempt(`${match.matchId}-${otherKey.split('-').slice(1).join('-')}`)).toBe(
    'stream-key-foreign',
  );
  expect(await attempt(key, 'stream')).toBe('stream-app-unknown');
  await world.database.db
    .updateTable('match')
    .set({ state: 'archived' })
    .where('match_id', '=', match.matchId)
    .execute();
  expect(await attempt(key)).toBe('stream-match-archived');
  expect(await stateOf(match)).toBe('waiting');
});

test('refuses streams above the limit of the server', async () => {
  await goLive(await createMatch());
  await goLive(await createMatch());
  const third = await connectPublisher();
  expect(await third.publish(await createKey(await createMatch()))).toMatchObject({
    description: 'stream-limit',
  });
});

test('refuses a second publisher of a match; a new key ends the stream of the former one', async () => {
  const match = await createMatch();
  const publisher = await connectPublisher();
  const key = await createKey(match);
  await publisher.publish(key);
  publisher.sendOpening();
  await waitForState(match, 'live');
  const second = await connectPublisher();
  expect(await second.publish(key)).toMatchObject({ description: 'stream-publisher-present' });
  expect(await stateOf(match)).toBe('live');
  await createKey(match);
  await publisher.closed();
  expect(await stateOf(match)).toBe('interrupted');
});

test('a key that is replaced while its stream starts does not publish', async () => {
  const match = await createMatch();
  const { matchId } = match;
  const { db } = world.database;
  const authorized = await authorizeKey(db, await createKey(match));
  if (!('matchId' in authorized)) throw new Error('the key was refused');
  const other = connect(world.testDatabase.url, 1);
  try {
    const renewal = await other.db.startTransaction().execute();
    await renewKey(renewal, matchId, world.clock.now());
    const started = db.transaction().execute((tx) => noteStart(tx, authorized, world.clock.now()));
    await eventually('the start waits for the renewal', async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    await renewal.commit().execute();
    expect(await started).toBe(false);
    expect((await readVideo(db, matchId)).publishing).toBe(false);
  } finally {
    await other.close();
  }
});

test('only who may change a match creates its key, which is then in no response and not in the audit log', async () => {
  const match = await createMatch();
  const { matchId } = match;
  const vic = await (await world.account('harbour')).person('vic', { permission: 'viewer' });
  expect(await failureOf(vic.call('renewStreamKey', { matchId }))).toBe('not-allowed');
  const [, random = ''] = (await createKey(match)).split(/-(.*)/);
  for (const response of [
    await vic.call('queryVideo', { matchId }),
    await ada.call('queryVideo', { matchId }),
    await ada.client.call('queryEventVideo', { code: match.code }),
    await ada.call('queryMatchDetail', { matchId }),
  ])
    expect(JSON.stringify(response)).not.toContain(random);
  const { list } = await ada.call('queryAuditLog', { action: 'renewStreamKey', pageSize: 1 });
  expect(list).toMatchObject([{ target: 'Lake run', before: null, after: null }]);
});

test('the organiser ends the video: its stream is closed and its key revoked', async () => {
  const match = await createMatch();
  expect(await failureOf(ada.call('endVideo', { matchId: match.matchId }))).toBe('video-not-started');
  const publisher = await goLive(match);
  await ada.call('endVideo', { matchId: match.matchId });
  await publisher.closed();
  expect(await ada.call('queryVideo', { matchId: match.matchId })).toMatchObject({
    ...{ state: 'ended', since: world.clock.now(), keyTime: null },
  });
});

test('closes connections that are not RTMP or send media before publishing', async () => {
  const match = await createMatch();
  const publisher = await goLive(match);
  for (const bytes of [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.concat([
      Buffer.from([3]),
      Buffer.alloc(2 * 1_536),
      // A video message on a connection that does not publish.
      Buffer.from('060000000000010901000000ff', 'hex'),
    ]),
    // A connect command whose object has no end.
    Buffer.concat([
      Buffer.from([3]),
      Buffer.alloc(2 * 1_536),
      Buffer.from('030000000000081400000000', 'hex'),
      Buffer.from('0200046162636403', 'hex'),
    ]),
  ]) {
    const intruder = await connectPublisher();
    intruder.socket.write(bytes);
    await intruder.closed();
  }
  const player = await watch(match.code);
  await player.received(5);
  publisher.sendFrame(true);
  await player.received(7);
});

test('a draft is only for users of its account; a new address of the page ends the viewers of the former one', async () => {
  const draft = await createMatch('draft');
  await goLive(draft);
  const bob = await (await world.account('other')).person('bob');
  expect(await failureOf(bob.call('queryEventVideo', { code: draft.code }))).toBe('event-unknown');
  expect((await watch(draft.code)).status).toBe(404);
  expect((await watch('A'.repeat(16))).status).toBe(404);
  const harbour = await world.account('harbour');
  const clerk = await harbour.person('clerk', { permission: 'editor', roles: [] });
  expect(await failureOf(clerk.call('queryEventVideo', { code: draft.code }))).toBe('event-unknown');
  const headers = { authorization: `Bearer ${await clerk.token()}` };
  expect((await watch(draft.code, headers)).status).toBe(404);
  const own = await watch(draft.code, { authorization: `Bearer ${await ada.token()}` });
  await own.received(5);
  expect((await ada.call('queryEventVideo', { code: draft.code })).state).toBe('live');
  const code = await world.database.db.transaction().execute(async (tx) => {
    const row = { match_id: draft.matchId, account_id: ada.accountId };
    await tx.updateTable('match').set({ state: 'open' }).where('match_id', '=', draft.matchId).execute();
    const renewed = await updateCode(tx, row as Parameters<typeof updateCode>[1]);
    await recordMatchChange(tx, row, world.clock.now());
    return renewed;
  });
  await own.ended;
  expect((await watch(draft.code)).status).toBe(404);
  await (await watch(code)).received(5);
});

test('limits the connections of publishers of one address', async () => {
  const connections: Socket[] = [];
  const add = async () => {
    const socket = connectSocket(rtmpPort, '127.0.0.1');
    connections.push(socket);
    open.push({ close: () => socket.destroy() });
    await once(socket, 'connect');
    return socket;
  };
  for (let at = 0; at < 20; at += 1) await add();
  // The others stay open for 15 s.
  const refused = await add();
  refused.on('error', () => undefined);
  await once(refused, 'close');
  expect(connections.slice(0, 20).every(({ closed }) => !closed)).toBe(true);
});

test('limits the viewers of one address', async () => {
  const match = await createMatch();
  await goLive(match);
  const players = [await watch(match.code), await watch(match.code), await watch(match.code)];
  for (const player of players) await player.received(5);
  expect((await watch(match.code)).status).toBe(503);
  players[0]?.close();
  await vi.waitFor(async () => expect((await watch(match.code)).status).toBe(200));
});

test('records streams into files with an index; after the end they are public if the organiser wants', async () => {
  const match = await createMatch();
  const { matchId } = match;
  await ada.call('setMatchRecording', { matchId, record: true, publish: false });
  const publisher = await goLive(match);
  await vi.waitFor(async () =>
    expect((await ada.call('queryVideo', { matchId })).recordings).toMatchObject([{ isRunning: true }]),
  );
  const [running] = (await ada.call('queryVideo', { matchId })).recordings;
  const recordingId = running?.recordingId ?? 0;
  expect(await failureOf(ada.call('deleteMatchRecording', { matchId, recordingId }))).toBe(
    'match-recording-running',
  );
  for (let frame = 2; frame <= 51; frame += 1) publisher.sendFrame(frame % 25 === 1);
  const player = await watch(match.code);
  await player.received(5);
  publisher.end();
  await waitForState(match, 'interrupted');
  const [recording] = await vi.waitFor(async () => {
    const { recordings } = await ada.call('queryVideo', { matchId });
    expect(recordings).toMatchObject([{ isRunning: false }]);
    return recordings;
  });
  if (recording === undefined) throw new Error('no recording');
  // From the first frame at 40 ms to the last one at 51 * 40 ms.
  expect(recording.seconds).toBe(2);
  const url = `${world.url}${recording.url}`;
  const authorization = `Bearer ${await ada.token()}`;
  const response = await fetch(`${url}?download`, { headers: { authorization } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(recording.bytes);
  expect(response.headers.get('content-disposition')).toContain('Lake run.flv');
  const types: number[] = [];
  for await (const tag of readTags(
    (async function* () {
      yield bytes;
    })(),
  ))
    types.push(tag.type);
  expect(types.length).toBe(3 + 2 * 51);
  const part = await fetch(url, { headers: { authorization, range: 'bytes=0-2' } });
  expect([part.status, await part.text()]).toEqual([206, 'FLV']);
  const bob = await (await world.account('other')).person('bob');
  for (const token of ['', `Bearer ${await bob.token()}`])
    expect((await fetch(url, { headers: { authorization: token } })).status).toBe(404);

  const publicUrl = `${world.url}${world.prefix}/live/video/${match.code}/recording-${recordingId}.flv`;
  const list = async () => (await ada.client.call('queryEventVideo', { code: match.code })).recordings;
  await ada.call('setMatchRecording', { matchId, record: true, publish: true });
  expect(await list()).toEqual([]);
  expect((await fetch(publicUrl)).status).toBe(404);
  world.clock.advance(MAX_INTERRUPTION_MS + 1);
  expect(await list()).toMatchObject([{ recordingId, seconds: 2 }]);
  await waitForVideo(match, expect.objectContaining({ state: 'ended', recordings: await list() }));
  expect((await fetch(publicUrl, { headers: { range: 'bytes=0-2' } })).status).toBe(206);
  const wrong = await createMatch();
  const ended = new Date(world.clock.now());
  await world.database.db
    .insertInto('match_video')
    .values({ match_id: wrong.matchId, publish: true, started_at: ended, seen_at: ended, ended_at: ended })
    .execute();
  expect(
    (await fetch(`${world.url}${world.prefix}/live/video/${wrong.code}/recording-${recordingId}.flv`)).status,
  ).toBe(404);

  await ada.call('setMatchRecording', { matchId, record: true, publish: false });
  expect([await list(), (await fetch(publicUrl)).status]).toEqual([[], 404]);
  await ada.call('setMatchRecording', { matchId, record: true, publish: true });
  expect((await fetch(publicUrl, { headers: { range: 'bytes=0-2' } })).status).toBe(206);
  await ada.call('deleteMatchRecording', { matchId, recordingId });
  expect((await fetch(publicUrl)).status).toBe(404);
  expect(await failureOf(ada.call('deleteMatchRecording', { matchId, recordingId }))).toBe(
    'match-recording-unknown',
  );
  expect(await ada.call('queryVideo', { matchId })).toMatchObject({ recordings: [], usedBytes: 0 });
});

test('limits the recordings of a match', async () => {
  const match = await createMatch();
  const { matchId } = match;
  const { db } = world.database;
  const started = Array.from({ length: LIMITS.recordingsPerMatch }, () => ({
    match_id: matchId,
    started_at: new Date(world.clock.now()),
  }));
  await db.insertInto('match_recording').values(started).execute();
  await ada.call('setMatchRecording', { matchId, record: true, publish: false });
  const publisher = await goLive(match);
  // More than a second, which would be stored.
  for (let frame = 2; frame <= 40; frame += 1) publisher.sendFrame(frame % 25 === 1);
  const player = await watch(match.code);
  await player.received(5);
  publisher.end();
  await waitForState(match, 'interrupted');
  expect((await ada.call('queryVideo', { matchId })).recordings).toHaveLength(LIMITS.recordingsPerMatch);
});

test.each(['recordings', 'files'])('ends a recording when the account has no room for %s', async (kind) => {
  const match = await createMatch();
  const { matchId } = match;
  const { usedBytes, maxBytes } = await ada.call('queryVideo', { matchId });
  const started_at = new Date(world.clock.now() - 1_000);
  const room = 100_000;
  const { db } = world.database;
  if (kind === 'recordings') {
    await db
      .insertInto('match_recording')
      .values({ match_id: matchId, started_at, bytes: maxBytes - usedBytes - room })
      .execute();
  } else await limitFiles((await readFileBytes(db, ada.accountId)) + room);
  await ada.call('setMatchRecording', { matchId, record: true, publish: false });
  const publisher = await goLive(match);
  const newest = async () => (await ada.call('queryVideo', { matchId })).recordings[0];
  await vi.waitFor(async () =>
    expect(await newest()).toMatchObject({ startTime: world.clock.now(), isRunning: true }),
  );
  for (let frame = 2; frame <= 40; frame += 1) publisher.sendFrame(frame % 25 === 1);
  for (let frame = 0; frame < 3; frame += 1) publisher.sendFrame(false, 70_000);
  await vi.waitFor(async () => expect(await newest()).toMatchObject({ isRunning: false }));
  expect((await newest())?.bytes).toBeLessThanOrEqual(room);
  expect(await stateOf(match)).toBe('live');
  await limitFiles(null);
  await db.deleteFrom('match_recording').where('match_id', '=', matchId).execute();
});

async function limitFiles(max_file_bytes: number | null): Promise<void> {
  const account = world.database.db.updateTable('account').where('account_id', '=', ada.accountId);
  await account.set({ max_file_bytes }).execute();
}

test('recording can be switched on and off while a stream is live', async () => {
  const match = await createMatch();
  const { matchId } = match;
  const publisher = await goLive(match);
  const recordings = async () => (await ada.call('queryVideo', { matchId })).recordings;
  expect(await recordings()).toEqual([]);
  await ada.call('setMatchRecording', { matchId, record: true, publish: false });
  await vi.waitFor(async () => expect(await recordings()).toMatchObject([{ isRunning: true }]));
  for (let frame = 2; frame <= 40; frame += 1) publisher.sendFrame(frame % 25 === 1);
  const player = await watch(match.code);
  await player.received(5);
  await vi.waitFor(async () => {
    publisher.sendFrame(true);
    await ada.call('setMatchRecording', { matchId, record: false, publish: false });
    expect(await recordings()).toMatchObject([{ isRunning: false }]);
  });
  expect(await stateOf(match)).toBe('live');
});

test('a server without a port for video names the reason', async () => {
  const off = await startWorld({ sharesDatabaseWith: world });
  try {
    const match = await createMatch();
    const token = await ada.token();
    const response = await fetch(`${off.url}${off.prefix}/live/renewStreamKey`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ matchId: match.matchId }),
    });
    expect(await response.json()).toMatchObject({ result_code: '7801' });
    expect((await fetch(`${off.url}${off.prefix}/live/video/${match.code}.flv`)).status).toBe(404);
  } finally {
    await off.stop();
  }
});
