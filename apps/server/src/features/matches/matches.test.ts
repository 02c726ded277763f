import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import { newControl, newCourse, newCourseControl } from '@wakeline/domain/courses/event';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeTrackersFromMatches } from '../../races/participants.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { transferTrackers } from '../../trackers/transfer.ts';

const HOUR = 3_600_000;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let start: number;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  start = world.clock.now() + HOUR;
});
afterAll(() => world.stop());

/** The name of the failure of a call by Ada; null: it succeeds. */
async function outcome<Name extends OperationName>(
  name: Name,
  payload: PayloadInput<Operations[Name]>,
): Promise<string | null> {
  try {
    await ada.call(name, payload);
    return null;
  } catch (error) {
    if (error instanceof NamedError) return error.errorName;
    throw error;
  }
}
const form = () => ({ matchName: 'Lake run', startTime: start, endTime: start + 5 * HOUR });

async function createMatch(): Promise<number> {
  return (await ada.call('createMatch', form())).matchId;
}

/** A straight route of about 2.2 km to the north, as a stored one. */
async function createRoute(): Promise<number> {
  const { routeId } = await ada.call('addRoute', {
    routeName: 'Shore path',
    type: 'walk',
    color: '#336699',
    dataPoints: [
      [12, 57.7],
      [12, 57.72],
    ],
  });
  return routeId;
}

const participant = (participantName: string, more: object = {}) => ({ participantName, ...more });

/** A frozen version of a course of a start, the control 31 and a finish. */
async function freezeCourse(changes: {
  readonly type?: 'score';
  readonly timeLimit?: number;
}): Promise<number> {
  const { eventId } = await ada.call('addCourseEvent', {});
  const controls = [
    newControl('s', [12, 57.7], 'start', null),
    newControl('a', [12.01, 57.7], 'other', '31'),
    newControl('f', [12, 57.71], 'finish', null),
  ];
  for (const value of controls)
    await ada.call('saveCourseObject', {
      ...{ eventId, objectId: value.id, baseVersion: null },
      change: { kind: 'control', value },
    });
  const points = changes.type === 'score' ? { points: 10 } : {};
  const value = {
    ...newCourse('k'),
    ...changes,
    controls: ['s', 'a', 'f'].map((id) => ({ ...newCourseControl(`v${id}`, id), ...points })),
  };
  await ada.call('saveCourseObject', {
    ...{ eventId, objectId: 'k', baseVersion: null, change: { kind: 'course', value } },
  });
  return (await ada.call('freezeCourse', { eventId, courseId: 'k' })).versionId;
}

async function addCourse(matchId: number, splits: readonly number[] = []): Promise<number> {
  const source: RaceCourseSource = {
    kind: 'route',
    routeId: await createRoute(),
    splits: [...splits],
    width: 60,
  };
  return (await ada.call('addMatchCourse', { matchId, source })).courseId;
}

const detailsOf = (matchId: number) => ada.call('queryMatchDetail', { matchId });

describe('matches', () => {
  test('a new match is a draft with an address of its own and the default settings', async () => {
    const matchId = await createMatch();
    const details = await detailsOf(matchId);
    expect(details).toMatchObject({
      ...form(),
      ...{ state: 'draft', place: '', maps: [], participants: 0, courses: 0, revision: 1 },
      abilities: { edit: true, remove: true },
    });
    expect(details.code).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(await ada.call('queryMatchConf', { matchId })).toEqual({
      ...{ maxAccuracy: 50, maxSpeed: 90, sendInterval: 5, tailSeconds: 60 },
      ...{ delay: 0, hideUntilStart: true },
    });
  });

  test('lists matches by their start and finds them by name, place and state', async () => {
    const account = await world.account('lister');
    const cy = await account.person('cy');
    const add = (matchName: string, place: string, startTime: number) =>
      cy.call('createMatch', { matchName, place, startTime, endTime: startTime + HOUR });
    await add('Spring 100%', 'Guilin', start);
    const { matchId } = await add('Summer', 'Tuve', start + HOUR);
    await cy.call('editMatchStatus', { matchId, state: 'open' });
    const names = async (filter: object) =>
      (await cy.call('queryMatchMsgByPage', filter)).list.map(({ matchName }) => matchName);
    expect(await names({})).toEqual(['Summer', 'Spring 100%']);
    expect(await names({ keywords: '100%' })).toEqual(['Spring 100%']);
    expect(await names({ keywords: 'tuve' })).toEqual(['Summer']);
    expect(await names({ state: 'open' })).toEqual(['Summer']);
    expect(await names({ pageIndex: 2, pageSize: 1 })).toEqual(['Spring 100%']);
  });

  test('refuses an empty name, one of 41 characters, and an end before the start or after 31 days', async () => {
    expect(await outcome('createMatch', { ...form(), matchName: ' ' })).toBe('field-invalid');
    expect(await outcome('createMatch', { ...form(), matchName: 'x'.repeat(41) })).toBe('field-invalid');
    expect(await outcome('createMatch', { ...form(), endTime: start })).toBe('match-times');
    const endTime = start + LIMITS.matchDays * 24 * HOUR + 1;
    expect(await outcome('createMatch', { ...form(), endTime })).toBe('match-times');
  });

  test('refuses a map of another account', async () => {
    const maps = [{ kind: 'raceLayer' as const, id: 4_711, name: 'Forest' }];
    expect(await outcome('createMatch', { ...form(), maps })).toBe('match-map-unknown');
  });

  test('changes to a neighbouring state only, and starts with a course and a participant', async () => {
    const matchId = await createMatch();
    const change = (state: 'draft' | 'open' | 'running' | 'finished' | 'archived') =>
      outcome('editMatchStatus', { matchId, state });
    expect(await change('running')).toBe('match-state');
    expect(await change('open')).toBeNull();
    expect(await change('running')).toBe('match-empty');
    await addCourse(matchId);
    expect(await change('running')).toBe('match-empty');
    await ada.call('batchCreateParticipants', { matchId, participants: [participant('Anna')] });
    expect(await change('running')).toBeNull();
    expect(await change('open')).toBeNull();
    expect(await change('running')).toBeNull();
    expect(await change('finished')).toBeNull();
    expect(await change('archived')).toBeNull();
    expect(await change('finished')).toBe('match-state');
  });

  test('deletes a match with everything in it, but not while it is running', async () => {
    const matchId = await createMatch();
    const courseId = await addCourse(matchId);
    await ada.call('saveMatchClass', {
      matchId,
      classId: null,
      className: 'Open',
      courseId,
      startMode: 'mass',
    });
    await ada.call('batchCreateParticipants', { matchId, participants: [participant('Anna', { courseId })] });
    await ada.call('editMatchStatus', { matchId, state: 'open' });
    await ada.call('editMatchStatus', { matchId, state: 'running' });
    expect((await detailsOf(matchId)).abilities.remove).toBe(false);
    expect(await outcome('deleteMatch', { matchId })).toBe('match-running');
    await ada.call('editMatchStatus', { matchId, state: 'finished' });
    await ada.call('deleteMatch', { matchId });
    expect(await outcome('queryMatchDetail', { matchId })).toBe('match-unknown');
  });

  test('an archived match is not changed any more', async () => {
    const matchId = await createMatch();
    await world.database.db
      .updateTable('match')
      .set({ state: 'archived' })
      .where('match_id', '=', matchId)
      .execute();
    expect(await outcome('updateMatchMsg', { matchId, ...form() })).toBe('match-archived');
    const participants = [participant('Anna')];
    expect(await outcome('batchCreateParticipants', { matchId, participants })).toBe('match-archived');
  });

  test('gives the public page another address', async () => {
    const matchId = await createMatch();
    const before = (await detailsOf(matchId)).code;
    const { code } = await ada.call('renewMatchCode', { matchId });
    expect(code).not.toBe(before);
    expect((await detailsOf(matchId)).code).toBe(code);
  });

  test('every change of something in a match counts its revision', async () => {
    const matchId = await createMatch();
    const courseId = await addCourse(matchId);
    await ada.call('saveMatchClass', {
      matchId,
      classId: null,
      className: 'Open',
      courseId,
      startMode: 'mass',
    });
    await ada.call('batchCreateParticipants', { matchId, participants: [participant('Anna')] });
    await ada.call('updateMatchConf', { matchId, delay: 60 });
    expect((await detailsOf(matchId)).revision).toBe(5);
    expect(await ada.call('queryMatchConf', { matchId })).toMatchObject({ delay: 60 });
  });
});

describe('race courses', () => {
  let matchId: number;
  beforeEach(async () => {
    matchId = await createMatch();
  });

  test('copies a route with lines at its ends and splits', async () => {
    await addCourse(matchId, [1_000]);
    const [stored] = (await detailsOf(matchId)).courseList;
    expect(stored?.course.name).toBe('Shore path');
    expect(stored?.course.points.map(({ kind, code }) => [kind, code])).toEqual([
      ['start', ''],
      ['control', '1 km'],
      ['finish', ''],
    ]);
    expect(stored?.course.points[1]?.distance).toBe(1_000);
  });

  test('copies a frozen version of a course, which can then not be deleted', async () => {
    const versionId = await freezeCourse({});
    const { courseId } = await ada.call('addMatchCourse', {
      matchId,
      courseName: 'Long',
      source: { kind: 'version', versionId, radius: 20 },
    });
    const [stored] = (await detailsOf(matchId)).courseList;
    expect(stored?.course).toMatchObject({ name: 'Long', type: 'normal', line: null });
    expect(stored?.course.points.map(({ code, detection }) => [code, detection])).toEqual([
      ['', { kind: 'circle', radius: 20 }],
      ['31', { kind: 'circle', radius: 20 }],
      ['', { kind: 'circle', radius: 20 }],
    ]);
    expect(await outcome('deleteCourseVersion', { versionId })).toBe('course-version-used');
    await ada.call('deleteMatchCourse', { matchId, courseId });
    await ada.call('deleteCourseVersion', { versionId });
    const source = { kind: 'version' as const, versionId };
    expect(await outcome('addMatchCourse', { matchId, source })).toBe('course-version-unknown');
  });

  test('copies marks and gates of labelled points', async () => {
    const ids: number[] = [];
    for (const [placeName, latitude] of [
      ['Start', 57.7],
      ['Pin', 57.701],
      ['Buoy', 57.71],
      ['Finish', 57.72],
    ] as const) {
      const { labelPointId } = await ada.call('addLabelPoint', {
        ...{ placeName, latitude, longitude: 12, iconUrl: 'flag', color: '#336699' },
      } as never);
      ids.push(labelPointId);
    }
    const [gate = 0, pin = 0, buoy = 0, finish = 0] = ids;
    await ada.call('addMatchCourse', {
      matchId,
      source: {
        kind: 'marks',
        marks: [
          { labelPointId: gate, gateLabelPointId: pin },
          { labelPointId: buoy, radius: 80 },
          { labelPointId: finish },
        ],
      },
    });
    const [stored] = (await detailsOf(matchId)).courseList;
    expect(stored?.course.points.map(({ code, detection }) => [code, detection])).toEqual([
      [
        'Start',
        {
          kind: 'line',
          ends: [
            [12, 57.7],
            [12, 57.701],
          ],
        },
      ],
      ['Buoy', { kind: 'circle', radius: 80 }],
      ['Finish', { kind: 'circle', radius: 50 }],
    ]);
    const source = { kind: 'marks' as const, marks: [{ labelPointId: buoy }, { labelPointId: 4_711 }] };
    expect(await outcome('addMatchCourse', { matchId, source })).toBe('label-point-unknown');
  });

  test('names why a course cannot be used', async () => {
    const routeId = await createRoute();
    const splits = [99_999];
    const source = { kind: 'route' as const, routeId, splits };
    const failure = await ada.call('addMatchCourse', { matchId, source }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errorName: 'race-course-invalid', details: { problem: 'split' } });
    const unknown = { kind: 'route' as const, routeId: 4_711 };
    expect(await outcome('addMatchCourse', { matchId, source: unknown })).toBe('route-unknown');
    const bo = await (await world.account('neighbours')).person('bo');
    const { matchId: other } = await bo.call('createMatch', form());
    const add = (source: RaceCourseSource) =>
      bo.call('addMatchCourse', { matchId: other, source }).catch((error: unknown) => error);
    expect(await add({ kind: 'route', routeId, splits: [], width: 40 })).toMatchObject({
      errorName: 'route-unknown',
    });
    const { labelPointId } = await ada.call('addLabelPoint', {
      ...{ placeName: 'Ours', latitude: 57.7, longitude: 12, iconUrl: 'flag', color: '#336699' },
    } as never);
    const mark = { labelPointId, gateLabelPointId: null, radius: 50 };
    expect(await add({ kind: 'marks', marks: [mark, mark] })).toMatchObject({
      errorName: 'label-point-unknown',
    });
  });

  test('changes radii and the name, and replaces a course also during the race', async () => {
    const courseId = await addCourse(matchId);
    await ada.call('editMatchCourse', { matchId, courseId, courseName: 'Shore', radii: [] });
    await ada.call('batchCreateParticipants', { matchId, participants: [participant('Anna', { courseId })] });
    await ada.call('editMatchStatus', { matchId, state: 'open' });
    await ada.call('editMatchStatus', { matchId, state: 'running' });
    const source = { kind: 'route' as const, routeId: await createRoute(), splits: [500] };
    await ada.call('replaceMatchCourse', { matchId, courseId, source });
    const [stored] = (await detailsOf(matchId)).courseList;
    expect(stored?.course).toMatchObject({ name: 'Shore', points: { length: 3 } });
  });

  test('changes the limit and the penalty of a score course only', async () => {
    const courseId = await addCourse(matchId);
    const { db } = world.database;
    const change = (more: object) =>
      db
        .updateTable('match_course')
        .set({ data: sql`data || ${JSON.stringify(more)}::jsonb` })
        .where('course_id', '=', courseId)
        .execute();
    const edit = (rules: object) =>
      ada.call('editMatchCourse', { matchId, courseId, courseName: 'Shore', ...rules });
    const rules = async () => {
      const [stored] = (await detailsOf(matchId)).courseList;
      return [stored?.course.timeLimit, stored?.course.penaltyPerMinute];
    };
    await change({ timeLimit: 5_400 });
    await edit({ timeLimit: 60, penaltyPerMinute: 3 });
    expect(await rules()).toEqual([5_400, 0]);
    await change({ type: 'score' });
    await edit({ timeLimit: 3_600, penaltyPerMinute: 3 });
    expect(await rules()).toEqual([3_600, 3]);
  });

  test('keeps the penalty of a score course that is replaced by one', async () => {
    const versionId = await freezeCourse({ type: 'score', timeLimit: 3_600 });
    const source = { kind: 'version' as const, versionId };
    const { courseId } = await ada.call('addMatchCourse', { matchId, source });
    const rules = { courseName: 'Score', timeLimit: 3_600, penaltyPerMinute: 5 };
    await ada.call('editMatchCourse', { matchId, courseId, ...rules });
    await ada.call('replaceMatchCourse', { matchId, courseId, source });
    const [stored] = (await detailsOf(matchId)).courseList;
    expect(stored?.course).toMatchObject({ type: 'score', timeLimit: 3_600, penaltyPerMinute: 5 });
    const normal = { kind: 'route' as const, routeId: await createRoute() };
    await ada.call('replaceMatchCourse', { matchId, courseId, source: normal });
    expect((await detailsOf(matchId)).courseList[0]?.course).toMatchObject({ penaltyPerMinute: 0 });
  });

  test('does not delete a course that a class or participant uses', async () => {
    const courseId = await addCourse(matchId);
    const { classId } = await ada.call('saveMatchClass', {
      ...{ matchId, classId: null, className: 'Open', courseId, startMode: 'mass' as const },
    });
    expect(await outcome('deleteMatchCourse', { matchId, courseId })).toBe('match-course-used');
    await ada.call('deleteMatchClass', { matchId, classId });
    await ada.call('deleteMatchCourse', { matchId, courseId });
    expect((await detailsOf(matchId)).courseList).toEqual([]);
  });
});

describe('classes', () => {
  test('refuses a taken name, a wave without time, and a course of another match', async () => {
    const [matchId, other] = [await createMatch(), await createMatch()];
    const values = { matchId, classId: null, className: 'Open', courseId: null, startMode: 'mass' as const };
    const { classId } = await ada.call('saveMatchClass', values);
    expect(await outcome('saveMatchClass', { ...values, className: 'OPEN' })).toBe('match-class-taken');
    expect(await outcome('saveMatchClass', { ...values, className: 'W', startMode: 'wave' })).toBe(
      'match-start',
    );
    const courseId = await addCourse(other);
    expect(await outcome('saveMatchClass', { ...values, classId, courseId })).toBe('match-course-unknown');
    // Nothing of one match is changed through another one.
    const foreign = { matchId: other, classId };
    expect(await outcome('saveMatchClass', { ...values, ...foreign })).toBe('match-class-unknown');
    expect(await outcome('deleteMatchClass', foreign)).toBe('match-class-unknown');
    const draw = { firstStart: start, intervalSeconds: 60, order: 'number' as const };
    expect(await outcome('drawStartTimes', { ...foreign, ...draw })).toBe('match-class-unknown');
    const course = { matchId, courseId };
    expect(await outcome('editMatchCourse', { ...course, courseName: 'Mine' })).toBe('match-course-unknown');
    expect(await outcome('deleteMatchCourse', course)).toBe('match-course-unknown');
    expect(await outcome('saveMatchClass', { ...values, classId: 4_711 })).toBe('match-class-unknown');
    await ada.call('batchCreateParticipants', { matchId, participants: [participant('Anna', { classId })] });
    expect(await outcome('deleteMatchClass', { matchId, classId })).toBe('match-class-used');
  });
});

describe('participants', () => {
  let matchId: number;
  let trackerId: number;
  let imei = 860_000;
  beforeEach(async () => {
    matchId = await createMatch();
    imei += 1;
    trackerId = await harbour.tracker(String(imei), `Watch ${imei}`);
  });
  const add = (...participants: readonly object[]) =>
    ada.call('batchCreateParticipants', { matchId, participants: participants as never });
  const refuses = (...participants: readonly object[]) =>
    outcome('batchCreateParticipants', { matchId, participants: participants as never });
  const list = async (filter: object = {}) =>
    (await ada.call('queryParticipants', { matchId, ...filter })).list;

  test('lists participants by number, and finds them by number, name and club', async () => {
    await add(
      participant('Anna', { number: '12', club: 'OK Tuve' }),
      participant('Bo', { number: '2' }),
      participant('Cy', { number: 'A1' }),
      participant('Di'),
    );
    expect((await list()).map(({ participantName }) => participantName)).toEqual(['Bo', 'Anna', 'Cy', 'Di']);
    expect((await list({ keywords: 'tuve' })).map(({ number }) => number)).toEqual(['12']);
  });

  test('refuses a taken number, and stores none of the call', async () => {
    await add(participant('Anna', { number: 'a7' }));
    expect(await refuses(participant('Bo'), participant('Cy', { number: 'A7' }))).toBe(
      'participant-number-taken',
    );
    expect(await list()).toHaveLength(1);
  });

  test('refuses names of 41 characters, and devices, classes and courses that do not exist', async () => {
    expect(await refuses(participant('x'.repeat(41)))).toBe('field-invalid');
    expect(await refuses(participant('Anna', { trackerId: 4_711 }))).toBe('tracker-unknown');
    expect(await refuses(participant('Anna', { classId: 4_711 }))).toBe('match-class-unknown');
    expect(await refuses(participant('Anna', { courseId: 4_711 }))).toBe('match-course-unknown');
    expect(await refuses(participant('Anna', { personId: 4_711 }))).toBe('person-unknown');
  });

  test('refuses a device for two at once, and lets several use it in turn', async () => {
    expect(await refuses(participant('Anna', { trackerId }), participant('Bo', { trackerId }))).toBe(
      'participant-device-taken',
    );
    await add(participant('Anna', { trackerId }), participant('Bo', { trackerId, startTime: start + HOUR }));
    // Anna has the device until 30 s before Bo starts.
    expect((await list()).map(({ participantName, window }) => [participantName, window])).toEqual([
      ['Anna', { from: start - 30_000, to: start + HOUR - 30_000 }],
      ['Bo', { from: start + HOUR - 30_000, to: start + 5 * HOUR }],
    ]);
    const trackerTo = start + 2 * HOUR;
    const [anna] = await list({ keywords: 'Anna' });
    const changed = { ...anna, matchId, participantId: anna?.participantId ?? 0, trackerTo };
    expect(await outcome('updateParticipantMsg', changed as never)).toBe('participant-device-taken');
  });

  test('refuses the second of two calls at once with one device', async () => {
    const outcomes = await Promise.all(
      ['Anna', 'Bo'].map((name) =>
        outcome('batchCreateParticipants', { matchId, participants: [participant(name, { trackerId })] }),
      ),
    );
    expect(outcomes.toSorted()).toEqual([null, 'participant-device-taken'].toSorted());
    expect(await list()).toHaveLength(1);
  });

  test('refuses a start at the end of the match or later, also by a draw or a shorter match', async () => {
    const end = start + 5 * HOUR;
    expect(await refuses(participant('Anna', { startTime: end }))).toBe('participant-start');
    const { classId } = await ada.call('saveMatchClass', {
      ...{ matchId, classId: null, className: 'Open', courseId: null, startMode: 'individual' as const },
    });
    await add(participant('Anna', { classId, startTime: end - 1 }), participant('Bo', { classId }));
    const draw = { matchId, classId, firstStart: end - 60_000, intervalSeconds: 60 };
    expect(await outcome('drawStartTimes', { ...draw, order: 'number' })).toBe('participant-start');
    expect(await outcome('updateMatchMsg', { matchId, ...form(), endTime: end - 1 })).toBe(
      'participant-start',
    );
    const wave = { matchId, classId, className: 'Open', courseId: null, startMode: 'wave' as const };
    expect(await outcome('saveMatchClass', { ...wave, startTime: end })).toBe('participant-start');
  });

  test('refuses a device that leaves the account at the same time', async () => {
    const { db } = world.database;
    const other = await world.account('buyer');
    const { participantIds } = await add(participant('Anna', { trackerId }));
    const [participantId = 0] = participantIds;
    const moved = await harbour.tracker(`${imei}8`);
    for (const one of [trackerId, moved]) {
      const moving = await db.startTransaction().execute();
      await sql`select from tracker where tracker_id = ${one} for update`.execute(moving);
      await removeTrackersFromMatches(moving, [one]);
      const accounts = { from: harbour.accountId, to: other.accountId };
      await transferTrackers(moving, { ...accounts, groupId: null, trackerIds: [one] });
      const waiting =
        one === trackerId
          ? outcome('updateParticipantMsg', { ...participant('Anna', { trackerId }), matchId, participantId })
          : refuses(participant('Bo', { trackerId: moved }));
      const locks = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await locks.execute(db)).rows.length, { timeout: 30_000 }).toBe(1);
      await moving.commit().execute();
      expect(await waiting).toBe('tracker-unknown');
    }
    expect(await list()).toMatchObject([{ participantName: 'Anna', trackerId: null }]);
  });

  test('refuses a window of a device that ends before it begins', async () => {
    expect(
      await refuses(participant('Anna', { trackerId, trackerFrom: start + HOUR, trackerTo: start })),
    ).toBe('participant-window');
  });

  test('takes over people who are in the race, once', async () => {
    const { personId } = await ada.call('createPeople', {
      ...{ personName: '陈静', raceNumber: `P${imei}`, gender: 'female' as const, trackerId },
    } as never);
    expect(await ada.call('addPeopleToMatch', { matchId, personIds: [personId] })).toEqual({ added: 1 });
    expect(await ada.call('addPeopleToMatch', { matchId, personIds: [personId] })).toEqual({ added: 0 });
    expect((await list())[0]).toMatchObject({
      ...{ personId, participantName: '陈静', number: `P${imei}`, gender: 'female', trackerId },
    });
    expect(await refuses(participant('Other', { personId }))).toBe('participant-person-taken');
    const withdrawn = await ada.call('createPeople', {
      ...{ personName: 'Li Na', raceNumber: `Q${imei}`, gender: 'female' as const },
    } as never);
    await ada.call('withdrawPeople', { personIds: [withdrawn.personId] });
    const ofWithdrawn = { matchId, personIds: [withdrawn.personId] };
    expect(await ada.call('addPeopleToMatch', ofWithdrawn)).toEqual({ added: 0 });
  });

  test('adds the devices of a group', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: `Boats ${imei}` });
    await harbour.tracker(`${imei}9`, 'Boat 9', groupId);
    expect(await ada.call('addGroupToMatch', { matchId, groupId })).toEqual({ added: 1 });
    expect(await ada.call('addGroupToMatch', { matchId, groupId })).toEqual({ added: 0 });
    expect((await list())[0]?.participantName).toBe('Boat 9');
  });

  test('draws start times in an interval, by number', async () => {
    const { classId } = await ada.call('saveMatchClass', {
      ...{ matchId, classId: null, className: 'Open', courseId: null, startMode: 'individual' as const },
    });
    await add(
      participant('Anna', { classId, number: '10' }),
      participant('Bo', { classId, number: '9' }),
      participant('Cy', { number: '1' }),
    );
    const draw = { matchId, classId, firstStart: start, intervalSeconds: 120 };
    expect(await ada.call('drawStartTimes', { ...draw, order: 'number' })).toEqual({ drawn: 2 });
    const starts = new Map(
      (await list()).map(({ participantName, startTime }) => [participantName, startTime]),
    );
    expect(Object.fromEntries(starts)).toEqual({ Anna: start + 120_000, Bo: start, Cy: null });
    await ada.call('drawStartTimes', { ...draw, order: 'random' });
    const drawn = (await list({ classId })).map(({ startTime }) => startTime).toSorted();
    expect(drawn).toEqual([start, start + 120_000]);
  });

  test('removes participants: all of them, or none', async () => {
    const { participantIds } = await add(participant('Anna'), participant('Bo'));
    const gone = [...participantIds, 4_711];
    expect(await outcome('deleteParticipant', { matchId, participantIds: gone })).toBe('participant-unknown');
    await ada.call('deleteParticipant', { matchId, participantIds });
    expect(await list()).toEqual([]);
  });

  test('a user of a scope limited to groups sees and uses no other devices and groups', async () => {
    const { participantIds } = await add(participant('Anna', { trackerId }), participant('Bo'));
    const [annaId = 0] = participantIds;
    const { groupId } = await ada.call('createGroup', { groupName: `Scope ${imei}` });
    const others = await ada.call('createGroup', { groupName: `Others ${imei}` });
    const guest = await harbour.person(`guest${imei}`, { permission: 'editor', groupIds: [groupId] });
    const seen = await guest.call('queryParticipants', { matchId });
    expect(seen.list.map(({ participantName }) => participantName)).toEqual(['Bo']);
    const refused = async (call: Promise<unknown>) => call.catch((error: NamedError) => error.errorName);
    const participants = [participant('Spy', { trackerId })];
    expect(await refused(guest.call('batchCreateParticipants', { matchId, participants }))).toBe(
      'tracker-unknown',
    );
    expect(await refused(guest.call('addGroupToMatch', { matchId, groupId: others.groupId }))).toBe(
      'group-unknown',
    );
    const { routeId } = await ada.call('addRoute', {
      ...{ routeName: 'Not theirs', type: 'walk', color: '#336699', groupId: others.groupId },
      dataPoints: [
        [12, 57.7],
        [12, 57.72],
      ],
    });
    const source = { kind: 'route' as const, routeId };
    expect(await refused(guest.call('addMatchCourse', { matchId, source }))).toBe('route-unknown');
    const change = { matchId, participantId: annaId, participantName: 'Mine' };
    expect(await refused(guest.call('updateParticipantMsg', change))).toBe('participant-unknown');
    // The device and the person of a participant whom they see may stay, though they do not see these.
    const { personId } = await ada.call('createPeople', {
      ...{ personName: 'Di', raceNumber: `D${imei}`, gender: 'female' as const },
    } as never);
    await add(participant('Di', { personId }));
    const di = (await guest.call('queryParticipants', { matchId, keywords: 'Di' })).list[0];
    const renamed = { ...participant('Di Xu', { personId }), matchId, participantId: di?.participantId ?? 0 };
    await guest.call('updateParticipantMsg', renamed);
    await ada.call('correctParticipant', {
      ...{ matchId, participantId: annaId, correction: { kind: 'status' as const, status: 'disqualified' } },
    } as never);
    expect((await guest.call('queryCorrections', { matchId })).list).toEqual([]);
    const { splits } = await guest.call('queryMatchStandings', { matchId });
    expect(splits.map(({ participantId }) => participantId)).not.toContain(annaId);
  });
});
