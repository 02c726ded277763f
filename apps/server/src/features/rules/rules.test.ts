import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

type RuleInput = PayloadInput<Operations['addRule']>;

let world: World;
let ada: Person;
let viewer: Person;
/** An editor confined to the group Quay. */
let pilot: Person;
let otherUser: Person;
let quayGroupId: number;
let yardGroupId: number;
/** A tracker of the group Quay, and one without a group. */
let inQuay: number;
let outside: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  viewer = await harbour.person('vic', { permission: 'viewer' });
  ({ groupId: quayGroupId } = await ada.call('createGroup', { groupName: 'Quay' }));
  ({ groupId: yardGroupId } = await ada.call('createGroup', { groupName: 'Yard' }));
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [quayGroupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
  inQuay = await harbour.tracker('861390000000001', 'Gull', quayGroupId);
  outside = await harbour.tracker('861390000000002', 'Tern');
});
afterAll(() => world.stop());

const SPEED: RuleInput['condition'] = { type: 'overspeed', limit: 80, seconds: 30, area: null };
const FAST: RuleInput = { ruleName: 'Fast', condition: SPEED, appliesTo: 'all' };

function createFence(person: Person, fenceName = 'Basin') {
  const fenceData = { west: 110, south: 24, east: 111, north: 25 };
  return person.call('createFence', { fenceName, fenceType: 'RECTANGLE', fenceData, color: '#d30d0d' });
}

async function find(person: Person, ruleId: number) {
  const { list } = await person.call('queryRules', {});
  return list.find((rule) => rule.ruleId === ruleId);
}

async function lastAudit() {
  return world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'action', 'target', 'before', 'after'])
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

test('adds, edits and deletes a rule, and records each step in the audit log', async () => {
  const schedule = [{ weekdays: [1, 2], from: 1_320, to: 360 }];
  const { ruleId } = await ada.call('addRule', { ...FAST, schedule });
  const abilities = { edit: true, remove: true };
  const stored = { ...FAST, schedule, groupIds: [], trackerIds: [], enabled: true, ruleId, problem: null };
  expect(await find(ada, ruleId)).toEqual({ ...stored, abilities });
  expect(await find(viewer, ruleId)).toMatchObject({ abilities: { edit: false, remove: false } });
  expect(await find(otherUser, ruleId)).toBeUndefined();
  expect(await lastAudit()).toMatchObject({ login: 'ada', action: 'addRule', target: 'Fast' });

  await ada.call('editRule', { ruleId, appliesTo: 'groups', groupIds: [quayGroupId], enabled: false });
  expect(await find(ada, ruleId)).toMatchObject({
    appliesTo: 'groups',
    groupIds: [quayGroupId],
    enabled: false,
  });
  expect(await lastAudit()).toMatchObject({
    action: 'editRule',
    before: { appliesTo: 'all', groupIds: [], enabled: true },
    after: { appliesTo: 'groups', groupIds: [quayGroupId], enabled: false },
  });
  // Targets of the former kind are gone.
  await ada.call('editRule', { ruleId, appliesTo: 'trackers', trackerIds: [outside, outside] });
  expect(await find(ada, ruleId)).toMatchObject({ groupIds: [], trackerIds: [outside] });

  await ada.call('deleteRule', { ruleId });
  expect(await find(ada, ruleId)).toBeUndefined();
  expect(await lastAudit()).toMatchObject({ action: 'deleteRule', target: 'Fast' });
  await expect(ada.call('deleteRule', { ruleId })).rejects.toMatchObject({ errorName: 'rule-unknown' });
});

describe('refuses by name', () => {
  const days = [0, 1, 2, 3, 4, 5, 6];
  test.each<[string, Partial<RuleInput>, string]>([
    ['a limit of 0', { condition: { ...SPEED, limit: 0 } }, 'field-invalid'],
    ['a limit of 1e9', { condition: { ...SPEED, limit: 1e9 } }, 'field-invalid'],
    ['a time of 1e9 minutes', { condition: { type: 'offline', minutes: 1e9 } }, 'field-invalid'],
    ['half a minute', { condition: { type: 'stay', minutes: 0.5 } }, 'field-invalid'],
    ['a shift of 150 m', { condition: { type: 'shift', metres: 150 as 100 } }, 'field-invalid'],
    [
      'an alarm that is always notified',
      {
        condition: { type: 'deviceAlarm', alarms: ['SOS' as 'OUTAGE'] },
      },
      'field-invalid',
    ],
    ['no hours', { schedule: [] }, 'field-invalid'],
    ['an hour of 25', { schedule: [{ weekdays: days, from: 1_500, to: 10 }] }, 'field-invalid'],
    ['an eighth weekday', { schedule: [{ weekdays: [7], from: 0, to: 10 }] }, 'field-invalid'],
    [
      'too many devices',
      {
        appliesTo: 'trackers',
        trackerIds: Array.from({ length: LIMITS.trackersPerRule + 1 }, (_, index) => index + 1),
      },
      'field-invalid',
    ],
    [
      'a battery that recovers at its limit',
      {
        condition: { type: 'lowBattery', percent: 20, recovered: 20 },
      },
      'rule-recovery',
    ],
    [
      'a time outside of a fence',
      {
        condition: { type: 'fence', fenceIds: null, direction: 'OUT', dwellMinutes: 5 },
      },
      'rule-dwell',
    ],
    ['groups without any', { appliesTo: 'groups' }, 'rule-targets'],
    ['devices without any', { appliesTo: 'trackers' }, 'rule-targets'],
    ['all devices and one', { trackerIds: [1] }, 'rule-targets'],
    ['an unknown group', { appliesTo: 'groups', groupIds: [9_999] }, 'group-unknown'],
    ['an unknown device', { appliesTo: 'trackers', trackerIds: [9_999] }, 'tracker-unknown'],
    [
      'an unknown fence',
      {
        condition: { type: 'fence', fenceIds: [9_999], direction: 'IN', dwellMinutes: 0 },
      },
      'fence-unknown',
    ],
    ['an unknown route', { condition: { type: 'deviation', routeId: 9_999, metres: 50 } }, 'route-unknown'],
    [
      'an unknown point',
      {
        condition: { type: 'safe', labelPointId: 9_999, metres: 50 },
      },
      'label-point-unknown',
    ],
  ])('%s', async (_, change, errorName) => {
    const { total } = await ada.call('queryRules', {});
    await expect(ada.call('addRule', { ...FAST, ...change })).rejects.toMatchObject({ errorName });
    expect((await ada.call('queryRules', {})).total).toBe(total);
  });

  test('the fence of another account', async () => {
    const { fenceId } = await createFence(otherUser);
    const condition: RuleInput['condition'] = { ...SPEED, area: { kind: 'fence', fenceId } };
    await expect(ada.call('addRule', { ...FAST, condition })).rejects.toMatchObject({
      errorName: 'fence-unknown',
    });
  });

  test('more rules than an account may have', async () => {
    const account = await world.account('full');
    const holder = await account.person('full holder');
    await sql`
      insert into rule (account_id, name, condition, applies_to, enabled, changed_at)
      select ${holder.accountId}, 'rule ' || n, '{"type": "started"}', 'all', false, now()
      from generate_series(1, ${LIMITS.rulesPerAccount}) as n`.execute(world.database.db);
    await expect(holder.call('addRule', FAST)).rejects.toMatchObject({ errorName: 'rule-limit' });
  });
});

describe('an editor confined to a group', () => {
  test('makes rules for this group and its devices only', async () => {
    expect((await pilot.call('queryRules', {})).abilities).toEqual({ add: true, addForAll: false });
    await expect(pilot.call('addRule', FAST)).rejects.toMatchObject({ errorName: 'rule-targets' });
    const targets: [Partial<RuleInput>, string][] = [
      [{ appliesTo: 'groups', groupIds: [quayGroupId, yardGroupId] }, 'group-unknown'],
      [{ appliesTo: 'trackers', trackerIds: [inQuay, outside] }, 'tracker-unknown'],
    ];
    for (const [target, errorName] of targets) {
      await expect(pilot.call('addRule', { ...FAST, ...target })).rejects.toMatchObject({ errorName });
    }
    const { ruleId } = await pilot.call('addRule', { ...FAST, appliesTo: 'trackers', trackerIds: [inQuay] });
    await pilot.call('editRule', { ruleId, ruleName: 'Slow' });
    await expect(pilot.call('editRule', { ruleId, appliesTo: 'all' })).rejects.toMatchObject({
      errorName: 'rule-targets',
    });
    await pilot.call('deleteRule', { ruleId });
  });

  test('sees rules for all devices without changing them, and none with other devices', async () => {
    const { ruleId: forAll } = await ada.call('addRule', FAST);
    const { ruleId: forOthers } = await ada.call('addRule', {
      ...FAST,
      appliesTo: 'trackers',
      trackerIds: [inQuay, outside],
    });
    expect(await find(pilot, forAll)).toMatchObject({ abilities: { edit: false, remove: false } });
    expect(await find(pilot, forOthers)).toBeUndefined();
    await expect(pilot.call('editRule', { ruleId: forAll, enabled: false })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    await expect(pilot.call('deleteRule', { ruleId: forOthers })).rejects.toMatchObject({
      errorName: 'rule-unknown',
    });
    for (const ruleId of [forAll, forOthers]) await ada.call('deleteRule', { ruleId });
  });
});

test('names what a rule refers to and is gone; such a rule can still be disabled', async () => {
  const { fenceId } = await createFence(ada);
  const { groupId } = await ada.call('createGroup', { groupName: 'Gone' });
  const condition: RuleInput['condition'] = {
    type: 'fence',
    fenceIds: [fenceId],
    direction: 'IN',
    dwellMinutes: 0,
  };
  const { ruleId: onFence } = await ada.call('addRule', { ...FAST, condition });
  const { ruleId: onGroup } = await ada.call('addRule', {
    ...FAST,
    appliesTo: 'groups',
    groupIds: [groupId],
  });
  await ada.call('deleteFence', { fenceId });
  await ada.call('deleteGroup', { groupId });
  expect(await find(ada, onFence)).toMatchObject({ problem: 'fence-unknown' });
  expect(await find(ada, onGroup)).toMatchObject({ problem: 'no-targets', groupIds: [] });
  await ada.call('editRule', { ruleId: onFence, enabled: false });
  await expect(ada.call('editRule', { ruleId: onFence, schedule: null })).rejects.toMatchObject({
    errorName: 'fence-unknown',
  });
  for (const ruleId of [onFence, onGroup]) await ada.call('deleteRule', { ruleId });
});

describe('the shift alarm', () => {
  const rangeOf = async (trackerId: number) => (await ada.call('queryMoveFenceAlarm', { trackerId })).range;
  const shiftRules = async () => {
    const { list } = await ada.call('queryRules', {});
    return list.flatMap(({ condition, trackerIds }) =>
      condition.type === 'shift' ? [[condition.metres, trackerIds]] : [],
    );
  };

  test('is opened, changed and closed for each device, which share a rule for each range', async () => {
    expect(await rangeOf(inQuay)).toBeNull();
    await ada.call('switchMoveFenceAlarm', { trackerId: inQuay, range: 100 });
    expect(await lastAudit()).toMatchObject({
      action: 'switchMoveFenceAlarm',
      target: 'Gull',
      before: { range: null },
      after: { range: 100 },
    });
    await pilot.call('switchMoveFenceAlarm', { trackerId: inQuay, range: 100 });
    await ada.call('switchMoveFenceAlarm', { trackerId: outside, range: 100 });
    expect(await shiftRules()).toEqual([[100, [inQuay, outside]]]);
    await ada.call('switchMoveFenceAlarm', { trackerId: outside, range: 400 });
    expect(await shiftRules()).toEqual([
      [100, [inQuay]],
      [400, [outside]],
    ]);
    expect([await rangeOf(inQuay), await rangeOf(outside)]).toEqual([100, 400]);
    for (const trackerId of [inQuay, outside]) {
      await ada.call('switchMoveFenceAlarm', { trackerId, range: null });
    }
    expect(await shiftRules()).toEqual([]);
  });

  test('is refused for other ranges, and for devices that the user cannot see', async () => {
    const range = 500 as 400;
    await expect(ada.call('switchMoveFenceAlarm', { trackerId: inQuay, range })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
    for (const [person, trackerId] of [
      [pilot, outside],
      [otherUser, inQuay],
    ] as const) {
      await expect(person.call('switchMoveFenceAlarm', { trackerId, range: 100 })).rejects.toMatchObject({
        errorName: 'tracker-unknown',
      });
    }
  });
});
