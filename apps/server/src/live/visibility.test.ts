import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerEvent } from '../db/events.ts';
import { sendEvent } from '../db/notify.ts';
import { passwordDigest } from '../identity/password.ts';
import { report } from '../ingest/testing/reports.ts';
import type { TestConsole } from '../testing/console-of.ts';
import { PASSWORD, Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let accountCount = 0;
let devices = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A separate account for each test: bothGroups groups with a tracker each, the holder, and a user limited to `Pilots`. */
async function createTestAccount() {
  accountCount += 1;
  const number = accountCount;
  const account = await world.account(`harbour ${number}`);
  const holder = await account.person(`holder ${number}`);
  const group = async (groupName: string) => (await holder.call('createGroup', { groupName })).groupId;
  const [pilots, tugs] = [await group('Pilots'), await group('Tugs')];
  const person = (name: string, groupIds: number[]) =>
    account.person(`${name} ${number}`, { permission: 'editor', groupIds });
  const boat = async (groupId?: number) => {
    devices += 1;
    const imei = String(13_900_000_000 + devices);
    const trackerId = await account.tracker(imei, `Boat ${devices}`, groupId);
    const device = await world.device('jt808', imei);
    return {
      trackerId,
      async at(latitude: number): Promise<void> {
        world.clock.advance(1000);
        const frame = device.report(report({ time: world.clock.now(), fix: { latitude, longitude: 10 } }));
        expect((await device.reply(frame)).ok).toBe(true);
      },
    };
  };
  const [ownTracker, other] = [await boat(pilots), await boat(tugs)];
  const bo = await person('bo', [pilots]);
  const openConsole = async (user: Person): Promise<TestConsole> => {
    const console = await user.console();
    await console.waitUntilLive();
    return console;
  };
  const notice = (trackerId: number) => world.appendNotice(account.accountId, trackerId, {});
  return { account, holder, bo, pilots, tugs, ownTracker, other, person, boat, openConsole, notice };
}

async function send(event: ServerEvent): Promise<void> {
  await world.database.db.transaction().execute((tx) => sendEvent(tx, event));
}

const isAt = (console: TestConsole, trackerId: number, latitude: number) =>
  Math.abs((console.states.get(trackerId)?.latitude ?? 0) - latitude) < 0.01;

describe('a console whose user is limited to a group', () => {
  test('receives states, trackers, groups and notices of that group only', async () => {
    const { holder, bo, person, pilots, tugs, ownTracker, other, openConsole, notice, account } =
      await createTestAccount();
    const unlimited = await openConsole(holder);
    const limited = await openConsole(bo);
    // One with the same visibility, and one with another.
    const sameGroup = await openConsole(await person('al', [pilots]));
    const bothGroups = await openConsole(await person('cy', [tugs, pilots]));
    expect([...limited.states.keys()]).toEqual([ownTracker.trackerId]);

    await other.at(54.1);
    await ownTracker.at(54.2);
    const consoles = [unlimited, limited, sameGroup, bothGroups];
    for (const console of consoles) {
      await console.waitUntil('the own tracker has moved', (observed) =>
        isAt(observed, ownTracker.trackerId, 54.2),
      );
    }
    expect([limited, sameGroup].map(({ states }) => states.has(other.trackerId))).toEqual([false, false]);
    for (const console of [unlimited, bothGroups]) {
      await console.waitUntil('the other tracker has moved', (observed) =>
        isAt(observed, other.trackerId, 54.1),
      );
    }

    await holder.call('editTracker', { trackerId: other.trackerId, note: 'hidden' });
    await holder.call('editGroup', { groupId: tugs, groupName: 'Tugs of the quay' });
    const ungrouped = await account.tracker(`ungrouped-${accountCount}`);
    await holder.call('removeTracker', { trackerId: ungrouped });
    await holder.call('editTracker', { trackerId: ownTracker.trackerId, note: 'seen' });
    await holder.call('editGroup', { groupId: pilots, groupName: 'Pilots of the quay' });
    for (const console of consoles) {
      await console.waitUntil(
        'the change has arrived',
        (observed) => observed.trackers.get(ownTracker.trackerId)?.note === 'seen',
      );
      await console.waitUntil(
        'the change of the groups has arrived',
        (observed) => observed.groupChanges >= 1,
      );
    }
    expect([...limited.trackers.keys()]).toEqual([ownTracker.trackerId]);
    expect(limited.removed).toEqual([]);
    expect(limited.groupChanges).toBe(1);
    expect(unlimited.removed).toEqual([ungrouped]);
    await unlimited.waitUntil('both groups have changed', ({ groupChanges }) => groupChanges === 2);

    await notice(other.trackerId);
    const seq = await notice(ownTracker.trackerId);
    for (const console of consoles)
      await console.waitUntil('the log has arrived', ({ cursor }) => cursor === seq);
    const observed = (console: TestConsole) => console.entries.map(({ notice }) => notice.trackerId);
    expect(consoles.map(observed)).toEqual([
      [other.trackerId, ownTracker.trackerId],
      [ownTracker.trackerId],
      [ownTracker.trackerId],
      [other.trackerId, ownTracker.trackerId],
    ]);
    // The same from the database for a console that joins later.
    const late = await bo.console({ cursor: 0 });
    await late.waitUntilLive();
    expect([observed(late), late.cursor]).toEqual([[ownTracker.trackerId], seq]);
  });

  test('shows a tracker that enters the group with its state, and removes one that leaves it', async () => {
    const { holder, bo, pilots, tugs, ownTracker, other, openConsole } = await createTestAccount();
    await other.at(54.3);
    const limited = await openConsole(bo);
    const unlimited = await openConsole(holder);
    await holder.call('editTracker', { trackerId: other.trackerId, groupId: pilots });
    await limited.waitUntil(
      'the tracker is listed',
      ({ trackers }) => trackers.get(other.trackerId)?.groupId === pilots,
    );
    await limited.waitUntil('its state has arrived', (observed) => isAt(observed, other.trackerId, 54.3));
    await other.at(54.4);
    await limited.waitUntil('its changes arrive', (observed) => isAt(observed, other.trackerId, 54.4));

    await holder.call('editTracker', { trackerId: other.trackerId, groupId: tugs });
    await limited.waitUntil('the tracker is removed', ({ removed }) => removed.includes(other.trackerId));
    await other.at(54.5);
    await unlimited.waitUntil('the holder sees the new position', (observed) =>
      isAt(observed, other.trackerId, 54.5),
    );
    await ownTracker.at(54.6);
    await limited.waitUntil('the own tracker still moves', (observed) =>
      isAt(observed, ownTracker.trackerId, 54.6),
    );
    expect(limited.states.has(other.trackerId) || limited.trackers.has(other.trackerId)).toBe(false);
    expect(unlimited.removed).toEqual([]);
    // A visible tracker that is deleted is removed as for everybody.
    await holder.call('removeTracker', { trackerId: ownTracker.trackerId });
    await limited.waitUntil('the deleted tracker is removed', ({ removed }) =>
      removed.includes(ownTracker.trackerId),
    );
  });

  test('with a refresh interval is not sent a tracker that left the group meanwhile', async () => {
    const { holder, bo, pilots, tugs, ownTracker, other, openConsole } = await createTestAccount();
    await holder.call('editTracker', { trackerId: other.trackerId, groupId: pilots });
    const throttled = await bo.console({ refresh: 60_000 });
    await throttled.waitUntilLive();
    const unlimited = await openConsole(holder);
    await other.at(54.7);
    await ownTracker.at(54.8);
    await unlimited.waitUntil('both have moved', (observed) => isAt(observed, ownTracker.trackerId, 54.8));
    await holder.call('editTracker', { trackerId: other.trackerId, groupId: tugs });
    await throttled.waitUntil('the tracker is removed', ({ removed }) => removed.includes(other.trackerId));
    world.clock.advance(60_000);
    await throttled.waitUntil('the other state has arrived', (observed) =>
      isAt(observed, ownTracker.trackerId, 54.8),
    );
    expect(throttled.states.has(other.trackerId)).toBe(false);
  });

  test('follows a change of its groups at once', async () => {
    const { holder, bo, tugs, pilots, ownTracker, other, openConsole, notice } = await createTestAccount();
    await other.at(54.1);
    const limited = await openConsole(bo);
    const setGroups = (groupIds: number[] | null) =>
      holder.call('editSubEobUser', { subUserId: bo.userId, groupIds });
    await setGroups([tugs]);
    await limited.waitUntil('the first tracker is removed', ({ removed }) =>
      removed.includes(ownTracker.trackerId),
    );
    await limited.waitUntil('the other tracker is listed', ({ trackers }) => trackers.has(other.trackerId));
    await limited.waitUntil('its state has arrived', (observed) => isAt(observed, other.trackerId, 54.1));
    expect(limited.rightsChanges).toBe(1);
    await notice(ownTracker.trackerId);
    const seq = await notice(other.trackerId);
    await limited.waitUntil('the log follows', ({ cursor }) => cursor === seq);
    expect(limited.entries.map(({ notice }) => notice.trackerId)).toEqual([other.trackerId]);

    await setGroups(null);
    await limited.waitUntil('all trackers are visible', ({ states }) => states.has(ownTracker.trackerId));
    expect(limited.trackers.has(ownTracker.trackerId)).toBe(true);
    await setGroups([pilots]);
    await limited.waitUntil('one tracker is removed', ({ states }) => !states.has(other.trackerId));
    await holder.call('deleteGroup', { groupId: pilots });
    await limited.waitUntil(
      'no tracker is left',
      ({ states, trackers }) => states.size + trackers.size === 0,
    );
    await limited.waitUntil('the rights change is published', ({ rightsChanges }) => rightsChanges === 4);
    await ownTracker.at(54.9);
    const seen = await openConsole(holder);
    expect(isAt(seen, ownTracker.trackerId, 54.9)).toBe(true);
    expect(limited.states.size).toBe(0);
  });
});

describe('a console is notified', () => {
  test('to reload its settings when only they or the branding of the account have changed', async () => {
    const { account, holder, bo, openConsole } = await createTestAccount();
    const [ownConsole, otherConsole] = [await openConsole(bo), await openConsole(holder)];
    await send({ type: 'rights', userId: bo.userId });
    await ownConsole.waitUntil('the first change is published', ({ rightsChanges }) => rightsChanges === 1);
    await send({ type: 'account', accountId: account.accountId });
    await ownConsole.waitUntil('the second change is published', ({ rightsChanges }) => rightsChanges === 2);
    await otherConsole.waitUntil(
      'the account change is published to others',
      ({ rightsChanges }) => rightsChanges === 1,
    );
    // Nothing is sent again: the trackers are the same.
    expect(ownConsole.trackers.size + ownConsole.removed.length).toBe(0);
  });

  test('of other changes: of its user, of its account, or of everybody', async () => {
    const { account, holder, bo, openConsole } = await createTestAccount();
    const otherMessages = await createTestAccount();
    const [ownConsole, otherConsole, otherAccount] = [
      await openConsole(bo),
      await openConsole(holder),
      await otherMessages.openConsole(otherMessages.bo),
    ];
    // On a slow machine they may have polled before, and been notified to reload everything.
    for (const { changes } of [ownConsole, otherConsole, otherAccount]) changes.length = 0;
    const { accountId } = account;
    await send({ type: 'changed', what: 'tasks', accountId, userId: bo.userId });
    await send({ type: 'changed', what: 'panels', accountId, userId: null });
    await send({ type: 'changed', what: 'updates', accountId: null, userId: null });
    for (const console of [ownConsole, otherConsole, otherAccount]) {
      await console.waitUntil('the last change has arrived', ({ changes }) => changes.includes('updates'));
    }
    expect([ownConsole, otherConsole, otherAccount].map(({ changes }) => changes)).toEqual([
      ['tasks', 'panels', 'updates'],
      ['panels', 'updates'],
      ['updates'],
    ]);
  });
});

test('shows a program the same with its token until the token is revoked', async () => {
  const { bo, ownTracker } = await createTestAccount();
  const { token, tokenId } = await bo.call('createToken', {
    oldPD: passwordDigest(PASSWORD),
    name: 'script',
    permission: 'viewer',
    roles: ['eob_plugin_loc_monitor'],
    days: 1,
  });
  const program = new Person({ ...bo, url: world.url, prefix: world.prefix });
  program.useToken(token);
  const console = await program.console();
  await console.waitUntilLive();
  expect([...console.states.keys()]).toEqual([ownTracker.trackerId]);
  const own = await bo.console();
  await own.waitUntilLive();
  await bo.call('deleteToken', { tokenId });
  await console.waitUntil('the console is refused', ({ status }) => status?.refusal === 'session-gone');
  expect(own.status?.phase).toBe('live');
});
