import { LIMITS } from '@wakeline/contract/limits';
import type { HelperEntry, HelperPoints } from '@wakeline/contract/live-events/match-helpers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCorrections } from '../../races/corrections.ts';
import { createEvent, type TestEvent } from '../../testing/live-event.ts';
import type { Person } from '../../testing/person.ts';
import { failureOf, Viewer } from '../../testing/viewer.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
let event: TestEvent;
let phone: Viewer;
let phones = 0;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_TRUST_PROXY: 'yes' } });
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  event = await createEvent(world, harbour.accountId);
  phones += 1;
  phone = new Viewer(world, `198.51.100.${phones}`);
});

const createHelper = (points: HelperPoints = 'any', helperName = 'Di') =>
  ada.call('createMatchHelper', { matchId: event.matchId, helperName, points });
async function tokenOf(points: HelperPoints = 'any') {
  const { code } = await createHelper(points);
  return (await phone.call('matchLogin', { code })).token;
}
const start = (minutes: number | null): HelperEntry => ({ kind: 'start', time: timeOf(minutes) });
const finish = (minutes: number | null): HelperEntry => ({ kind: 'finish', time: timeOf(minutes) });
const status = (value: 'did-not-start' | 'did-not-finish' | null): HelperEntry => ({
  ...{ kind: 'status', status: value },
});
/** Minutes after the start of the match. */
const timeOf = (minutes: number | null) => (minutes === null ? null : event.startTime + minutes * 60_000);
const record = (token: string, entry: HelperEntry, participantId: number = event.participantIds[0]) =>
  phone.failure('recordHelperPassing', { token, participantId, entry });
const corrections = () => readCorrections(world.database.db, event.matchId);
const revisionOf = async () => (await ada.call('queryMatchDetail', { matchId: event.matchId })).revision;

describe('helpers', () => {
  test('sign in with a code that is shown once and read as people type it', async () => {
    const { helperId, code } = await createHelper('finish');
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    const { token, expireTime } = await phone.call('matchLogin', {
      code: code.toLowerCase().replaceAll('-', ''),
    });
    // A day after the end of the match, which lasts 24 hours.
    expect(expireTime).toBe(event.startTime + 48 * 3_600_000);
    expect(await phone.call('queryHelperMatch', { token })).toMatchObject({
      ...{ matchName: 'Lake run', state: 'running', helperName: 'Di', points: 'finish' },
      serverTime: world.clock.now(),
    });
    const { list } = await ada.call('queryMatchHelpers', { matchId: event.matchId });
    expect(list).toEqual([
      {
        ...{ helperId, helperName: 'Di', points: 'finish', userName: 'ada', revokeTime: null },
        ...{ createTime: world.clock.now(), lastTime: world.clock.now() },
      },
    ]);
    const stored = JSON.stringify(await world.database.db.selectFrom('match_helper').selectAll().execute());
    expect(stored).not.toContain(code);
  });

  test('see numbers, names, classes, start times, records and provisional results, and nothing else', async () => {
    const token = await tokenOf();
    const { participants } = await phone.call('queryHelperMatch', { token });
    const common = {
      ...{ startTime: event.startTime, status: null, startSeen: null, finishTime: null },
      provisional: { status: 'no-data', lastPoint: null, lastTime: null, finishTime: null },
    };
    expect(participants).toEqual([
      {
        ...{
          participantId: event.participantIds[0],
          number: '7',
          participantName: 'Anna',
          className: 'Open',
        },
        ...{ ...common, hasStart: true, hasFinish: true },
      },
      {
        ...{ participantId: event.participantIds[1], number: '8', participantName: 'Bo', className: '' },
        ...{ ...common, hasStart: false, hasFinish: false },
      },
    ]);
  });

  test('record starts, finishes and who did not, as corrections in their name, and take them back', async () => {
    const token = await tokenOf();
    const anna = async () => (await phone.call('queryHelperMatch', { token })).participants[0];
    const before = await revisionOf();
    expect(await record(token, start(1))).toBeNull();
    expect(await record(token, finish(50))).toBeNull();
    expect(await anna()).toMatchObject({ startSeen: timeOf(1), finishTime: timeOf(50), status: null });
    const rows = await corrections();
    expect(rows.map(({ data }) => data)).toMatchObject([
      { kind: 'passing', passing: { time: timeOf(1) } },
      { kind: 'passing', passing: { time: timeOf(50) } },
    ]);
    expect(rows.map(({ user_name }) => user_name)).toEqual(['Di', 'Di']);
    expect(await revisionOf()).toBe(before + 2);
    expect(await record(token, finish(null))).toBeNull();
    expect(await record(token, status('did-not-finish'))).toBeNull();
    expect(await anna()).toMatchObject({ finishTime: null, status: 'did-not-finish' });
    expect(await record(token, status(null))).toBeNull();
    expect(await anna()).toMatchObject({ status: null });
  });

  test('store a repeated record once', async () => {
    const token = await tokenOf();
    for (let at = 0; at < 3; at += 1) expect(await record(token, finish(50))).toBeNull();
    expect(await record(token, status(null))).toBeNull();
    expect(await corrections()).toHaveLength(1);
  });

  test('record only at their point', async () => {
    const [atStart, atFinish] = [await tokenOf('start'), await tokenOf('finish')];
    expect(await record(atStart, finish(50))).toBe('helper-point');
    expect(await record(atStart, status('did-not-finish'))).toBe('helper-point');
    expect(await record(atFinish, start(1))).toBe('helper-point');
    expect(await record(atFinish, status('did-not-start'))).toBe('helper-point');
    expect(await record(atStart, status('did-not-start'))).toBeNull();
    expect(await record(atFinish, finish(50))).toBeNull();
  });

  test('do not overrule an official', async () => {
    const token = await tokenOf();
    const data = JSON.stringify({ kind: 'status', status: 'disqualified' });
    await world.database.db
      .insertInto('match_correction')
      .values({
        ...{ match_id: event.matchId, participant_id: event.participantIds[0], data, reason: '' },
        ...{ user_name: 'ada', created_at: new Date(world.clock.now()) },
      })
      .execute();
    expect(await record(token, status(null))).toBe('helper-point');
    expect(await record(token, status('did-not-finish'))).toBe('helper-point');
  });

  test('record no time outside the match or in the future, and nobody of another match', async () => {
    const token = await tokenOf();
    expect(await record(token, finish(-1))).toBe('correction-time');
    // The match started an hour ago; the clock of a phone may be a minute ahead.
    expect(await record(token, finish(61))).toBeNull();
    expect(await record(token, finish(62))).toBe('correction-time');
    expect(await record(token, finish(24 * 60 + 1))).toBe('correction-time');
    const other = await createEvent(world, harbour.accountId);
    expect(await record(token, finish(50), other.participantIds[0])).toBe('participant-unknown');
    expect(await record(token, finish(50), event.participantIds[1])).toBe('race-point-unknown');
  });

  test('record up to the limit of corrections', async () => {
    const token = await tokenOf();
    const row = {
      ...{ match_id: event.matchId, participant_id: event.participantIds[1], reason: '', user_name: 'ada' },
      ...{ data: JSON.stringify({ kind: 'status', status: null }), created_at: new Date() },
    };
    for (let count = 0; count < LIMITS.correctionsPerMatch; count += 5_000)
      await world.database.db
        .insertInto('match_correction')
        .values(Array.from({ length: 5_000 }, () => row))
        .execute();
    expect(await record(token, finish(50))).toBe('correction-limit');
  });

  test('are refused with a wrong code, and after 20 of them with the right one, too', async () => {
    const { code } = await createHelper();
    const signIn = (one: string) => phone.failure('matchLogin', { code: one });
    for (let at = 0; at < 20; at += 1) expect(await signIn(`WRONG${at}`)).toBe('helper-code');
    expect(await signIn(code)).toBe('too-many-requests');
    world.clock.advance(30_000);
    expect(await signIn(code)).toBeNull();
  });

  test('are refused with a forged or expired token, after signing out, and when they are revoked', async () => {
    const { helperId, code } = await createHelper();
    const signIn = async () => (await phone.call('matchLogin', { code })).token;
    const outcomes = async (token: string) => [
      await phone.failure('queryHelperMatch', { token }),
      await record(token, finish(50)),
    ];
    const gone = ['helper-gone', 'helper-gone'];
    expect(await outcomes(`${await signIn()}x`)).toEqual(gone);
    expect(await outcomes('')).toEqual(gone);
    const [first, second] = [await signIn(), await signIn()];
    await phone.call('matchLogout', { token: first });
    expect(await outcomes(first)).toEqual(gone);
    expect(await outcomes(second)).toEqual([null, null]);
    await ada.call('revokeMatchHelper', { matchId: event.matchId, helperId });
    expect(await outcomes(second)).toEqual(gone);
    expect(await phone.failure('matchLogin', { code })).toBe('helper-code');
    expect((await ada.call('queryMatchHelpers', { matchId: event.matchId })).list).toMatchObject([
      { revokeTime: world.clock.now() },
    ]);
    const third = await tokenOf();
    // Before the clean-up removes it.
    await world.database.db
      .updateTable('match_helper_token')
      .set({ expires_at: new Date(world.clock.now()) })
      .execute();
    expect(await outcomes(third)).toEqual(gone);
    const fourth = await tokenOf();
    world.clock.advance(49 * 3_600_000);
    expect(await outcomes(fourth)).toEqual(gone);
  });

  test('can use a code on 20 phones: the first one is signed out', async () => {
    const { code } = await createHelper();
    const tokens: string[] = [];
    for (let at = 0; at < 21; at += 1) {
      tokens.push((await phone.call('matchLogin', { code })).token);
      world.clock.advance(1);
    }
    const outcomes = [tokens[0], tokens[1], tokens[20]].map((token = '') =>
      phone.failure('queryHelperMatch', { token }),
    );
    expect(await Promise.all(outcomes)).toEqual(['helper-gone', null, null]);
  });

  test('record nothing in a draft or an archived match', async () => {
    const { code } = await createHelper();
    const { token } = await phone.call('matchLogin', { code });
    for (const state of ['draft', 'archived'] as const) {
      await world.database.db
        .updateTable('match')
        .set({ state })
        .where('match_id', '=', event.matchId)
        .execute();
      expect(await record(token, finish(50))).toBe('event-closed');
      expect(await phone.failure('matchLogin', { code })).toBe('event-closed');
    }
    expect(await failureOf(createHelper())).toBe('match-archived');
  });

  test('are limited per match, and belong to the account', async () => {
    const outsider = await (await world.account('elsewhere')).person('outsider');
    const { helperId } = await createHelper();
    const { matchId } = event;
    const calls = [
      outsider.call('createMatchHelper', { matchId, helperName: 'Ed', points: 'any' }),
      outsider.call('queryMatchHelpers', { matchId }),
      outsider.call('revokeMatchHelper', { matchId, helperId }),
    ];
    expect(new Set(await Promise.all(calls.map(failureOf)))).toEqual(new Set(['match-unknown']));
    const other = await createEvent(world, harbour.accountId);
    const foreign = ada.call('revokeMatchHelper', { matchId: other.matchId, helperId });
    expect(await failureOf(foreign)).toBe('helper-unknown');
    await world.database.db
      .insertInto('match_helper')
      .values(
        Array.from({ length: LIMITS.helpersPerMatch - 1 }, (_, at) => ({
          ...{
            match_id: matchId,
            name: 'x',
            points: 'any' as const,
            code_hash: Buffer.from(`${matchId} ${at}`),
          },
          ...{ user_name: 'ada', created_at: new Date() },
        })),
      )
      .execute();
    expect(await failureOf(createHelper())).toBe('helper-limit');
  });
});
