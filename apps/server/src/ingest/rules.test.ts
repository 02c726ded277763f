import type { RuleCondition } from '@wakeline/domain/rules/rule';
import type { WeekSchedule } from '@wakeline/domain/rules/schedule';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
/** A Friday. */
const NOW = Date.UTC(2026, 10, 20, 12);

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
});
afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(engine = testEngine): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, engine.port('jt808', 'tcp'), IMEI);
  devices.push(device);
  await device.logIn();
  return device;
}

/** Makes a change that the engine loads, and waits until it has. */
async function change<Result>(
  what: 'rules' | 'routes' | 'fences',
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const before = await testEngine.metricValue('wakeline_rule_reloads_total');
  const result = await testEngine.database.db.transaction().execute(async (tx) => {
    const value = await work(tx);
    await sendEvent(tx, { type: 'changed', what, accountId: 1, userId: null });
    return value;
  });
  await eventually('the engine has reloaded the rules', async () => {
    return (await testEngine.metricValue('wakeline_rule_reloads_total')) > before;
  });
  return result;
}

interface RuleChanges {
  readonly schedule?: WeekSchedule;
  readonly appliesTo?: 'all' | 'groups' | 'trackers';
  readonly trackerId?: number;
  readonly groupId?: number;
}

function addRule(condition: RuleCondition, { schedule, appliesTo = 'all', ...target }: RuleChanges = {}) {
  return change('rules', async (tx) => {
    const { rule_id: ruleId } = await tx
      .insertInto('rule')
      .values({
        account_id: 1,
        name: 'Night watch',
        condition: JSON.stringify(condition),
        applies_to: appliesTo,
        schedule: schedule === undefined ? null : JSON.stringify(schedule),
        enabled: true,
        changed_at: new Date(NOW),
      })
      .returning('rule_id')
      .executeTakeFirstOrThrow();
    if (appliesTo !== 'all') {
      const values = {
        rule_id: ruleId,
        tracker_id: target.trackerId ?? null,
        group_id: target.groupId ?? null,
      };
      await tx.insertInto('rule_target').values(values).execute();
    }
    return ruleId;
  });
}

/** Reports `seconds` after NOW, and waits for the acknowledgement. */
async function send(device: TestDevice, seconds: number, fix: object): Promise<void> {
  const frame = device.report(report({ time: NOW + seconds * 1_000, fix }));
  expect(await device.reply(frame)).toMatchObject({ ok: true });
}

const notices = (engine = testEngine) =>
  engine.feed.entries.map(({ payload }) => [payload.noticeType, payload.rule?.value ?? null]);

test('makes a notice and an event of a speed that lasts, also with a restart in between', async () => {
  const ruleId = await addRule({ type: 'overspeed', limit: 80, seconds: 60, area: null });
  let device = await connect();
  await send(device, 0, { speed: 90 });
  await send(device, 40, { speed: 95, longitude: 10.01 });
  expect(notices()).toEqual([]);
  const { url } = testEngine;
  await testEngine.engine.stop();
  const next = await startTestEngine({ clock, url });
  try {
    device = await connect(next);
    await send(device, 60, { speed: 100, longitude: 10.02 });
    await send(device, 70, { speed: 110, longitude: 10.03 });
    expect(notices(next)).toEqual([['OVERSPEED', 100]]);
    expect(next.feed.entries[0]?.payload.rule).toEqual({ ruleId, ruleName: 'Night watch', value: 100 });
    const events = await next.database.db
      .selectFrom('event')
      .select(['time', 'ref'])
      .where('tracker_id', '=', trackerId)
      .where('kind', '=', 11)
      .execute();
    expect(events).toEqual([{ time: NOW + 60_000, ref: ruleId }]);
  } finally {
    device.close();
    await next.close();
  }
});

test('applies a rule to its group and subgroups, or to its devices, and no longer after its removal', async () => {
  const { db } = testEngine.database;
  const addGroup = async (name: string, parentId: number | null) => {
    const values = { account_id: 1, name, parent_id: parentId };
    return (
      await db.insertInto('tracker_group').values(values).returning('group_id').executeTakeFirstOrThrow()
    ).group_id;
  };
  const fleet = await addGroup('Fleet', null);
  const boats = await addGroup('Boats', fleet);
  const other = await addGroup('Other', null);
  await db.updateTable('tracker').set({ group_id: boats }).where('tracker_id', '=', trackerId).execute();
  const condition = { type: 'overspeed', limit: 80, seconds: 0, area: null } as const;
  await addRule(condition, { appliesTo: 'groups', groupId: other });
  await addRule(condition, { appliesTo: 'trackers', trackerId: await testEngine.addTracker('13912345679') });
  const device = await connect();
  await send(device, 0, { speed: 90 });
  expect(notices()).toEqual([]);
  const ruleId = await addRule(condition, { appliesTo: 'groups', groupId: fleet });
  await send(device, 10, { speed: 91, longitude: 10.01 });
  expect(notices()).toEqual([['OVERSPEED', 91]]);
  await change('rules', (tx) => tx.deleteFrom('rule').where('rule_id', '=', ruleId).execute());
  await send(device, 20, { speed: 20, longitude: 10.02 });
  await send(device, 30, { speed: 95, longitude: 10.03 });
  expect(notices()).toHaveLength(1);
});

test("applies the hours of a rule in the account's time zone", async () => {
  const { db } = testEngine.database;
  await db.updateTable('account').set({ time_zone: 'Asia/Shanghai' }).where('account_id', '=', 1).execute();
  // 20:00 to 20:05 on Fridays; 12:00 UTC is 20:00 in Shanghai.
  const schedule = [{ weekdays: [5], from: 20 * 60, to: 20 * 60 + 5 }];
  await addRule({ type: 'overspeed', limit: 80, seconds: 0, area: null }, { schedule });
  const device = await connect();
  await send(device, -60, { speed: 90 });
  await send(device, 0, { speed: 95, longitude: 10.01 });
  await send(device, 60, { speed: 70, longitude: 10.02 });
  clock.advance(6 * 60_000);
  // Its connection was closed meanwhile.
  await send(await connect(), 6 * 60, { speed: 120, longitude: 10.03 });
  expect(notices()).toEqual([['OVERSPEED', 95]]);
});

test.skipIf(IS_CLUSTER)(
  'notices silence without a report, in place of the offline notice of the server',
  async () => {
    await addRule({ type: 'offline', minutes: 30 });
    const device = await connect();
    await send(device, 0, {});
    // The server itself sets a device offline after ten minutes.
    clock.advance(11 * 60_000);
    await eventually('the device is offline', () => {
      return testEngine.feed.changes.some(({ status }) => status.status === 'OFFLINE');
    });
    expect(notices()).toEqual([]);
    clock.advance(20 * 60_000);
    await eventually('the rule has noticed it', () => notices().length > 0);
    clock.advance(60 * 60_000);
    await send(await connect(), 91 * 60, {});
    expect(notices()).toEqual([['OFFLINE', 30]]);
  },
);

test('does not apply a rule whose fence is gone', async () => {
  const fenceId = await change('rules', async (tx) => {
    const { fence_id } = await tx
      .insertInto('fence')
      .values({
        account_id: 1,
        group_id: null,
        name: 'Quay',
        type: 'RECTANGLE',
        data: JSON.stringify({ west: 9.94, south: 53.53, east: 9.99, north: 53.56 }),
        color: '#ff0000',
        display: 'SHOW',
        notice: 'NONE',
        hold_seconds: 0,
        hold_metres: 0,
        note: '',
      })
      .returning('fence_id')
      .executeTakeFirstOrThrow();
    return fence_id;
  });
  const area = { kind: 'fence', fenceId } as const;
  await addRule({ type: 'overspeed', limit: 20, seconds: 0, area });
  // The engine loads the fence with this event, then the rules again.
  await change('fences', async () => undefined);
  const device = await connect();
  await send(device, 0, { speed: 40, longitude: 9.93, latitude: 53.5436 });
  await send(device, 60, { speed: 40, longitude: 9.96, latitude: 53.5436 });
  await send(device, 120, { speed: 10, longitude: 9.961, latitude: 53.5436 });
  expect(notices()).toEqual([['OVERSPEED', 40]]);
  await change('fences', (tx) => tx.deleteFrom('fence').where('fence_id', '=', fenceId).execute());
  await send(device, 180, { speed: 40, longitude: 9.965, latitude: 53.5436 });
  expect(notices()).toHaveLength(1);
});
