import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { encodeBlock } from '@wakeline/contract/replay/track-blocks';
import { NO_CONTEXT } from '@wakeline/domain/tracks/track-activities';
import { afterEach, expect, test } from 'vitest';
import { loadTracks, type TracksLoading } from './load-tracks.ts';
import type { TracksLoad, TracksRequest } from './loaded-track.ts';
import { createTracksBuilder } from './tracks-builder.ts';
import type { TracksWorker } from './tracks-link.ts';
import type { TracksRequestMessage } from './tracks-messages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NONE = { course: null, height: null, battery: null, gsm: null, satellites: null, accuracy: null };

interface TrackRequestLog {
  readonly trackerIds: readonly number[];
  readonly startTime: number;
  readonly endTime: number;
  readonly points?: number;
}

/** Runs the worker's code in this thread; messages are copied as for a worker. */
function openWorker(): TracksWorker {
  const listeners: ((event: MessageEvent) => void)[] = [];
  const handle = createTracksBuilder((message) => {
    const data = structuredClone(message);
    queueMicrotask(() => {
      for (const listener of listeners) listener({ data } as MessageEvent);
    });
  });
  return {
    postMessage: (next: TracksRequestMessage) => queueMicrotask(() => handle(structuredClone(next))),
    addEventListener: (name: string, listener: unknown) => {
      if (name === 'message') listeners.push(listener as (event: MessageEvent) => void);
    },
    terminate: () => undefined,
  };
}

/** Serves one fix a minute, eastwards; `known` are the devices that the user may see. */
class Service {
  readonly requested: TrackRequestLog[] = [];
  readonly known: Set<number>;
  failures: Error[] = [];
  responseGate: Promise<void> = Promise.resolve();

  constructor(...known: number[]) {
    this.known = new Set(known);
  }

  get client(): Client {
    const stream = async (_: string, payload: TrackRequestLog) => {
      this.requested.push(payload);
      await this.responseGate;
      const failure = this.failures.shift();
      if (failure !== undefined) throw failure;
      if (payload.trackerIds.some((id) => !this.known.has(id))) throw new NamedError('tracker-unknown');
      const blocks = payload.trackerIds.map((id) => block(id, payload));
      return new Blob(blocks).stream();
    };
    const call = async (name: string, { trackerIds }: TrackRequestLog) => {
      if (name !== 'queryTrackContext') throw new Error('not expected');
      if (trackerIds.some((id) => !this.known.has(id))) throw new NamedError('tracker-unknown');
      const settings = { movingSpeed: 5, gapMinutes: 60, minStopMinutes: 5 };
      return { ...settings, list: trackerIds.map((trackerId) => ({ trackerId, ...NO_CONTEXT })) };
    };
    return { call, stream } as unknown as Client;
  }
}

function block(trackerId: number, { startTime, endTime, points }: TrackRequestLog): Uint8Array<ArrayBuffer> {
  const step =
    points === undefined
      ? MINUTE
      : Math.max(MINUTE, Math.ceil((endTime - startTime) / points / MINUTE) * MINUTE);
  const times: number[] = [];
  for (let time = Math.ceil(startTime / step) * step; time <= endTime; time += step) times.push(time);
  return encodeBlock({
    trackerId,
    coarse: points !== undefined,
    length: times.length,
    time: Float64Array.from(times),
    lng: Float64Array.from(times, (time) => time / HOUR / 100),
    lat: new Float64Array(times.length).fill(trackerId),
    columns: { ...NONE, speed: new Float32Array(times.length).fill(20) },
    flags: null,
  });
}

const loadings: TracksLoading[] = [];
afterEach(() => {
  for (const loading of loadings.splice(0)) loading.stop();
});

function load(service: Service, request: Partial<TracksRequest>, area = () => null as null | Area) {
  const seen: TracksLoad[] = [];
  const waiters: (() => void)[] = [];
  const loading = loadTracks({
    client: service.client,
    request: { trackerIds: [7], start: 0, end: 24 * HOUR, correction: 'none', ...request },
    area,
    kindOf: () => 'vehicle',
    openWorker,
    onLoad(next) {
      seen.push(next);
      for (const resolve of waiters.splice(0)) resolve();
    },
  });
  loadings.push(loading);
  const until = async (matches: (state: TracksLoad) => boolean): Promise<TracksLoad> => {
    for (;;) {
      const last = seen.at(-1);
      if (last !== undefined && matches(last)) return last;
      await new Promise<void>((resolve) => waiters.push(resolve));
    }
  };
  return { loading, seen, until, end: () => until(({ phase }) => phase === 'ready' || phase === 'failed') };
}

interface Area {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

test('loads a coarse track first, then every fix, and the summary last', async () => {
  const service = new Service(7);
  const { seen, end } = load(service, {});
  const state = await end();
  expect(service.requested[0]?.points).toBe(8_000);
  expect(service.requested.slice(1).every(({ points }) => points === undefined)).toBe(true);
  const published = seen.flatMap(({ tracks }) => tracks.get(7) ?? []);
  expect(published[0]?.coarse).toBe(true);
  expect(published[0]?.summary).toBeNull();
  const full = state.tracks.get(7);
  expect([full?.coarse, full?.track.length, state.count, state.progress, state.limited]).toEqual([
    false,
    1441,
    1441,
    1,
    false,
  ]);
  // 24 hundredths of a degree of the parallel of 7 degrees: 0.24 * 111.195 km * cos 7.
  expect((full?.summary?.distance ?? 0) / 1000).toBeCloseTo(26.488, 2);
});

test('requests each time exactly once', async () => {
  const service = new Service(7);
  await load(service, {}).end();
  const batches = service.requested.slice(1).toSorted((a, b) => a.startTime - b.startTime);
  expect(batches[0]?.startTime).toBe(0);
  expect(batches.at(-1)?.endTime).toBe(24 * HOUR);
  for (const [index, { startTime }] of batches.slice(1).entries())
    expect(startTime).toBe((batches[index]?.endTime ?? 0) + 1);
});

test('loads the visible area first', async () => {
  const service = new Service(7);
  // The device is there in the hour from 18:15.
  await load(service, {}, () => ({ west: 0.1825, south: 6, east: 0.19, north: 8 })).end();
  const first = service.requested[1];
  expect(first?.startTime).toBeLessThanOrEqual(18 * HOUR);
  expect(first?.endTime).toBeGreaterThanOrEqual(19 * HOUR - MINUTE);
});

test('is ready without a track if there are no fixes', async () => {
  const service = new Service(7);
  const state = await load(service, { start: 30_000, end: 50_000 }).end();
  expect([state.phase, state.count, state.tracks.size]).toEqual(['ready', 0, 0]);
});

test('keeps loaded tracks after a failure, and resumes where it failed', async () => {
  const service = new Service(7);
  const { loading, until, end } = load(service, {});
  await until(({ count }) => count > 0);
  service.failures = [new NamedError('network-failed')];
  const failed = await end();
  expect(failed.phase).toBe('failed');
  expect(failed.error).toMatchObject({ errorName: 'network-failed' });
  expect(failed.tracks.get(7)?.track.length).toBeGreaterThan(0);
  const before = service.requested.length;
  loading.resume();
  const state = await until(({ phase }) => phase === 'ready');
  expect(state.tracks.get(7)?.track.length).toBe(1441);
  expect(state.count).toBe(1441);
  // Neither the coarse track nor loaded batches are requested again.
  expect(
    service.requested.slice(before).every(({ startTime, points }) => startTime > 0 && points === undefined),
  ).toBe(true);
});

test('removes a device that is revoked while its track is displayed, and reports it', async () => {
  const service = new Service(7);
  const { loading, seen, end } = load(service, {});
  await end();
  loading.revoke([7]);
  expect(seen.at(-1)).toMatchObject({ phase: 'failed', revoked: [7] });
  expect(seen.at(-1)?.tracks.size).toBe(0);
  expect(seen.at(-1)?.error).toMatchObject({ errorName: 'tracker-unknown' });
});

test('removes a device that the server no longer knows, and keeps the others', async () => {
  const service = new Service(7, 9);
  const state = await load(service, { trackerIds: [7, 8, 9] }).end();
  expect([state.phase, [...state.tracks.keys()], state.revoked]).toEqual(['ready', [7, 9], [8]]);
  expect(state.tracks.get(9)?.track.length).toBe(1441);
});

test('fails by name if the server does not know the device', async () => {
  const state = await load(new Service(), {}).end();
  expect(state).toMatchObject({ phase: 'failed', revoked: [7] });
  expect(state.error).toMatchObject({ errorName: 'tracker-unknown' });
});

test('applies a correction to the loaded fixes, and reverts it', async () => {
  const service = new Service(7);
  const { loading, until, end } = load(service, {});
  const plain = (await end()).tracks.get(7);
  const requested = service.requested.length;
  loading.correct('intelligent');
  const corrected = (
    await until(({ phase, tracks }) => phase === 'ready' && tracks.get(7) !== plain)
  ).tracks.get(7);
  expect(corrected?.changes).not.toBeNull();
  loading.correct('none');
  const back = (
    await until(({ phase, tracks }) => phase === 'ready' && tracks.get(7) !== corrected)
  ).tracks.get(7);
  expect(back?.changes).toBeNull();
  expect(back?.track.lng).toEqual(plain?.track.lng);
  expect(service.requested.length).toBe(requested);
});

test('rejects a truncated response', async () => {
  const service = new Service(7);
  const { client } = service;
  const cut = {
    ...client,
    stream: async () =>
      new Blob([block(7, { trackerIds: [7], startTime: 0, endTime: HOUR }).slice(0, -8)]).stream(),
  } as unknown as Client;
  Object.defineProperty(service, 'client', { value: cut });
  const state = await load(service, { end: HOUR }).end();
  expect(state.error).toMatchObject({ errorName: 'answer-malformed' });
  expect(state.tracks.size).toBe(0);
});

test('publishes nothing after it was stopped', async () => {
  const service = new Service(7);
  const gate = Promise.withResolvers<void>();
  service.responseGate = gate.promise;
  const { loading, seen } = load(service, {});
  loading.stop();
  const before = seen.length;
  gate.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen.length).toBe(before);
});
