import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertMatch } from '../../races/matches.ts';
import { Encoder, FFMPEG, probe } from '../../testing/ffmpeg.ts';
import { freePorts } from '../../testing/free-ports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOUR = 3_600_000;
/** Encoders and ffprobe on a busy machine. */
const WAIT = { timeout: 60_000, interval: 500 };

describe.skipIf(FFMPEG === null)('ffmpeg', { tags: ['long'], timeout: 180_000 }, () => {
  let world: World;
  let ada: Person;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wakeline-video-'));
    const [rtmpPort = 0] = await freePorts(1);
    world = await startWorld({
      environment: { WAKELINE_RTMP_PORT: String(rtmpPort), WAKELINE_FFMPEG: FFMPEG ?? '' },
    });
    ada = await (await world.account('harbour')).person('ada');
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function createMatch() {
    const { db } = world.database;
    const times = { startTime: world.clock.now(), endTime: world.clock.now() + HOUR };
    const form = { matchName: 'Lake run', place: '', ...times, maps: [] };
    const matchId = await db
      .transaction()
      .execute((tx) => insertMatch(tx, ada.accountId, form, world.clock.now()));
    await db.updateTable('match').set({ state: 'open' }).where('match_id', '=', matchId).execute();
    const { address, key } = await ada.call('renewStreamKey', { matchId });
    const { code } = await ada.call('queryMatchDetail', { matchId });
    return { matchId, code, url: `${address}/${key}` };
  }

  test('its stream is played over HTTP-FLV and HLS, and recorded so that ffprobe knows its length', async () => {
    const { matchId, code, url } = await createMatch();
    await ada.call('setMatchRecording', { matchId, record: true, publish: true });
    const encoder = new Encoder(url);
    const video = await vi.waitFor(async () => {
      const state = await ada.call('queryEventVideo', { code });
      expect(state.state, encoder.output).toBe('live');
      return state;
    }, WAIT);
    const live = await probe(`${world.url}${video.streamUrl}`, ['-read_intervals', '%+2', '-count_packets']);
    expect(live.format.format_name).toBe('flv');
    expect(live.streams.map(({ codec_name }) => codec_name).toSorted()).toEqual(['aac', 'h264']);
    expect(Number(live.streams[0]?.nb_read_packets)).toBeGreaterThan(20);
    const hls = await vi.waitFor(
      () => probe(`${world.url}${video.hlsUrl}`, ['-read_intervals', '%+1']),
      WAIT,
    );
    expect(hls.format.format_name).toBe('hls');
    expect(hls.streams.map(({ codec_name }) => codec_name).toSorted()).toEqual(['aac', 'h264']);
    await encoder.stop();
    const [recording] = await vi.waitFor(async () => {
      const { recordings } = await ada.call('queryVideo', { matchId });
      expect(recordings).toMatchObject([{ isRunning: false }]);
      return recordings;
    }, WAIT);
    const seconds = recording?.seconds ?? 0;
    expect(seconds).toBeGreaterThan(2);
    const headers = { authorization: `Bearer ${await ada.token()}` };
    const response = await fetch(`${world.url}${recording?.url}`, { headers });
    const path = join(folder, 'recording.flv');
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    const recorded = await probe(path, ['-count_packets']);
    expect(Number(recorded.format.duration)).toBeCloseTo(seconds, 1);
    expect(recorded.streams.map(({ codec_name }) => codec_name).toSorted()).toEqual(['aac', 'h264']);
    // Every frame of 25 a second.
    const frames = Number(recorded.streams.find(({ codec_name }) => codec_name === 'h264')?.nb_read_packets);
    expect(Math.abs(frames - seconds * 25)).toBeLessThan(10);
  });

  test('it reports the refusal of a forged key', async () => {
    const { url } = await createMatch();
    const encoder = new Encoder(`${url.slice(0, -4)}AAAA`);
    expect(await encoder.ended()).toContain('stream-key-unknown');
  });
});
