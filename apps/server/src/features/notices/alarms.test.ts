import { LIMITS } from '@wakeline/contract/limits';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropOldAlarms } from '../../alarms/retention.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { NOTICE_TTL_MS } from './select-notices.ts';

let world: World;
let harbours = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Harbour {
  readonly account: WorldAccount;
  readonly name: string;
  readonly trackerId: number;
  readonly ada: Person;
  readonly bob: Person;
  readonly raise: (noticeType?: NoticeType, about?: number) => Promise<number>;
}

/** A separate account for a test, with a device and two editors. */
async function createHarbour(): Promise<Harbour> {
  harbours += 1;
  const name = `alarm harbour ${harbours}`;
  const account = await world.account(name);
  const trackerId = await account.tracker(`alarm-${harbours}`, 'Gull');
  const [ada, bob] = await Promise.all([
    account.person(`ada ${name}`, { permission: 'editor' }),
    account.person(`bob ${name}`, { permission: 'editor' }),
  ]);
  const raise = (noticeType: NoticeType = 'OVERSPEED', about = trackerId) =>
    world.appendNotice(account.accountId, about, { noticeType, latitude: 1, longitude: 2 });
  return { account, name, trackerId, ada, bob, raise };
}

const handlingOf = async (person: Person, messageId: number) =>
  (await person.call('queryMsgById', { messageId })).handling;

describe('an alarm', () => {
  test('is open, then acknowledged by an owner, then resolved with a reason, and reopened', async () => {
    const { ada, bob, raise } = await createHarbour();
    const messageId = await raise();
    const open = { state: 'open', ownerId: null, owner: '', reason: null, changedAt: null };
    expect(await handlingOf(ada, messageId)).toEqual(open);

    const acknowledgedAt = world.clock.now();
    const acknowledged = {
      state: 'acknowledged',
      ownerId: ada.userId,
      owner: ada.login,
      reason: null,
      changedAt: acknowledgedAt,
    };
    expect(await ada.call('acknowledgeAlarm', { messageId })).toEqual({ handling: acknowledged });
    world.clock.advance(60_000);
    await bob.call('commentAlarm', { messageId, comment: '  The crew does not answer  ' });
    expect(await handlingOf(bob, messageId)).toEqual(acknowledged);
    world.clock.advance(60_000);
    const resolved = await ada.call('resolveAlarm', { messageId, reason: 'falseAlarm', comment: 'Sensor' });
    expect(resolved.handling).toEqual({
      ...acknowledged,
      state: 'resolved',
      reason: 'falseAlarm',
      changedAt: acknowledgedAt + 120_000,
    });
    expect((await bob.call('reopenAlarm', { messageId })).handling).toMatchObject({
      ...open,
      changedAt: acknowledgedAt + 120_000,
    });

    const { steps, handling, abilities, ...alarm } = await bob.call('queryAlarm', { messageId });
    expect(handling.state).toBe('open');
    expect(abilities).toEqual({ handle: true });
    expect(alarm).toMatchObject({
      msgType: 'OVERSPEED',
      trackerName: 'Gull',
      location: { latitude: 1, longitude: 2 },
    });
    expect(
      steps.map(({ step, account, time, reason, comment }) => [step, account, time, reason, comment]),
    ).toEqual([
      ['acknowledge', ada.login, acknowledgedAt, null, ''],
      ['comment', bob.login, acknowledgedAt + 60_000, null, 'The crew does not answer'],
      ['resolve', ada.login, acknowledgedAt + 120_000, 'falseAlarm', 'Sensor'],
      ['reopen', bob.login, acknowledgedAt + 120_000, null, ''],
    ]);
  });

  test('belongs to its owner until somebody takes it over', async () => {
    const { ada, bob, raise } = await createHarbour();
    const messageId = await raise();
    await ada.call('acknowledgeAlarm', { messageId });
    for (const refused of [
      () => bob.call('acknowledgeAlarm', { messageId }),
      () => bob.call('resolveAlarm', { messageId, reason: 'handled' }),
    ]) {
      await expect(refused()).rejects.toMatchObject({
        errorName: 'alarm-acknowledged',
        details: { owner: ada.login },
      });
    }
    await bob.call('acknowledgeAlarm', { messageId, takeOver: true });
    await expect(ada.call('resolveAlarm', { messageId, reason: 'handled' })).rejects.toMatchObject({
      errorName: 'alarm-acknowledged',
      details: { owner: bob.login },
    });
    await ada.call('resolveAlarm', { messageId, reason: 'handled', takeOver: true });
    for (const refused of [
      () => bob.call('acknowledgeAlarm', { messageId, takeOver: true }),
      () => bob.call('resolveAlarm', { messageId, reason: 'test', takeOver: true }),
    ]) {
      await expect(refused()).rejects.toMatchObject({
        errorName: 'alarm-resolved',
        details: { owner: ada.login },
      });
    }
    await ada.call('reopenAlarm', { messageId });
    await expect(ada.call('reopenAlarm', { messageId })).rejects.toMatchObject({
      errorName: 'alarm-not-resolved',
    });
    const { steps } = await ada.call('queryAlarm', { messageId });
    expect(steps.map(({ step }) => step)).toEqual(['acknowledge', 'takeOver', 'resolve', 'reopen']);
  });

  test('goes to one of several users who acknowledge it at once', async () => {
    const { account, name, ada, bob, raise } = await createHarbour();
    const cem = await account.person(`cem ${name}`, { permission: 'editor' });
    for (let round = 0; round < 4; round += 1) {
      const messageId = await raise();
      const outcomes = await Promise.allSettled(
        [ada, bob, cem].map((person) => person.call('acknowledgeAlarm', { messageId })),
      );
      const owners = outcomes.flatMap((one) =>
        one.status === 'fulfilled' ? [one.value.handling.owner] : [],
      );
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(owners).toHaveLength(1);
      expect(refused).toEqual(
        [1, 2].map(() =>
          expect.objectContaining({ errorName: 'alarm-acknowledged', details: { owner: owners[0] } }),
        ),
      );
    }
  });

  test('changes in every open console that may see it, and in one that was away', async () => {
    const { account, name, ada, bob, raise } = await createHarbour();
    const holder = await account.person(`holder ${name}`);
    const { groupId } = await holder.call('createGroup', { groupName: 'Own' });
    const pat = await account.person(`pat ${name}`, { permission: 'viewer', groupIds: [groupId] });
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_custom_map'] });
    const consoles = [await bob.console(), await pat.console(), await clerk.console()];
    for (const console of consoles) await console.waitUntilLive();
    const [watching, limited, unrelated] = consoles;
    const messageId = await raise('SOS');
    await ada.call('acknowledgeAlarm', { messageId });
    await ada.call('resolveAlarm', { messageId, reason: 'handled' });
    await watching?.waitUntil('both changes have arrived', ({ alarms }) => alarms.length === 2);
    expect(watching?.entries.map(({ notice }) => notice.handling?.state)).toEqual(['open']);
    expect(
      watching?.alarms.map((entry) => [entry.messageId, entry.handling.state, entry.handling.owner]),
    ).toEqual([
      [messageId, 'acknowledged', ada.login],
      [messageId, 'resolved', ada.login],
    ]);
    const cursor = watching?.cursor;
    for (const console of [limited, unrelated]) {
      await console?.waitUntil('the cursor covers the changes', (one) => one.cursor === cursor);
      expect(console?.alarms).toEqual([]);
      expect(console?.entries).toEqual([]);
    }
    const away = await bob.console({ cursor: 0 });
    await away.waitUntilLive();
    expect(away.alarms.map(({ handling }) => handling.state)).toEqual(['acknowledged', 'resolved']);
    const late = await pat.console({ cursor: 0 });
    await late.waitUntilLive();
    expect(late.alarms).toEqual([]);
    // A console that polls receives no changes, but its cursor advances.
    expect(await bob.call('queryNewMsgByMsgId', { msgId: messageId })).toMatchObject({
      latestMsgId: cursor,
      msgList: [],
    });
  });

  test('is handled by editors who can see it; each step is recorded in the audit log', async () => {
    const { account, name, ada, raise } = await createHarbour();
    const holder = await account.person(`holder ${name}`);
    const { groupId } = await holder.call('createGroup', { groupName: 'Own' });
    const vic = await account.person(`vic ${name}`, { permission: 'viewer' });
    const pat = await account.person(`pat ${name}`, { permission: 'editor', groupIds: [groupId] });
    const clerk = await account.person(`clerk ${name}`, {
      permission: 'editor',
      roles: ['eob_plugin_custom_map'],
    });
    const outsider = await (await createHarbour()).account.person(`outsider ${name}`);
    const messageId = await raise();
    expect(await vic.call('queryAlarm', { messageId })).toMatchObject({
      handling: { state: 'open' },
      steps: [],
      abilities: { handle: false },
    });
    const steps = [
      ['acknowledgeAlarm', { messageId }],
      ['commentAlarm', { messageId, comment: 'x' }],
      ['resolveAlarm', { messageId, reason: 'handled' }],
      ['reopenAlarm', { messageId }],
    ] as const;
    for (const [operation, payload] of steps) {
      await expect(vic.call(operation, payload as never)).rejects.toMatchObject({ errorName: 'not-allowed' });
      for (const other of [pat, clerk, outsider]) {
        await expect(other.call(operation, payload as never)).rejects.toMatchObject({
          errorName: 'message-unknown',
        });
      }
      await expect(ada.call(operation, { ...payload, messageId: 99_999 } as never)).rejects.toMatchObject({
        errorName: 'message-unknown',
      });
    }
    for (const other of [pat, clerk, outsider]) {
      await expect(other.call('queryAlarm', { messageId })).rejects.toMatchObject({
        errorName: 'message-unknown',
      });
    }
    await expect(ada.call('commentAlarm', { messageId, comment: '  ' })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
    await expect(
      ada.call('resolveAlarm', { messageId, reason: 'sosCleared' as 'other' }),
    ).rejects.toMatchObject({ errorName: 'field-invalid' });
    await ada.call('acknowledgeAlarm', { messageId });
    await ada.call('resolveAlarm', { messageId, reason: 'handled', comment: 'Towed in' });
    const { list } = await holder.call('queryAuditLog', { target: 'Gull' });
    // The oldest entry is about the registration of the device.
    const entries = list.slice(0, -1);
    expect(
      entries.map(({ action, account: login, before, after }) => [action, login, before, after]),
    ).toEqual([
      [
        'resolveAlarm',
        ada.login,
        { messageId, msgType: 'OVERSPEED', state: 'acknowledged', owner: ada.login },
        { state: 'resolved', owner: ada.login, reason: 'handled', comment: 'Towed in' },
      ],
      [
        'acknowledgeAlarm',
        ada.login,
        { messageId, msgType: 'OVERSPEED', state: 'open', owner: '' },
        { state: 'acknowledged', owner: ada.login, reason: null, comment: '' },
      ],
    ]);
  });

  test('is not a notice of another type', async () => {
    const { ada, raise } = await createHarbour();
    const messageId = await raise('RUNNING');
    expect(await handlingOf(ada, messageId)).toBeNull();
    await expect(ada.call('queryAlarm', { messageId })).rejects.toMatchObject({ errorName: 'not-an-alarm' });
    await expect(ada.call('acknowledgeAlarm', { messageId })).rejects.toMatchObject({
      errorName: 'not-an-alarm',
    });
  });

  test('has a limited history, and can be resolved at the limit', async () => {
    const { account, ada, raise } = await createHarbour();
    const messageId = await raise();
    await ada.call('commentAlarm', { messageId, comment: 'first' });
    await sql`
      insert into alarm_step (account_id, seq, at, login, step)
      select ${account.accountId}, ${messageId}, now(), 'ada', 'comment'
      from generate_series(2, ${LIMITS.alarmSteps}::int)`.execute(world.database.db);
    for (const refused of [
      () => ada.call('commentAlarm', { messageId, comment: 'one more' }),
      () => ada.call('acknowledgeAlarm', { messageId }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ errorName: 'alarm-steps-limit' });
    }
    expect((await ada.call('resolveAlarm', { messageId, reason: 'handled' })).handling.state).toBe(
      'resolved',
    );
  });

  test('keeps its history when its notice is deleted or dropped, and as long as positions', async () => {
    const { account, name, ada, raise } = await createHarbour();
    const [deleted, dropped] = [await raise(), await raise()];
    for (const messageId of [deleted, dropped]) await ada.call('acknowledgeAlarm', { messageId });
    await ada.call('deleteMsgById', { messageId: deleted });
    world.clock.advance(NOTICE_TTL_MS + 1);
    const late = await account.person(`late ${name}`, { permission: 'editor' });
    for (const messageId of [deleted, dropped]) {
      await expect(late.call('queryMsgById', { messageId })).rejects.toMatchObject({
        errorName: 'message-unknown',
      });
      expect(await late.call('queryAlarm', { messageId })).toMatchObject({
        msgType: 'OVERSPEED',
        trackerName: 'Gull',
        steps: [{ step: 'acknowledge', account: ada.login }],
      });
    }
    await late.call('resolveAlarm', { messageId: dropped, reason: 'handled', takeOver: true });
    const { db } = world.database;
    await sql`update account set retention_days = 8 where account_id = ${account.accountId}`.execute(db);
    await dropOldAlarms(db, world.clock.now());
    expect((await late.call('queryAlarm', { messageId: dropped })).handling.state).toBe('resolved');
    world.clock.advance(86_400_000);
    await dropOldAlarms(db, world.clock.now());
    const reader = await account.person(`reader ${name}`);
    await expect(reader.call('queryAlarm', { messageId: dropped })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
  });

  test('keeps the login of an owner who was deleted', async () => {
    const { account, name, raise } = await createHarbour();
    const holder = await account.person(`holder ${name}`);
    const cem = await account.person(`cem ${name}`, { permission: 'editor' });
    const messageId = await raise();
    await cem.call('acknowledgeAlarm', { messageId });
    expect((await holder.call('queryAlarmOwners', {})).list).toEqual([
      { userId: cem.userId, account: cem.login },
    ]);
    await sql`delete from app_user where user_id = ${cem.userId}`.execute(world.database.db);
    const { handling, steps } = await holder.call('queryAlarm', { messageId });
    expect(handling).toMatchObject({ state: 'acknowledged', ownerId: null, owner: cem.login });
    expect(steps).toMatchObject([{ account: cem.login }]);
    expect((await holder.call('queryAlarmOwners', {})).list).toEqual([]);
  });
});

test('resolves the notice of an SOS that is cleared, even if another user handles it', async () => {
  const { account, ada, bob } = await createHarbour();
  const imei = '13912340016';
  const gull = await account.tracker(imei, 'Boat');
  const boat = await world.device('jt808', imei);
  try {
    world.clock.advance(1_000);
    await boat.reply(boat.report(report({ time: world.clock.now(), alarms: ['SOS'] })));
    const sosNotices = async () =>
      (await ada.call('queryMsgByPage', { msgTypes: ['SOS'], trackerIds: [gull] })).list;
    await eventually('the notice is stored', async () => (await sosNotices()).length === 1);
    const [notice] = await sosNotices();
    const messageId = notice?.messageId ?? 0;
    await bob.call('acknowledgeAlarm', { messageId });
    const console = await bob.console();
    await console.waitUntilLive();
    await ada.call('liftSos', { trackerId: gull });
    await console.waitUntil('the console receives it', ({ alarms }) => alarms.length === 1);
    expect(console.alarms[0]?.handling).toMatchObject({
      state: 'resolved',
      owner: ada.login,
      reason: 'sosCleared',
    });
    const { steps } = await bob.call('queryAlarm', { messageId });
    expect(steps.map(({ step, account: login }) => [step, login])).toEqual([
      ['acknowledge', bob.login],
      ['resolve', ada.login],
    ]);
  } finally {
    boat.close();
  }
});
