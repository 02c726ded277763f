import type { FlightForm } from '@wakeline/contract/aviation/flights';
import { applyFlight } from '@wakeline/domain/aviation/apply-flight';
import { FLIGHT_PROFILES } from '@wakeline/domain/aviation/flight-profile';
import { planeMemoryToText } from '@wakeline/domain/aviation/plane-memory';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LegRows } from '../../aviation/leg-rows.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World } from '../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SHEET_LIMITS = { rows: 100, columns: 100, unpackedBytes: 1_048_576 };
/** Airports of the shipped data set, with places on their runways. */
const GUILIN = { ident: 'ZGKL', latitude: 25.2181, longitude: 110.0392 };
const WUZHOU = { ident: 'ZGWZ', latitude: 23.4567, longitude: 111.248 };

let world: World;
let ada: Person;
let viewer: Person;
/** An editor confined to the group Quay. */
let pilot: Person;
let otherUser: Person;
let trackerId: number;
let gull: number;
let tern: number;
let hidden: number;
let meadow: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  viewer = await harbour.person('vic', { permission: 'viewer' });
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [groupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
  trackerId = await harbour.tracker('861390000000001', 'Gull', groupId);
  const plane = async (tailNumber: string, device: number | null) =>
    (await ada.call('createPlane', { tailNumber, kind: 'light', trackerId: device })).planeId;
  gull = await plane('B-10KA', trackerId);
  tern = await plane('B-10KC', await harbour.tracker('861390000000002', 'Tern'));
  hidden = await plane('B-10KB', null);
  const place = { landingPlaceName: 'Meadow', latitude: 24, longitude: 110.5 };
  meadow = (await ada.call('createLandingPlace', place)).landingPlaceId;
});
afterAll(() => world.stop());

/** The first day of each test has no flights of others. */
let day = 0;
const nextDay = () => world.clock.now() + ++day * 100 * HOUR;

const form = (takeoffTime: number, changes: Partial<FlightForm> = {}) => ({
  flightNumber: 'ca1',
  departure: { ident: GUILIN.ident, landingPlaceId: null },
  arrival: { ident: WUZHOU.ident, landingPlaceId: null },
  takeoffTime,
  arrivalTime: takeoffTime + HOUR,
  ...changes,
});
const create = async (takeoffTime: number, changes: Partial<FlightForm> = {}, person = ada) =>
  (await person.call('createFlight', form(takeoffTime, changes))).flightIds[0] ?? 0;
async function flightOf(flightId: number, person = ada) {
  const { list } = await person.call('queryFlightsByPage', { pageSize: 1_000 });
  return list.find((flight) => flight.flightId === flightId);
}
const list = (filter: object, person = ada) =>
  person.call('queryFlightsByPage', { pageSize: 1_000, direction: 'ascending', ...filter });
const refusal = (errorName: string) => expect.objectContaining({ errorName });

/** Stores a leg as the ingest does. */
async function storeLeg(startedAt: number, landedAt: number | null, to = WUZHOU): Promise<void> {
  const moment = (at: number, { latitude, longitude }: typeof WUZHOU) => {
    return { at, from: at - 1_000, to: at, latitude, longitude, course: null };
  };
  const rows = new LegRows();
  const leg = {
    ...{ startedAt, beganBefore: false, touchAndGos: 0, goArounds: 0, fixes: 100, lost: false },
    ...{
      offBlock: null,
      inBlock: null,
      distance: 1_000,
      maxHeight: null,
      maxHeightKind: null,
      maxSpeed: null,
    },
    takeoff: moment(startedAt, GUILIN),
    landing: landedAt === null ? null : moment(landedAt, to),
  };
  rows.add(trackerId, [{ planeId: gull, leg, endedAt: landedAt }]);
  await world.database.db.transaction().execute((tx) => rows.write(tx, world.clock.now()));
}

test('has all details of a flight, and the names of its places', async () => {
  const at = nextDay();
  const dataPoints: [number, number][] = [
    [110, 25],
    [111, 24],
  ];
  const { groupId } = await ada.call('createGroup', { groupName: 'Lines' });
  const route = { routeName: 'Valley', dataPoints, color: '#d30d0d', groupId };
  const { routeId } = await ada.call('addRoute', route);
  const details = {
    planeId: gull,
    arrival: { ident: null, landingPlaceId: meadow },
    routeId,
    alternate: 'ZGNN',
    peopleOnBoard: 4,
    note: 'survey',
  };
  const flightId = await create(at, details);
  expect(await flightOf(flightId)).toEqual({
    flightId,
    flightNumber: 'CA1',
    tailNumber: 'B-10KA',
    trackerId,
    tasks: [],
    ...details,
    departure: { ident: 'ZGKL', landingPlaceId: null, fieldName: expect.stringContaining('Guilin') },
    arrival: { ident: null, landingPlaceId: meadow, fieldName: 'Meadow' },
    takeoffTime: at,
    arrivalTime: at + HOUR,
    isLocal: false,
    seriesId: null,
    state: 'planned',
    overdue: null,
    legId: null,
    actualTakeoff: null,
    actualLanding: null,
    isDiverted: false,
    abilities: { edit: true, remove: true },
  });
  const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
  expect(entry).toMatchObject({ action: 'createFlight', target: 'CA1' });
});

test('marks a flight that returns to its departure as local', async () => {
  const flightId = await create(nextDay(), { arrival: { ident: GUILIN.ident, landingPlaceId: null } });
  expect(await flightOf(flightId)).toMatchObject({ isLocal: true });
});

test.each([
  ['an arrival before the take-off', { arrivalTime: 0 }, 'flight-arrival'],
  ['more than 48 hours', { arrivalTime: 1_000 * HOUR * 1_000 }, 'flight-arrival'],
  ['an unknown airport', { departure: { ident: 'ZZZZ', landingPlaceId: null } }, 'airport-unknown'],
  ['an unknown alternate', { alternate: 'ZZZZ' }, 'airport-unknown'],
  ['an unknown landing place', { arrival: { ident: null, landingPlaceId: 2e9 } }, 'landing-place-unknown'],
  ['an unknown plane', { planeId: 2e9 }, 'plane-unknown'],
  ['an unknown route', { routeId: 2e9 }, 'route-unknown'],
  ['two places of departure', { departure: { ident: 'ZGKL', landingPlaceId: 1 } }, 'field-invalid'],
  ['no place of arrival', { arrival: { ident: null, landingPlaceId: null } }, 'field-invalid'],
  ['no flight number', { flightNumber: ' ' }, 'field-invalid'],
])('refuses %s', async (_, changes, errorName) => {
  const at = nextDay();
  const before = (await list({})).total;
  await expect(ada.call('createFlight', form(at, changes))).rejects.toEqual(refusal(errorName));
  expect((await list({})).total).toBe(before);
});

test('takes 48 hours exactly', async () => {
  const at = nextDay();
  expect(await create(at, { arrivalTime: at + 48 * HOUR })).toBeGreaterThan(0);
  await expect(create(at, { arrivalTime: at + 48 * HOUR + 1 })).rejects.toEqual(refusal('flight-arrival'));
});

test('creates the flights of a weekly repeat, all of them or none', async () => {
  // 2027-03-01 is a Monday; the account is in China.
  const at = Date.parse('2027-03-01T08:00:00+08:00');
  const repeat = { weekdays: [1, 3], until: '2027-03-10' };
  const { flightIds } = await ada.call('createFlight', { ...form(at), repeat });
  const flights = (await list({ startTime: at, endTime: at + 30 * 24 * HOUR })).list;
  expect(
    flights.map(({ flightId, seriesId, takeoffTime, arrivalTime }) => [
      flightId,
      seriesId,
      takeoffTime,
      arrivalTime,
    ]),
  ).toEqual(
    [0, 2, 7, 9].map((days, index) => {
      const takeoff = at + days * 24 * HOUR;
      return [flightIds[index], flightIds[0], takeoff, takeoff + HOUR];
    }),
  );
  const before = (await list({})).total;
  for (const until of ['2027-02-27', '2028-03-05'])
    await expect(ada.call('createFlight', { ...form(at), repeat: { ...repeat, until } })).rejects.toEqual(
      refusal('flight-repeat'),
    );
  expect((await list({})).total).toBe(before);
});

test('finds flights by number, plane, place, period and state', async () => {
  const at = nextDay();
  const first = await create(at, { planeId: gull, flightNumber: 'XY100' });
  const second = await create(at + HOUR, {
    flightNumber: 'XY200',
    arrival: { ident: null, landingPlaceId: meadow },
    note: '100 %',
  });
  const idsOf = async (filter: object) =>
    (await list({ startTime: at, endTime: at + 2 * HOUR, ...filter })).list.map(({ flightId }) => flightId);
  expect(await idsOf({})).toEqual([first, second]);
  expect(await idsOf({ direction: 'descending' })).toEqual([second, first]);
  expect(await idsOf({ keywords: 'xy1' })).toEqual([first]);
  expect(await idsOf({ keywords: '100 %' })).toEqual([second]);
  expect(await idsOf({ keywords: '10ka' })).toEqual([first]);
  expect(await idsOf({ planeId: gull })).toEqual([first]);
  expect(await idsOf({ ident: WUZHOU.ident })).toEqual([first]);
  expect(await idsOf({ landingPlaceId: meadow })).toEqual([second]);
  expect(await idsOf({ ident: 'ZZZZ' })).toEqual([]);
  expect(await idsOf({ startTime: at + 1 })).toEqual([second]);
  await ada.call('cancelFlight', { flightId: second });
  expect(await idsOf({ state: 'cancelled' })).toEqual([second]);
  expect(await idsOf({ state: 'planned' })).toEqual([first]);
});

test('changes, cancels and deletes flights', async () => {
  const at = nextDay();
  const flightId = await create(at);
  await ada.call('editFlight', { flightId, ...form(at + HOUR, { flightNumber: 'CA2' }) });
  expect(await flightOf(flightId)).toMatchObject({ flightNumber: 'CA2', takeoffTime: at + HOUR });
  await ada.call('cancelFlight', { flightId });
  expect(await flightOf(flightId)).toMatchObject({ state: 'cancelled', abilities: { edit: false } });
  await expect(ada.call('editFlight', { flightId, ...form(at) })).rejects.toEqual(
    refusal('flight-cancelled'),
  );
  await expect(ada.call('cancelFlight', { flightId })).rejects.toEqual(refusal('flight-cancelled'));
  await expect(ada.call('deleteFlight', { flightIds: [flightId, 2e9] })).rejects.toEqual(
    refusal('flight-unknown'),
  );
  expect(await flightOf(flightId)).toBeDefined();
  await ada.call('deleteFlight', { flightIds: [flightId] });
  expect(await flightOf(flightId)).toBeUndefined();
});

test('shows a user of a group the flights of its planes only', async () => {
  const at = nextDay();
  const visible = await create(at, { planeId: gull });
  const ids = [await create(at, { planeId: hidden }), await create(at)];
  const period = { startTime: at, endTime: at + 1 };
  expect((await list(period, pilot)).list.map(({ flightId }) => flightId)).toEqual([visible]);
  expect((await list(period, otherUser)).list).toEqual([]);
  for (const flightId of ids)
    await expect(pilot.call('cancelFlight', { flightId })).rejects.toEqual(refusal('flight-unknown'));
  for (const planeId of [null, hidden])
    await expect(create(at, { planeId }, pilot)).rejects.toEqual(refusal('plane-unknown'));
  expect(await create(at, { planeId: gull }, pilot)).toBeGreaterThan(0);
  await expect(create(at, { planeId: gull }, viewer)).rejects.toEqual(refusal('not-allowed'));
});

test('follows the leg of its plane: flying, overdue, landed', async () => {
  const at = world.clock.now() - 5 * MINUTE;
  const flightId = await create(at, { planeId: gull });
  await create(at + 5 * HOUR, { planeId: gull });
  await storeLeg(at + 4 * MINUTE, null);
  expect(await flightOf(flightId)).toMatchObject({
    state: 'flying',
    actualTakeoff: at + 4 * MINUTE,
    actualLanding: null,
  });
  // One minute before 15 minutes after the estimated arrival, then at it, and at 30 minutes.
  world.clock.advance(HOUR + 9 * MINUTE);
  expect(await flightOf(flightId)).toMatchObject({ state: 'flying', overdue: null });
  world.clock.advance(MINUTE);
  const overdue = { reason: 'arrival', isUncertain: false };
  expect(await flightOf(flightId)).toMatchObject({ state: 'overdue', overdue });
  world.clock.advance(15 * MINUTE);
  expect(await flightOf(flightId)).toMatchObject({ overdue: { ...overdue, isUncertain: true } });
  await storeLeg(at + 4 * MINUTE, at + 80 * MINUTE);
  expect(await flightOf(flightId)).toMatchObject({
    state: 'landed',
    overdue: null,
    actualLanding: at + 80 * MINUTE,
    isDiverted: false,
  });
});

test.each([
  ['29 minutes after the planned time is planned', 29 * MINUTE, 'planned', 'planned'],
  ['30 minutes after it is overdue', 30 * MINUTE, 'overdue', 'planned'],
  ['at the estimated arrival is overdue', HOUR, 'overdue', 'unobserved'],
  ['a day after the estimated arrival was not observed', 25 * HOUR, 'unobserved', 'unobserved'],
])('a flight without a take-off %s', async (_, late, state, stateWithoutDevice) => {
  const at = world.clock.now() - late;
  const withDevice = await create(at, { planeId: tern });
  const withoutDevice = await create(at, { planeId: hidden });
  const overdue = state === 'overdue' ? { reason: 'takeoff', isUncertain: false } : null;
  expect(await flightOf(withDevice)).toMatchObject({ state, overdue });
  expect(await flightOf(withoutDevice)).toMatchObject({ state: stateWithoutDevice, overdue: null });
});

test('is off-block while its plane taxies, if it is the nearest flight, until it is overdue', async () => {
  const at = world.clock.now();
  const next = await create(at + 5 * MINUTE, { planeId: tern });
  const later = await create(at + 4 * HOUR, { planeId: tern });
  const moment = { from: at - 60_000, latitude: 24, longitude: 110, course: null };
  const fix = { latitude: 24, longitude: 110, altitude: 100, speed: 20, course: 90, accuracy: null };
  const { memory } = applyFlight(FLIGHT_PROFILES.light, null, { time: at, ...fix });
  if (memory === null) throw new Error('no memory');
  const taxi = (planeId: number, time: number | null) =>
    sql`insert into tracker_state (tracker_id, account_id, version, status, memory)
      select tracker_id, account_id, 1, 'offline', jsonb_build_object('plane', ${planeMemoryToText({
        planeId,
        reports: null,
        flight: { ...memory, offBlock: time === null ? null : { ...moment, at: time, to: time } },
      })}::text) from plane where plane_id = ${tern}
      on conflict (tracker_id) do update set memory = excluded.memory`.execute(world.database.db);
  await taxi(tern, at - 60_000);
  expect(await flightOf(next)).toMatchObject({ state: 'offBlock', overdue: null });
  expect(await flightOf(later)).toMatchObject({ state: 'planned' });
  const off = await list({ state: 'offBlock' });
  expect(off.list.map(({ flightId }) => flightId)).toEqual([next]);
  // The device was on board of another plane then.
  await taxi(gull, at - 60_000);
  expect(await flightOf(next)).toMatchObject({ state: 'planned' });
  await taxi(tern, null);
  expect(await flightOf(next)).toMatchObject({ state: 'planned' });
  await taxi(tern, at - 2 * HOUR);
  expect(await flightOf(next)).toMatchObject({ state: 'planned' });
  await taxi(tern, at - 60_000);
  world.clock.advance(35 * MINUTE);
  expect(await flightOf(next)).toMatchObject({ state: 'overdue' });
});

test('keeps its leg when it lands elsewhere, and releases it when it is cancelled', async () => {
  const at = world.clock.now() - 500 * HOUR;
  const flightId = await create(at, { planeId: gull });
  await storeLeg(at + MINUTE, null);
  await storeLeg(at + MINUTE, at + HOUR, GUILIN);
  expect(await flightOf(flightId)).toMatchObject({ state: 'landed', isDiverted: true });
  // A flight that is entered later takes the leg once it is free, and only if the places are equal.
  const elsewhere = await create(at + MINUTE, { planeId: gull });
  const same = await create(at + 2 * MINUTE, {
    planeId: gull,
    arrival: { ident: GUILIN.ident, landingPlaceId: null },
  });
  expect(await flightOf(same)).toMatchObject({ legId: null });
  await ada.call('cancelFlight', { flightId });
  expect(await flightOf(flightId)).toMatchObject({ state: 'cancelled', legId: null });
  expect(await flightOf(same)).toMatchObject({ state: 'landed', isDiverted: false });
  expect(await flightOf(elsewhere)).toMatchObject({ legId: null });
});

test('exports flights with local times and UTC', async () => {
  const at = Date.parse('2027-06-01T23:30:00Z');
  const { routeId } = await ada.call('addRoute', {
    ...{ routeName: 'Valley line', color: '#d30d0d' },
    dataPoints: [
      [110, 24],
      [110.2, 24],
    ],
  });
  await create(at, { planeId: gull, flightNumber: 'EX1', routeId, peopleOnBoard: 2, note: '=1+1' });
  await create(at, { flightNumber: 'EX2', arrival: { ident: null, landingPlaceId: meadow } });
  const { taskProgressId } = await ada.call('exportFlightsExcel', { keywords: 'EX' });
  const bytes = await readTaskFile(world, ada, taskProgressId);
  const rows = [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
  const times = [
    '2027-06-02 07:30:00',
    '2027-06-01 23:30:00Z',
    '2027-06-02 08:30:00',
    '2027-06-02 00:30:00Z',
  ];
  expect(rows.slice(1)).toEqual([
    [
      'EX1',
      'B-10KA',
      'ZGKL',
      'ZGWZ',
      ...times,
      'Planned',
      ...Array(4).fill(null),
      'Valley line',
      null,
      2,
      '=1+1',
    ],
    ['EX2', null, 'ZGKL', 'Meadow', ...times, 'Planned'],
  ]);
  await expect(ada.call('exportFlightsExcel', { keywords: 'no such flight' })).rejects.toEqual(
    refusal('export-empty'),
  );
});

test('lists the limits of deviation', async () => {
  expect((await ada.call('YawDistanceOptions', {})).list).toEqual([0, 50, 100, 150]);
});
