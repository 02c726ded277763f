import type { PlaneMemory } from '@wakeline/domain/aviation/plane-memory';
import { toStoredMemory } from '@wakeline/domain/tracker-state/stored-memory';
import { NEVER_REPORTED, type TrackerMemory } from '@wakeline/domain/tracker-state/tracker-state';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
/** A viewer confined to the group Quay. */
let viewer: Person;
/** A viewer confined to another group. */
let pilot: Person;
let quay: number;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  ({ groupId: quay } = await ada.call('createGroup', { groupName: 'Quay' }));
  viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [quay] });
  const { groupId } = await ada.call('createGroup', { groupName: 'Apron' });
  pilot = await harbour.person('pat', { permission: 'viewer', groupIds: [groupId] });
  trackerId = await harbour.tracker('861390000000001', 'Gull', quay);
});
afterAll(() => world.stop());

const DATA_POINTS: [number, number, number][] = [
  [110, 24, 500],
  [110.1, 24, 500],
  [110.2, 24, 500],
];

async function addTask(fenceId: number | null = null) {
  const { routeId } = await ada.call('addRoute', {
    routeName: 'Power line',
    dataPoints: DATA_POINTS,
    points: [
      { lng: 110, lat: 24, name: 'Tower 1' },
      { lng: 110.2, lat: 24, name: 'Tower 9' },
    ],
    color: '#d30d0d',
  });
  const { taskId } = await ada.call('createTask', {
    taskName: 'Survey',
    flightNumber: 'B-7701',
    trackerIds: [trackerId],
    line: { routeId, limit: 100, lowest: null, highest: null },
    areas: fenceId === null ? [] : [{ fenceId, mode: 'outside' }],
    shiftRange: 100,
  });
  return { taskId, routeId };
}

/** Stores what the engine keeps of the tracker. */
async function store(changes: Partial<TrackerMemory>): Promise<void> {
  const { db } = world.database;
  await db.deleteFrom('tracker_state').where('tracker_id', '=', trackerId).execute();
  const { account_id } = await db
    .selectFrom('tracker')
    .select('account_id')
    .where('tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tracker_state')
    .values({
      ...{ tracker_id: trackerId, account_id, version: 1, mileage: 0, status: 'RUNNING' },
      memory: JSON.stringify(toStoredMemory({ ...NEVER_REPORTED.memory, ...changes })),
    })
    .execute();
}

async function startOf(taskId: number): Promise<number> {
  const { changed_at } = await world.database.db
    .selectFrom('watch_task')
    .select('changed_at')
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return changed_at.getTime();
}

const ON_LINE = { latitude: 24.001, longitude: 110.05, time: 1_800_000_000_000, along: 5_082, leg: 0 };
const LINE = { ...ON_LINE, accuracy: null, offSince: null, isReturning: false, deviation: null };

test('gives the complete line with its waypoints, and the areas, also those of other groups', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Lines' });
  const fence = { fenceName: 'Reservoir', fenceType: 'CIRCULAR', color: '#00aa00' } as const;
  const fenceData = { center: [110.1, 24] as [number, number], radius: 300 };
  const { fenceId } = await ada.call('createFence', { ...fence, fenceData, groupId });
  const { taskId, routeId } = await addTask(fenceId);
  const expected = {
    line: {
      routeName: 'Power line',
      points: [
        [110, 24],
        [110.1, 24],
        [110.2, 24],
      ],
      waypoints: [{ name: 'Tower 1' }, { name: 'Tower 9' }],
    },
    areas: [{ fenceId, fenceName: 'Reservoir', fenceType: 'CIRCULAR', fenceData, mode: 'outside' }],
    devices: [{ trackerId, tailNumber: '', shiftOrigin: null, linePosition: null }],
  };
  expect(await viewer.call('queryTaskGeometry', { taskId })).toMatchObject(expected);
  await ada.call('deleteRoute', { routeId });
  await ada.call('deleteFence', { fenceId });
  expect(await ada.call('queryTaskGeometry', { taskId })).toMatchObject({ line: null, areas: [] });
});

test('the points of a drawn line are its waypoints, unless there are too many', async () => {
  const waypointsOf = async (dataPoints: [number, number][]) => {
    const { routeId } = await ada.call('addRoute', { routeName: 'Drawn', dataPoints, color: '#d30d0d' });
    const line = { routeId, limit: 0, lowest: null, highest: null } as const;
    const { taskId } = await ada.call('createTask', {
      ...{ taskName: 'Patrol', flightNumber: 'B-7702', trackerIds: [trackerId], line },
    });
    return (await ada.call('queryTaskGeometry', { taskId })).line?.waypoints;
  };
  const east = (count: number) =>
    Array.from({ length: count }, (_, at): [number, number] => [110 + at / 100, 24]);
  expect(await waypointsOf(east(3))).toEqual([
    { lng: 110, lat: 24, name: '' },
    { lng: 110.01, lat: 24, name: '' },
    { lng: 110.02, lat: 24, name: '' },
  ]);
  expect(await waypointsOf(east(100))).toHaveLength(100);
  expect(await waypointsOf(east(101))).toEqual([
    { lng: 110, lat: 24, name: '' },
    { lng: 111, lat: 24, name: '' },
  ]);
});

test('gives where the shift alarm is armed and where the device is on the line, since the task started', async () => {
  const { taskId } = await addTask();
  const version = await startOf(taskId);
  const origin = { latitude: 24.5, longitude: 110.5 };
  await store({
    rules: {
      [`t${taskId}.0`]: { version, state: { line: LINE } },
      [`t${taskId}.3`]: { version, state: { origin } },
    },
  });
  const { devices } = await ada.call('queryTaskGeometry', { taskId });
  expect(devices).toEqual([{ trackerId, tailNumber: '', shiftOrigin: origin, linePosition: ON_LINE }]);

  world.clock.advance(1_000);
  await ada.call('changeTaskState', { taskId, isOpen: true });
  expect(await startOf(taskId)).not.toBe(version);
  expect(await ada.call('queryTaskGeometry', { taskId })).toMatchObject({
    devices: [{ shiftOrigin: null, linePosition: null }],
  });
});

test('names the plane that carries the device, and refuses tasks that the user does not see', async () => {
  const { taskId } = await addTask();
  await ada.call('createPlane', { tailNumber: 'B-7701', kind: 'helicopter', trackerId });
  expect(await ada.call('queryTaskGeometry', { taskId })).toMatchObject({
    devices: [{ tailNumber: 'B-7701' }],
  });
  await expect(pilot.call('queryTaskGeometry', { taskId })).rejects.toMatchObject({
    errorName: 'watch-task-unknown',
  });
});

test('the state of a device that a plane carries has the phase and the times of its leg', async () => {
  const takeoff = { at: 60_000, from: 50_000, to: 70_000, latitude: 24, longitude: 110, course: null };
  const flight = {
    ...{ state: 'airborne', time: 90_000, latitude: 24, longitude: 110, altitude: 300, altitudeKind: 1 },
    ...{
      altitudeAt: 90_000,
      speed: 120,
      east: 0,
      north: 33,
      climb: 2.46,
      jumps: 0,
      ground: null,
      rise: null,
    },
    ...{ level: null, slow: null, touched: null, still: null, offBlock: null, circuit: null },
    ...{ phase: 'climb', nextPhase: 'climb', nextPhaseAt: 80_000 },
    leg: {
      ...{ startedAt: 60_000, beganBefore: false, offBlock: null, takeoff, landing: null, inBlock: null },
      ...{ touchAndGos: 0, goArounds: 0, distance: 900, maxHeight: 300, maxHeightKind: 1, maxSpeed: 120 },
      ...{ fixes: 4, lost: false },
    },
  } satisfies PlaneMemory['flight'];
  await store({ plane: { planeId: 1, flight, reports: null } });
  const expected = { phase: 'climb', climb: 2.5, takeoff: 60_000, landing: null, silentAt: null };
  const { list } = await ada.call('queryAllTrackers', {});
  expect(list.map(({ trackerStatusDto }) => trackerStatusDto.flight)).toEqual([expected]);
  const { states } = await ada.call('queryTrackerTable', {});
  expect(states?.flight).toEqual([expected]);

  await store({});
  expect((await ada.call('queryTrackerTable', {})).states).not.toHaveProperty('flight');
});
