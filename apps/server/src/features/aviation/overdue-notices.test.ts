import { afterAll, beforeAll, expect, test } from 'vitest';
import { LegRows } from '../../aviation/leg-rows.ts';
import { noticePayload } from '../../db/account-log.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { sendOverdueNotices } from './overdue-notices.ts';

const MINUTE = 60_000;
const AIRPORT = { ident: 'ZGKL', landingPlaceId: null };

let world: World;
let ada: Person;
let trackerId: number;
let gull: number;
/** A plane without a device. */
let tern: number;
/** Each test has its own day. */
let at: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  trackerId = await harbour.tracker('861390000000001', 'Gull');
  gull = (await ada.call('createPlane', { tailNumber: 'B-10KA', kind: 'light', trackerId })).planeId;
  tern = (await ada.call('createPlane', { tailNumber: 'B-10KB', kind: 'light' })).planeId;
  at = world.clock.now() + 86_400_000;
});
afterAll(() => world.stop());

async function plan(flightNumber: string, planeId = gull): Promise<number> {
  at += 2 * 86_400_000;
  const times = { takeoffTime: at, arrivalTime: at + 60 * MINUTE };
  const form = { flightNumber, planeId, departure: AIRPORT, arrival: AIRPORT, ...times };
  return (await ada.call('createFlight', form)).flightIds[0] ?? 0;
}

/** What the notices say of flights, after a check at so many minutes after the planned take-off. */
async function noticesAt(minutes: number) {
  const { db } = world.database;
  const now = at + minutes * MINUTE;
  await sendOverdueNotices(db, now);
  const rows = await db
    .selectFrom('account_log as log')
    .where('log.kind', '=', 'notice')
    .select([noticePayload.as('payload'), 'log.tracker_id'])
    .orderBy('log.seq')
    .execute();
  return rows.flatMap(({ payload: { noticeType, time, flight }, tracker_id }) =>
    flight === undefined || flight.plannedTime < at
      ? []
      : [{ noticeType, minutes: (time - at) / MINUTE, reason: flight.reason, tracker_id }],
  );
}

async function storeLeg(startedAt: number, landedAt: number | null): Promise<void> {
  const rows = new LegRows();
  const moment = (time: number) => {
    return { at: time, from: time - 1_000, to: time, latitude: 25.2181, longitude: 110.0392, course: null };
  };
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
    takeoff: moment(startedAt),
    landing: landedAt === null ? null : moment(landedAt),
  };
  rows.add(trackerId, [{ planeId: gull, leg, endedAt: landedAt }]);
  await world.database.db.transaction().execute((tx) => rows.write(tx, world.clock.now()));
}

const notice = (minutes: number, reason: string) => {
  return { noticeType: 'OVERDUE', minutes, reason, tracker_id: trackerId };
};

test('sends one notice 30 minutes after the planned time without a take-off', async () => {
  await plan('OV1');
  expect(await noticesAt(29.9)).toEqual([]);
  expect(await noticesAt(30)).toEqual([notice(30, 'takeoff')]);
  expect(await noticesAt(31)).toEqual([notice(30, 'takeoff')]);
});

test('sends notices 15 and 30 minutes after the estimated arrival, until the landing', async () => {
  await plan('OV2');
  await storeLeg(at + MINUTE, null);
  expect(await noticesAt(74.9)).toEqual([]);
  expect(await noticesAt(75)).toEqual([notice(75, 'arrival')]);
  expect(await noticesAt(90)).toEqual([notice(75, 'arrival'), notice(90, 'uncertain')]);

  await plan('OV3');
  await storeLeg(at + MINUTE, null);
  expect(await noticesAt(75)).toEqual([notice(75, 'arrival')]);
  await storeLeg(at + MINUTE, at + 80 * MINUTE);
  expect(await noticesAt(90)).toEqual([notice(75, 'arrival')]);
});

test('sends none for a cancelled flight, a plane without a device, and what is past', async () => {
  await ada.call('cancelFlight', { flightId: await plan('OV4') });
  expect(await noticesAt(30)).toEqual([]);
  await plan('OV5', tern);
  expect(await noticesAt(30)).toEqual([]);
  // The check was due 10 minutes and a moment ago.
  await plan('OV6');
  expect(await noticesAt(40.1)).toEqual([]);
  expect(await noticesAt(40)).toEqual([notice(40, 'takeoff')]);
});

test('sends one to each open task of the flight', async () => {
  const flightId = await plan('OV8');
  const form = { flightNumber: 'OV8', flightId, trackerIds: [trackerId] };
  const taskIds: number[] = [];
  for (const taskName of ['Survey', 'Patrol', 'Closed']) {
    const { taskId } = await ada.call('createTask', { ...form, taskName, isOpen: taskName !== 'Closed' });
    taskIds.push(taskId);
  }
  expect(await noticesAt(30)).toEqual([notice(30, 'takeoff'), notice(30, 'takeoff')]);
  const { list } = await ada.call('queryMsgByPage', { taskIds, handling: ['open'] });
  const text = /^Gull has not taken off for flight OV8 \(planned [^)]+, task “(Survey|Patrol)”\)$/;
  expect(list.map(({ content }) => text.exec(content)?.[1])).toEqual(['Patrol', 'Survey']);
  expect(list.map(({ taskId }) => taskId)).toEqual([taskIds[1], taskIds[0]]);
  await ada.call('acknowledgeAlarm', { messageId: list[0]?.messageId ?? 0 });
});

test('sends another one for another planned time', async () => {
  const flightId = await plan('OV7');
  expect(await noticesAt(30)).toEqual([notice(30, 'takeoff')]);
  const times = { takeoffTime: at + 60 * MINUTE, arrivalTime: at + 120 * MINUTE };
  const form = { flightNumber: 'OV7', planeId: gull, departure: AIRPORT, arrival: AIRPORT, ...times };
  await ada.call('editFlight', { flightId, ...form });
  expect(await noticesAt(90)).toEqual([notice(30, 'takeoff'), notice(90, 'takeoff')]);
});
