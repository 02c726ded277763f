import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import type { FeedMessage } from '@wakeline/protocols/feeds/feed-message';
import { expect, test } from 'vitest';
import type { RegisteredTracker } from '../registry.ts';
import { REPORT_RULES } from '../testing/report-rules.ts';
import { AccountObjects } from './account-objects.ts';
import type { FeedSettings } from './feed-run.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const SHIP = 'mmsi-211378120';

const FEED: FeedSettings = {
  feedId: 1,
  accountId: 1,
  kind: 'ais',
  family: 'ais',
  connection: { type: 'listen', senders: [] },
  tokenVersion: 0,
  area: null,
  intervalMs: 10_000,
  unknownObjects: 'traffic',
  enabled: true,
};

const TRACKER: RegisteredTracker = {
  trackerId: 7,
  name: 'Gull',
  imei: SHIP,
  model: '',
  password: '',
  groupId: null,
  protocol: null,
  keyVersion: 0,
  validUntil: null,
  account: {
    accountId: 1,
    deviceAuth: false,
    retentionDays: 400,
    plainCoordinates: false,
    offlineMinutes: 10,
    movingSpeed: 5,
    ...REPORT_RULES,
    timeZone: 'UTC',
    dayOf: createDayOf((instant) => instant),
    maxPositionsPerSecond: null,
    statusNotices: [],
  },
};

function message(changes: Partial<FeedMessage> = {}, latitude = 54): FeedMessage {
  return {
    objectId: SHIP,
    kind: 'vessel',
    position: { latitude, longitude: 7, valid: true },
    motion: { speed: 20, course: 90 },
    time: null,
    second: null,
    details: {},
    dynamics: {},
    distress: null,
    ...changes,
  };
}

const ALWAYS = () => true;

function bound(canReport = ALWAYS): AccountObjects {
  return new AccountObjects((objectId) => (objectId === SHIP ? TRACKER : null), canReport);
}

function unbound(): AccountObjects {
  return new AccountObjects(() => null, ALWAYS);
}

/** Sends messages at these seconds; returns the outcomes. */
function outcomes(
  objects: AccountObjects,
  list: readonly (readonly [number, FeedMessage])[],
): readonly string[] {
  return list.map(([second, one]) => objects.receive(FEED, one, null, NOW + second * 1_000).type);
}

test('reports a device at most once per interval, and at once when its navigation status changes', () => {
  const status = (navigationStatus: number) => message({ dynamics: { navigationStatus } });
  expect(
    outcomes(bound(), [
      [0, status(0)],
      [4, status(0)],
      [9.9, status(0)],
      [10, status(0)],
      [12, status(5)],
      [13, status(5)],
    ]),
  ).toEqual(['report', 'seen', 'seen', 'report', 'report', 'seen']);
});

test('reports what is due once the account may send again', () => {
  let isOver = true;
  const objects = bound(() => !isOver);
  const status = (navigationStatus: number) => message({ dynamics: { navigationStatus } });
  expect(
    outcomes(objects, [
      [0, status(0)],
      [1, status(5)],
    ]),
  ).toEqual(['seen', 'seen']);
  isOver = false;
  const outcome = objects.receive(FEED, status(5), null, NOW + 2_000);
  expect(outcome).toMatchObject({ type: 'report', report: { attributes: { navigationStatus: 5 } } });
});

test('adds static data to the next report only when it changes', () => {
  const objects = bound();
  const attributesAt = (second: number, details: FeedMessage['details']) => {
    objects.receive(FEED, message({ position: null, details }), null, NOW + second * 1_000);
    const outcome = objects.receive(FEED, message(), null, NOW + second * 1_000);
    return outcome.type === 'report' ? outcome.report.attributes : outcome.type;
  };
  expect(attributesAt(0, { name: 'MOEWE', draught: 6 })).toEqual({ name: 'MOEWE', draught: 6 });
  expect(attributesAt(10, { name: 'MOEWE', draught: 6 })).toEqual({});
  expect(attributesAt(20, { name: 'MOEWE', draught: 6.5 })).toEqual({ draught: 6.5 });
});

test('drops an equal message within 3 seconds, and takes it again afterwards', () => {
  const objects = unbound();
  const at = (ms: number) => objects.receive(FEED, message(), 'payload', NOW + ms).type;
  expect([at(0), at(2_999), at(3_000), at(3_001)]).toEqual(['merged', 'duplicate', 'merged', 'duplicate']);
});

test('drops a jump, and follows an object that stays elsewhere', () => {
  // One degree of latitude is 111 km: at 100 knots 36 minutes.
  const [here, there] = [message(), message({}, 55)];
  expect(
    outcomes(bound(), [
      [0, here],
      [10, there],
      [20, here],
      [30, there],
      [40, there],
      [50, there],
    ]),
  ).toEqual(['report', 'jump', 'report', 'jump', 'jump', 'report']);
  // Two vessels with one number: the one that was received first stays.
  expect(
    outcomes(bound(), [
      [0, here],
      [10, there],
      [11, here],
      [12, there],
      [13, here],
      [14, there],
    ]).filter((type) => type === 'jump'),
  ).toHaveLength(3);
});

test('takes faster movement from aircraft', () => {
  // 0.02 degrees in 10 s are 800 km/h.
  const aircraft = (latitude: number) => message({ kind: 'aircraft' }, latitude);
  expect(
    outcomes(unbound(), [
      [0, aircraft(54)],
      [10, aircraft(54.02)],
      [20, aircraft(54.2)],
    ]),
  ).toEqual(['merged', 'merged', 'jump']);
  expect(
    outcomes(unbound(), [
      [0, message({}, 54)],
      [10, message({}, 54.02)],
    ]),
  ).toEqual(['merged', 'jump']);
});

test('drops single jumps of multilateration, and the second of two aircraft with one address', () => {
  const aircraft = (latitude: number) => message({ kind: 'aircraft' }, latitude);
  // One degree in 10 s is 40,000 km/h.
  const jumps = [0, 1, 0, 0, 1, 1, 0, 0].map((off, at): readonly [number, FeedMessage] => [
    at * 10,
    aircraft(54 + at * 0.01 + off),
  ]);
  expect(outcomes(bound(), jumps)).toEqual([
    ...['report', 'jump', 'report', 'report', 'jump', 'jump', 'report', 'report'],
  ]);
  const shared = [0, 1, 0, 1, 0, 1, 0, 1].map((off, at): readonly [number, FeedMessage] => [
    at * 10,
    aircraft(54 + off * 10),
  ]);
  expect(outcomes(bound(), shared).filter((type) => type === 'report')).toHaveLength(4);
});

test('an aircraft that changes its call sign stays the same object', () => {
  const objects = bound();
  const reports = ['DLH4CK', 'DLH9AB', 'DLH9AB'].map((callSign, at) => {
    const outcome = objects.receive(
      FEED,
      message({ kind: 'aircraft', details: { callSign } }),
      null,
      NOW + at * 10_000,
    );
    return outcome.type === 'report' ? outcome.report.attributes : outcome.type;
  });
  expect(reports).toEqual([{ callSign: 'DLH4CK' }, { callSign: 'DLH9AB' }, {}]);
  expect(objects.count(1, NOW + 20_000)).toEqual({ objects: 1, bound: 1 });
});

test('raises SOS after one message of AIS, and clears it', () => {
  const objects = bound();
  const alarms = [true, false].map((distress, index) => {
    const outcome = objects.receive(FEED, message({ distress }), null, NOW + index * 10_000);
    return outcome.type === 'report' ? outcome.report.alarms : outcome.type;
  });
  expect(alarms).toEqual([['SOS'], []]);
});

test('takes the time from second and station, never from the future', () => {
  const timeOf = (changes: Partial<FeedMessage>) => {
    const outcome = bound().receive(FEED, message(changes), null, NOW + 5_500);
    return outcome.type === 'report' ? outcome.report.time - NOW : outcome.type;
  };
  expect(timeOf({})).toBe(5_500);
  expect(timeOf({ second: 3 })).toBe(3_000);
  expect(timeOf({ second: 58 })).toBe(-2_000);
  expect(timeOf({ second: 7 })).toBe(5_500);
  expect(timeOf({ time: NOW - 60_000, second: 57 })).toBe(-63_000);
  expect(timeOf({ time: NOW + 3_600_000, second: 3 })).toBe(3_000);
  expect(timeOf({ time: NOW - 2 * 86_400_000 })).toBe(5_500);
});

test('ignores positions outside the area, also across the antimeridian', () => {
  const inArea = (west: number, east: number, longitude: number) =>
    unbound().receive(
      { ...FEED, area: { west, east, south: 50, north: 60 } },
      message({ position: { latitude: 54, longitude, valid: true } }),
      null,
      NOW,
    ).type;
  expect([
    inArea(5, 10, 7),
    inArea(5, 10, 11),
    inArea(170, -170, 179),
    inArea(170, -170, -175),
    inArea(170, -170, 0),
  ]).toEqual(['merged', 'outside', 'merged', 'merged', 'outside']);
});

test('lists and expires objects without a device, and hides those with one', () => {
  let isRegistered = false;
  const objects = new AccountObjects(
    (objectId) => (isRegistered && objectId === SHIP ? TRACKER : null),
    ALWAYS,
  );
  const other = message({ objectId: 'mmsi-244000001' }, 55);
  expect(objects.takeChanges()).toEqual({ changed: [], removed: [] });
  outcomes(objects, [
    [0, message()],
    [1, other],
  ]);
  expect(objects.takeChanges().changed.map(({ objectId }) => objectId)).toEqual([SHIP, 'mmsi-244000001']);
  expect(objects.traffic(1).map(({ objectId }) => objectId)).toEqual(['mmsi-244000001', SHIP]);
  isRegistered = true;
  objects.rebind();
  expect(objects.takeChanges()).toMatchObject({ changed: [{ objectId: 'mmsi-244000001' }], removed: [SHIP] });
  expect(objects.count(1, NOW)).toEqual({ objects: 2, bound: 1 });
  objects.expire(NOW + 30 * 60_000 + 1_001, new Map([[1, FEED]]));
  expect(objects.takeChanges().removed).toEqual([SHIP, 'mmsi-244000001']);
  expect(objects.traffic(null)).toEqual([]);
});

test('hides what is drawn when a feed begins to ignore unknown objects', () => {
  const objects = unbound();
  objects.takeChanges();
  outcomes(objects, [[0, message()]]);
  expect(objects.takeChanges().changed).toHaveLength(1);
  objects.receive({ ...FEED, unknownObjects: 'ignore' }, message(), null, NOW + 1_000);
  expect(objects.takeChanges()).toEqual({ changed: [], removed: [SHIP] });
  expect(objects.traffic(1)).toEqual([]);
});

test('keeps nothing of unknown objects that are ignored', () => {
  const objects = unbound();
  expect(objects.receive({ ...FEED, unknownObjects: 'ignore' }, message(), null, NOW).type).toBe('merged');
  expect(objects.traffic(1)).toEqual([]);
  expect(objects.count(1, NOW)).toEqual({ objects: 1, bound: 0 });
});
