import type { Leg, LegField, LegMoment } from '@wakeline/domain/aviation/leg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixAt, storeFixes } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World } from '../../testing/world.ts';

const MINUTE = 60_000;
/** 2026-05-31 23:30 in UTC: 07:30 of 1 June in China. */
const START = Date.UTC(2026, 4, 31, 23, 30);

let world: World;
let ada: Person;
let viewer: Person;
/** An editor confined to the group Quay. */
let pilot: Person;
let otherUser: Person;
let gullDevice: number;
let gull: number;
let tern: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  viewer = await harbour.person('vic', { permission: 'viewer' });
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [groupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
  const addPlane = async (tailNumber: string, trackerId: number) =>
    (await ada.call('createPlane', { tailNumber, kind: 'light', trackerId })).planeId;
  gullDevice = await harbour.tracker('861390000000001', 'Gull', groupId);
  gull = await addPlane('B-10KA', gullDevice);
  tern = await addPlane('B-10KB', await harbour.tracker('861390000000002', 'Tern'));
});
afterAll(() => world.stop());

const moment = (minutes: number): LegMoment => {
  const at = START + minutes * MINUTE;
  return { at, from: at - 1_000, to: at, latitude: 25, longitude: 110, course: null };
};
const field = (ident: string, name: string): LegField => {
  return { ident, landingPlaceId: null, name, isUncertain: false, runway: '01' };
};
const GUILIN = field('ZGKL', 'Guilin');
const WUZHOU = field('ZGWZ', 'Wuzhou');

/** Minutes after START; a leg that is still flying has no landing. */
async function addLeg(
  planeId: number,
  { takeoff, landing }: { readonly takeoff: number; readonly landing: number | null },
  found: Partial<Leg> = {},
  trackerId: number | null = null,
): Promise<number> {
  const startedAt = START + takeoff * MINUTE;
  const leg: Leg = {
    ...{ startedAt, beganBefore: false, touchAndGos: 0, goArounds: 0, fixes: 100, lost: false },
    offBlock: moment(takeoff - 10),
    takeoff: moment(takeoff),
    landing: landing === null ? null : moment(landing),
    inBlock: landing === null ? null : moment(landing + 5),
    ...{ distance: 80_000, maxHeight: 900, maxHeightKind: 1, maxSpeed: 210 },
    ...found,
  };
  const { leg_id } = await world.database.db
    .insertInto('leg')
    .values({
      account_id: ada.accountId,
      plane_id: planeId,
      tracker_id: trackerId,
      started_at: startedAt,
      ended_at: landing === null ? null : START + landing * MINUTE,
      found: JSON.stringify(leg),
      departure: JSON.stringify(GUILIN),
      arrival: landing === null ? null : JSON.stringify(WUZHOU),
      changed_at: new Date(START),
    })
    .returning('leg_id')
    .executeTakeFirstOrThrow();
  return leg_id;
}

async function listed(person: Person, filter = {}) {
  const { list, total } = await person.call('queryLegsByPage', { ...filter, pageSize: 100 });
  expect(total).toBe(list.length);
  return list;
}

let first: number;
let second: number;
let third: number;
beforeAll(async () => {
  first = await addLeg(gull, { takeoff: 0, landing: 40 }, { touchAndGos: 2 });
  // Half an hour of the next day in UTC, the same day in China.
  second = await addLeg(gull, { takeoff: 60, landing: 90 }, { maxHeight: 1_500, maxHeightKind: 3 });
  third = await addLeg(tern, { takeoff: 24 * 60, landing: null }, { distance: 5_000, maxSpeed: null });
});

test('lists legs newest first, with times, fields and what they measured', async () => {
  const list = await listed(ada);
  expect(list.map(({ legId }) => legId)).toEqual([third, second, first]);
  expect(list[0]).toMatchObject({ state: 'flying', landing: null, arrival: null, flightTime: null });
  expect(list[2]).toMatchObject({
    tailNumber: 'B-10KA',
    kind: 'light',
    state: 'landed',
    takeoff: { at: START, found: START, from: START - 1_000, to: START, isCorrected: false },
    departure: { ident: 'ZGKL', fieldName: 'Guilin', runway: '01' },
    arrival: { ident: 'ZGWZ' },
    flightTime: 40 * MINUTE,
    blockTime: 55 * MINUTE,
    touchAndGos: 2,
    distance: 80_000,
    maxHeight: { metres: 900, altitudeKind: 1 },
    maxSpeed: 210,
    correctedBy: null,
  });
});

test('finds legs by plane, tail number, field and time', async () => {
  const found = async (filter: object) => (await listed(ada, filter)).map(({ legId }) => legId);
  expect(await found({ planeId: gull })).toEqual([second, first]);
  expect(await found({ keywords: '10kb' })).toEqual([third]);
  expect(await found({ keywords: '%' })).toEqual([]);
  expect(await found({ ident: 'ZGWZ' })).toEqual([second, first]);
  expect(await found({ landingPlaceId: 7 })).toEqual([]);
  expect(await found({ ident: 'ZZZZ' })).toEqual([]);
  expect(await found({ startTime: START + 1, endTime: START + 24 * 60 * MINUTE })).toEqual([second]);
});

test('shows users the legs of the planes that they see', async () => {
  expect((await listed(pilot)).map(({ legId }) => legId)).toEqual([second, first]);
  expect(await listed(otherUser)).toEqual([]);
  await expect(pilot.call('correctLeg', { legId: third, takeoff: START })).rejects.toMatchObject({
    errorName: 'leg-unknown',
  });
  await expect(viewer.call('correctLeg', { legId: first, takeoff: START })).rejects.toMatchObject({
    errorName: 'not-allowed',
  });
});

test('sums legs by plane, field and day, and never compares kinds of altitude', async () => {
  const sums = async (by: 'plane' | 'field' | 'day') => (await ada.call('sumLegs', { by })).list;
  const gullSums = {
    ...{ legs: 2, landings: 4, touchAndGos: 2, flightTime: 70 * MINUTE, blockTime: 100 * MINUTE },
    ...{ distance: 160_000, maxSpeed: 210 },
    maxHeights: [
      { metres: 900, altitudeKind: 1 },
      { metres: 1_500, altitudeKind: 3 },
    ],
  };
  const ternSums = { legs: 1, landings: 0, flightTime: 0, blockTime: 0, distance: 5_000, maxSpeed: null };
  expect(await sums('plane')).toMatchObject([
    { label: 'B-10KA', ...gullSums },
    { label: 'B-10KB', ...ternSums },
  ]);
  expect(await sums('field')).toMatchObject([
    { key: 'ZGWZ', label: 'Wuzhou', ...gullSums },
    { key: 'none', label: '', ...ternSums },
  ]);
  // China is 8 hours ahead of UTC: the third leg is on the morning of 2 June.
  expect(await sums('day')).toMatchObject([
    { label: '2026-06-02', ...ternSums },
    { label: '2026-06-01', ...gullSums },
  ]);
});

test('corrects times of a leg beside the found ones, and restores them', async () => {
  const legId = await addLeg(gull, { takeoff: 200, landing: 240 });
  const leg = async () => (await listed(ada)).find((one) => one.legId === legId);
  const landing = START + 250 * MINUTE;
  await pilot.call('correctLeg', { legId, landing, inBlock: landing + MINUTE });
  expect(await leg()).toMatchObject({
    takeoff: { isCorrected: false },
    landing: { at: landing, found: START + 240 * MINUTE, isCorrected: true },
    flightTime: 50 * MINUTE,
    blockTime: 61 * MINUTE,
    correctedBy: 'pat',
  });
  const entry = await world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'target', 'before', 'after'])
    .where('action', '=', 'correctLeg')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    login: 'pat',
    target: 'B-10KA',
    before: { landing: START + 240 * MINUTE },
    after: { landing },
  });
  await ada.call('correctLeg', { legId, landing: null });
  expect(await leg()).toMatchObject({
    landing: { at: START + 240 * MINUTE, isCorrected: false },
    correctedBy: 'ada',
  });
  await ada.call('correctLeg', { legId, inBlock: null });
  expect(await leg()).toMatchObject({ correctedBy: null });
  await world.database.db.deleteFrom('leg').where('leg_id', '=', legId).execute();
});

test.each([
  ['a landing before the take-off', () => ({ legId: first, landing: START - MINUTE }), 'leg-times'],
  ['an off-block after the take-off', () => ({ legId: first, offBlock: START + 1 }), 'leg-times'],
  [
    'the landing of a leg in flight',
    () => ({ legId: third, landing: START + 25 * 60 * MINUTE }),
    'leg-flying',
  ],
  ['a leg that does not exist', () => ({ legId: 2_000_000_000 }), 'leg-unknown'],
  ['a time that is none', () => ({ legId: first, takeoff: -1 }), 'field-invalid'],
])('refuses %s', async (_, payload, errorName) => {
  await expect(ada.call('correctLeg', payload())).rejects.toMatchObject({ errorName });
});

test('exports what the requester sees, in local time and UTC', async () => {
  const { taskProgressId } = await pilot.call('exportLegsExcel', { format: 'csv' });
  const text = (await readTaskFile(world, pilot, taskProgressId)).toString('utf8');
  expect(text).toContain('"Take-off","Take-off (UTC)"');
  expect(text).toContain('"2026-06-01 07:30:00","2026-05-31 23:30:00Z"');
  expect(text).toContain('"pressure altitude"');
  expect(text).not.toContain('B-10KB');
  await expect(pilot.call('exportLegsExcel', { keywords: 'Nothing' })).rejects.toMatchObject({
    errorName: 'export-empty',
  });
});

test('exports the track of a leg as IGC, from off-block to in-block, with one kind of altitude', async () => {
  const minute = (minutes: number) => START + minutes * MINUTE;
  // 400 to 430 minutes after 23:30 UTC of 31 May: off-block at 06:00, in-block at 06:35 UTC of 1 June.
  const legId = await addLeg(gull, { takeoff: 400, landing: 430 }, {}, gullDevice);
  await storeFixes(world.database.db, gullDevice, [
    fixAt(minute(389), { latitude: 25, longitude: 110, altitude: 150 }),
    fixAt(minute(390), { latitude: 25, longitude: 110, altitude: 152 }),
    fixAt(minute(410), { latitude: 25.5, longitude: 110.25, altitude: 899.6 }),
    fixAt(minute(411), { latitude: 25.5, longitude: 110.3, altitude: 880, altitudeKind: 3 }),
    fixAt(minute(412), { latitude: 25.5, longitude: 110.3, valid: false }),
    fixAt(minute(435), { latitude: 25, longitude: 110, altitude: 151 }),
    fixAt(minute(436), { latitude: 25, longitude: 110, altitude: 151 }),
  ]);
  const { taskProgressId } = await pilot.call('exportLegIgc', { legId });
  const lines = (await readTaskFile(world, pilot, taskProgressId)).toString('utf8').split('\r\n');
  expect(lines).toContain('HFDTEDATE:010626,01');
  expect(lines).toContain('HFGIDGLIDERID:B-10KA');
  // B, HHMMSS, DDMMmmmN, DDDMMmmmE, validity, pressure altitude, GNSS altitude: FAI, appendix A.
  expect(lines.filter((line) => line.startsWith('B'))).toEqual([
    'B0600002500000N11000000EA0000000152',
    'B0620002530000N11015000EA0000000900',
    'B0621002530000N11018000EV0000000000',
    'B0645002500000N11000000EA0000000151',
  ]);
  await expect(otherUser.call('exportLegIgc', { legId })).rejects.toMatchObject({ errorName: 'leg-unknown' });
  await expect(ada.call('exportLegIgc', { legId: first })).rejects.toMatchObject({ errorName: 'track-none' });
});
