import { latFromMercator, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let accounts = 0;
let devices = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const EARTH = { west: -180, south: -90, east: 180, north: 90 };
const NONE = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };

async function createTestAccount(): Promise<{ account: WorldAccount; ada: Person }> {
  accounts += 1;
  const account = await world.account(`overview ${accounts}`);
  return { account, ada: await account.person(`overview ada ${accounts}`) };
}

interface TrackerAt {
  readonly status?: TrackerStatus;
  readonly groupId?: number;
  /** Milliseconds from now. */
  readonly validFor?: number;
}

async function addTracker(
  account: WorldAccount,
  latitude: number,
  longitude: number,
  { status = 'RUNNING', groupId, validFor }: TrackerAt = {},
): Promise<number> {
  devices += 1;
  const trackerId = await account.tracker(`overview-${devices}`, `Boat ${devices}`);
  const { db } = world.database;
  await db
    .updateTable('tracker')
    .set({
      group_id: groupId ?? null,
      valid_until: validFor === undefined ? null : new Date(world.clock.now() + validFor),
    })
    .where('tracker_id', '=', trackerId)
    .execute();
  await sql`
    insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, status)
    values (${trackerId}, ${account.accountId}, 1, 1, ${latitude}, ${longitude}, ${status})`.execute(db);
  return trackerId;
}

const idsOf = (trackers: readonly { readonly trackerId: number }[]): number[] =>
  trackers.map(({ trackerId }) => trackerId).toSorted((a, b) => a - b);

describe('the overview of the live map', () => {
  test('has clusters of cells of 80 pixels, and single trackers', async () => {
    const { account, ada } = await createTestAccount();
    // At zoom 0 the earth has 512 pixels: a cell has 56.25 degrees of longitude, the first from -180 to -123.75.
    await addTracker(account, 0.5, -170, { status: 'STOP' });
    await addTracker(account, 5.5, -124, { status: 'RUNNING' });
    const single = await addTracker(account, 0.5, -123.5, { status: 'OFFLINE' });
    const { clusters, trackers, counts } = await ada.call('queryLiveOverview', { bounds: EARTH, zoom: 0 });
    expect(clusters).toEqual([
      {
        lng: expect.closeTo(-147, 9),
        lat: expect.closeTo(latFromMercator((mercatorY(0.5) + mercatorY(5.5)) / 2), 9),
        count: 2,
        counts: { ...NONE, all: 2, STOP: 1, RUNNING: 1 },
      },
    ]);
    expect(counts).toEqual({ all: 3, RUNNING: 1, STOP: 1, SOS: 0, OFFLINE: 1 });
    expect(trackers).toEqual([await ada.call('queryTrackerById', { trackerId: single })]);
    // Twice the pixels: cells end at -151.875, and the two are separate.
    const closer = await ada.call('queryLiveOverview', { bounds: EARTH, zoom: 1 });
    expect(closer.clusters).toEqual([]);
    expect(closer.trackers.length).toBe(3);
  });

  test('counts all trackers, also outside the area and without a position, by group', async () => {
    const { account, ada } = await createTestAccount();
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    await addTracker(account, 10, 10, { groupId, status: 'STOP' });
    await addTracker(account, 10, 10, { groupId, status: 'SOS' });
    await addTracker(account, 50, 50);
    devices += 1;
    await account.tracker(`overview-${devices}`);
    const { counts, groups, clusters, trackers } = await ada.call('queryLiveOverview', {
      bounds: { west: 60, south: 60, east: 61, north: 61 },
      zoom: 5,
    });
    expect(counts).toEqual({ all: 4, RUNNING: 1, STOP: 1, SOS: 1, OFFLINE: 1 });
    expect(groups).toEqual([
      { groupId, counts: { ...NONE, all: 2, STOP: 1, SOS: 1 } },
      { groupId: null, counts: { ...NONE, all: 2, RUNNING: 1, OFFLINE: 1 } },
    ]);
    expect([clusters, trackers]).toEqual([[], []]);
  });

  test('has only the trackers of the groups of its user, and none of another account', async () => {
    const { account, ada } = await createTestAccount();
    const other = await createTestAccount();
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const visible = await addTracker(account, 10, 10, { groupId });
    await addTracker(account, 10, 10);
    await addTracker(other.account, 10, 10);
    const bert = await account.person(`overview bert ${accounts}`, { groupIds: [groupId] });
    const { counts, groups, clusters, trackers } = await bert.call('queryLiveOverview', {
      bounds: EARTH,
      zoom: 3,
    });
    expect(counts).toEqual({ ...NONE, all: 1, RUNNING: 1 });
    expect(groups.map((group) => group.groupId)).toEqual([groupId]);
    expect(clusters).toEqual([]);
    expect(idsOf(trackers)).toEqual([visible]);
    const clerk = await account.person(`overview clerk ${accounts}`, { roles: ['eob_plugin_custom_map'] });
    await expect(clerk.call('queryLiveOverview', { bounds: EARTH, zoom: 3 })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
  });

  test('reaches across the antimeridian', async () => {
    const { account, ada } = await createTestAccount();
    const fiji = await addTracker(account, -18, 179.9);
    const samoa = await addTracker(account, -14, -171.8);
    await addTracker(account, -18, 160);
    for (const [west, east] of [
      [170, -170],
      [170, 190],
      [-190, -170],
    ] as const) {
      const bounds = { west, south: -30, east, north: 0 };
      const { clusters, trackers } = await ada.call('queryLiveOverview', { bounds, zoom: 7 });
      expect(clusters).toEqual([]);
      expect(idsOf(trackers)).toEqual([fiji, samoa]);
      const far = await ada.call('queryLiveOverview', { bounds, zoom: 0 });
      expect(far.clusters.reduce((sum, { count }) => sum + count, far.trackers.length)).toBe(2);
      for (const { lng } of far.clusters) expect(Math.abs(lng)).toBeLessThanOrEqual(180);
    }
  });

  test('never clusters a tracker in SOS, and nothing from zoom 17 on', async () => {
    const { account, ada } = await createTestAccount();
    const sos = await addTracker(account, 30, 30, { status: 'SOS' });
    const others = [await addTracker(account, 30, 30), await addTracker(account, 30, 30)];
    const far = await ada.call('queryLiveOverview', { bounds: EARTH, zoom: 16 });
    expect(idsOf(far.trackers)).toEqual([sos]);
    expect(far.clusters).toMatchObject([{ count: 2, counts: { SOS: 0, RUNNING: 2 } }]);
    const near = await ada.call('queryLiveOverview', { bounds: EARTH, zoom: 17 });
    expect(idsOf(near.trackers)).toEqual([sos, ...others]);
    expect(near.clusters).toEqual([]);
  });

  test('counts expired trackers as offline, without a position', async () => {
    const { account, ada } = await createTestAccount();
    await addTracker(account, 30, 30, { status: 'SOS', validFor: -1 });
    const valid = await addTracker(account, 30, 30, { validFor: 3_600_000 });
    const { counts, clusters, trackers } = await ada.call('queryLiveOverview', { bounds: EARTH, zoom: 3 });
    expect(counts).toEqual({ ...NONE, all: 2, OFFLINE: 1, RUNNING: 1 });
    expect(clusters).toEqual([]);
    expect(idsOf(trackers)).toEqual([valid]);
  });

  test('places trackers at the poles at the edge of the map', async () => {
    const { account, ada } = await createTestAccount();
    await addTracker(account, 90, 30);
    await addTracker(account, 89, 30);
    const { clusters } = await ada.call('queryLiveOverview', { bounds: EARTH, zoom: 3 });
    expect(clusters).toMatchObject([{ lat: expect.closeTo(85.0511287798066, 9), count: 2 }]);
  });

  test('has at most 2000 clusters and trackers, with larger cells and clusters of trackers in SOS', async () => {
    const { account, ada } = await createTestAccount();
    await sql`
      insert into tracker (account_id, name, imei, password)
      select ${account.accountId}, 'many', 'overview-many-' || n, '' from generate_series(1, 6000) n`.execute(
      world.database.db,
    );
    await sql`
      insert into tracker_state (tracker_id, account_id, version, latitude, longitude, status)
      select tracker_id, account_id, 1, (tracker_id * 7919 % 1600) / 10.0 - 80, (tracker_id * 104729 % 3600) / 10.0 - 180,
        case when tracker_id % 2 = 0 then 'SOS' else 'STOP' end
      from tracker where account_id = ${account.accountId}`.execute(world.database.db);
    for (const zoom of [0, 5, 22]) {
      const { clusters, trackers, counts } = await ada.call('queryLiveOverview', { bounds: EARTH, zoom });
      expect(counts.all).toBe(6_000);
      expect(clusters.length + trackers.length).toBeLessThanOrEqual(2_000);
      const sum = (name: 'all' | 'SOS') =>
        clusters.reduce((total, cluster) => total + cluster.counts[name], 0);
      expect(sum('all') + trackers.length).toBe(6_000);
      expect(sum('SOS')).toBeGreaterThan(0);
    }
  });

  test.each([
    ['south above north', { ...EARTH, south: 10, north: 9 }, 5],
    ['a latitude beyond the pole', { ...EARTH, north: 91 }, 5],
    ['a longitude far outside', { ...EARTH, east: 541 }, 5],
    ['a zoom beyond the maximum', EARTH, 23],
    ['a fraction of a zoom', EARTH, 4.5],
  ])('refuses %s', async (_what, bounds, zoom) => {
    const { ada } = await createTestAccount();
    await expect(ada.call('queryLiveOverview', { bounds, zoom })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });
});
