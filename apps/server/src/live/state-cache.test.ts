import { NEVER_REPORTED, type TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { describe, expect, test } from 'vitest';
import { readStates } from '../testing/read-server-message.ts';
import { SharedMessages } from './shared-messages.ts';
import { type EncodeOptions, StateCache } from './state-cache.ts';

const NOW = Date.UTC(2026, 5, 1);

const at = (latitude: number): TrackerStatusDto => ({
  ...NEVER_REPORTED,
  latitude,
  longitude: 10,
  status: 'STOP',
});

/** What a message contains, in each format. */
function read(cache: StateCache, ids: readonly number[], { full = false, sentAt = NOW } = {}) {
  const json = JSON.parse(String(cache.encode(ids, { full, sentAt, binary: false })));
  expect(readStates(cache.encode(ids, { full, sentAt, binary: true }))).toEqual(json);
  return json;
}

const latitudes = (cache: StateCache, ids: readonly number[]): unknown[] =>
  read(cache, ids).states.map(({ status }: { status: TrackerStatusDto }) => status.latitude);

test('does not replace a newer state with an older one, however late it is read', () => {
  const cache = new StateCache();
  expect(cache.put(1, 5, at(5))).toBe(true);
  expect(cache.put(1, 4, at(4))).toBe(false);
  expect(cache.put(1, 5, at(50))).toBe(false);
  expect(cache.put(1, 6, at(6))).toBe(true);
  expect(latitudes(cache, [1])).toEqual([6]);
  expect(cache.version(1)).toBe(6);
});

test('takes an announced state once when it is read, and does not encode it before', () => {
  const cache = new StateCache();
  cache.putVersion(1, 5);
  cache.putVersion(2, 5);
  expect(cache.put(1, 4, at(4))).toBe(false);
  expect(latitudes(cache, [1, 2])).toEqual([]);
  expect([...cache.ids()]).toEqual([1, 2]);
  expect(cache.put(1, 5, at(5))).toBe(true);
  expect(cache.put(1, 5, at(50))).toBe(false);
  cache.put(2, 6, at(6));
  cache.putVersion(2, 5);
  expect(latitudes(cache, [1, 2])).toEqual([5, 6]);
  cache.putVersion(2, 7);
  expect(latitudes(cache, [1, 2])).toEqual([5]);
});

test('ignores states of a removed tracker, and gives its memory to the next one', () => {
  const cache = new StateCache();
  const flight = { phase: 'parked', climb: null, takeoff: null, landing: null, silentAt: null } as const;
  cache.put(1, 1, { ...at(1), flight });
  cache.setValidUntil(1, NOW - 1);
  cache.put(2, 1, at(2));
  cache.remove(1);
  expect(cache.put(1, 9, at(9))).toBe(false);
  expect(cache.version(1)).toBe(-1);
  cache.putVersion(3, 0);
  expect(latitudes(cache, [1, 2, 3])).toEqual([2]);
  expect([...cache.ids()]).toEqual([2, 3]);
  cache.put(3, 0, at(3));
  expect(read(cache, [3]).states).toEqual([{ trackerId: 3, status: at(3) }]);
});

test('contains all of a state, and nothing of one that is known no longer', () => {
  const cache = new StateCache();
  const status: TrackerStatusDto = {
    latitude: 31.2304161,
    longitude: -121.473701,
    direction: 12.25,
    altitude: -3.5,
    altitudeKind: 2,
    speed: 49.5,
    electricity: 88,
    gsm: 75,
    satellites: 9,
    accuracy: 4.5,
    mileage: 123_456.7,
    fixTime: NOW - 1_250,
    latestCommTime: NOW - 1_000,
    status: 'SOS',
    statusSince: NOW - 60_000,
    flight: { phase: 'climb', climb: 2.5, takeoff: NOW - 9_000, landing: null, silentAt: null },
    emergency: { kind: null, squawk: '7700', since: NOW - 5_000 },
  };
  cache.put(7, 1, status);
  const expected = { type: 'states', full: true, states: [{ trackerId: 7, status }], sentAt: NOW };
  expect(read(cache, [7], { full: true })).toEqual(expected);
  cache.put(7, 2, NEVER_REPORTED);
  expect(read(cache, [7]).states).toEqual([{ trackerId: 7, status: NEVER_REPORTED }]);
});

test('hides the state of a tracker from the end of its validity', () => {
  const cache = new StateCache();
  const status = { ...at(5), mileage: 12.5, latestCommTime: NOW - 1_000, speed: 3 };
  cache.put(1, 1, status);
  cache.setValidUntil(1, NOW + 1);
  expect(read(cache, [1]).states).toEqual([{ trackerId: 1, status }]);
  const hidden = { ...NEVER_REPORTED, mileage: 12.5, latestCommTime: NOW - 1_000 };
  expect(read(cache, [1], { sentAt: NOW + 1 }).states).toEqual([{ trackerId: 1, status: hidden }]);
  cache.setValidUntil(1, null);
  expect(read(cache, [1], { sentAt: NOW + 1 }).states).toEqual([{ trackerId: 1, status }]);
});

test('stores the states of more trackers than one array has', () => {
  const cache = new StateCache();
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
  for (const id of ids) cache.put(id, 1, at(id / 100));
  expect(latitudes(cache, ids)).toEqual(ids.map((id) => id / 100));
});

describe('messages of one round', () => {
  class CountingCache extends StateCache {
    encodings = 0;
    override encode(ids: readonly number[], options: EncodeOptions): Uint8Array {
      this.encodings += 1;
      return super.encode(ids, options);
    }
  }

  test('are encoded once for the same trackers and format', () => {
    const cache = new CountingCache();
    for (const id of [1, 2, 3]) cache.put(id, 1, at(id));
    const messages = new SharedMessages(cache, NOW);
    const first = messages.encode([1, 2, 3], { full: false, binary: true });
    expect(messages.encode([1, 2, 3], { full: false, binary: true })).toBe(first);
    expect(cache.encodings).toBe(1);
    const others = [
      messages.encode([1, 2, 3], { full: false, binary: false }),
      messages.encode([1, 2, 3], { full: true, binary: true }),
      messages.encode([1, 3], { full: false, binary: true }),
      messages.encode([1, 2], { full: false, binary: true }),
      messages.encode([], { full: true, binary: true }),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
    expect(readStates(first).states.map(({ trackerId }) => trackerId)).toEqual([1, 2, 3]);
    expect(readStates(others[2] ?? first).states.map(({ trackerId }) => trackerId)).toEqual([1, 3]);
  });
});
