import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { Encoder, FFMPEG, probe } from '../../testing/ffmpeg.ts';
import { devicePortVariables, freePorts } from '../../testing/free-ports.ts';
import { Person } from '../../testing/person.ts';
import { ServerProcess } from '../../testing/server-process.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { readTags } from '../../video/flv/read-tags.ts';
import { TestPublisher } from '../../video/testing/publisher.ts';

const HOUR = 3_600_000;

let world: World;
let ada: Person;
let folder: string;
let rtmpPort: number;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  folder = await mkdtemp(join(tmpdir(), 'wakeline-killed-'));
  [rtmpPort = 0] = await freePorts(1);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGTERM');
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly server: ServerProcess;
  readonly url: string;
  /** Ada, signed in there. */
  readonly person: Person;
}

/** A server that receives video, always in the same folder and at the same port. */
async function startServer(): Promise<Started> {
  const server = new ServerProcess({
    DATABASE_URL: world.testDatabase.url,
    WAKELINE_DATA: folder,
    WAKELINE_PORT: '0',
    WAKELINE_BASE_LAYERS: 'none',
    WAKELINE_LOG: 'trace',
    WAKELINE_RTMP_PORT: String(rtmpPort),
    ...devicePortVariables({}),
  });
  servers.push(server);
  const { url } = await server.serving();
  const { login, userId, accountId } = ada;
  const person = new Person({ login, userId, accountId, url, prefix: world.prefix });
  await person.signIn();
  return { server, url, person };
}

/** A match whose streams are recorded. */
async function createMatch(person: Person) {
  const startTime = Date.now();
  const { matchId } = await person.call('createMatch', {
    ...{ matchName: 'Lake run', startTime, endTime: startTime + HOUR },
  });
  await person.call('setMatchRecording', { matchId, record: true, publish: true });
  return { matchId, ...(await person.call('renewStreamKey', { matchId })) };
}

async function recordingIsRunning(person: Person, matchId: number): Promise<void> {
  await eventually('the recording runs', async () => {
    const { recordings } = await person.call('queryVideo', { matchId });
    return recordings[0]?.isRunning === true;
  });
}

/** Resolves when so much of the recording is on the disk. */
async function recorded(bytes: number): Promise<void> {
  const recordings = join(folder, 'video/recordings');
  await eventually(`${bytes} recorded bytes`, async () => {
    const [name] = await readdir(recordings);
    return name !== undefined && (await stat(join(recordings, name))).size >= bytes;
  });
}

/** The recording after another start of the server, with its content. */
async function recover(matchId: number) {
  const { url, person } = await startServer();
  const { recordings } = await person.call('queryVideo', { matchId });
  const [recording] = recordings;
  if (recording === undefined) throw new Error('the recording is lost');
  expect(recordings).toMatchObject([{ isRunning: false }]);
  const headers = { authorization: `Bearer ${await person.token()}` };
  const response = await fetch(`${url}${recording.url}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(recording.bytes);
  expect(await readdir(join(folder, 'video/recordings'))).toEqual([]);
  return { person, recording, bytes };
}

/** The video after the time without a note of its server. */
async function stateLater(person: Person, matchId: number): Promise<string> {
  await world.database.db
    .updateTable('match_video')
    .set({ seen_at: new Date(Date.now() - 31_000) })
    .where('match_id', '=', matchId)
    .execute();
  return (await person.call('queryVideo', { matchId })).state;
}

test('a server that was killed stores its recording at the next start, and has never logged the key', async () => {
  const first = await startServer();
  const { matchId, key } = await createMatch(first.person);
  const publisher = await TestPublisher.connect(rtmpPort);
  await publisher.publish(key);
  publisher.sendOpening();
  publisher.sendFrame(true);
  await recordingIsRunning(first.person, matchId);
  for (let frame = 2; frame <= 101; frame += 1) publisher.sendFrame(frame % 25 === 1);
  // 100 frames of 300 bytes, without the audio and what surrounds them.
  await recorded(30_000);
  expect(await first.server.end('SIGKILL')).toBe('SIGKILL');
  await publisher.closed();

  const { person, recording, bytes } = await recover(matchId);
  // Up to 101 frames of 40 ms; the last ones may not have been on the disk.
  expect(recording.seconds).toBeGreaterThan(3);
  expect(recording.seconds).toBeLessThanOrEqual(4);
  const types: number[] = [];
  for await (const { type } of readTags(Readable.from([bytes]))) types.push(type);
  expect(types.length).toBeGreaterThan(150);
  expect(await stateLater(person, matchId)).toBe('interrupted');

  const forged = 'A'.repeat(32);
  const intruder = await TestPublisher.connect(rtmpPort);
  await intruder.publish(`${matchId}-${forged}`);
  await intruder.closed();
  await eventually('the refusal is logged', () => servers[1]?.output.includes('stream-key-unknown'));
  expect(servers[0]?.output).toContain('a video stream has started');
  for (const { output } of servers)
    for (const secret of [key.slice(key.indexOf('-') + 1), forged]) expect(output).not.toContain(secret);
});

describe.skipIf(FFMPEG === null)('of a stream of ffmpeg', { tags: ['long'], timeout: 180_000 }, () => {
  test('ffprobe reads the recording of a server that was killed', async () => {
    const first = await startServer();
    const { matchId, address, key } = await createMatch(first.person);
    const encoder = new Encoder(`${address}/${key}`);
    await recordingIsRunning(first.person, matchId);
    await recorded(300_000);
    expect(await first.server.end('SIGKILL')).toBe('SIGKILL');
    await encoder.ended();

    const { recording, bytes } = await recover(matchId);
    const path = join(folder, 'recording.flv');
    await writeFile(path, bytes);
    const { format, streams } = await probe(path, ['-count_packets']);
    expect(recording.seconds).toBeGreaterThan(1);
    expect(Number(format.duration)).toBeCloseTo(recording.seconds ?? 0, 1);
    expect(streams.map(({ codec_name }) => codec_name).toSorted()).toEqual(['aac', 'h264']);
    const frames = Number(streams.find(({ codec_name }) => codec_name === 'h264')?.nb_read_packets);
    expect(Math.abs(frames - (recording.seconds ?? 0) * 25)).toBeLessThan(10);
  });
});
