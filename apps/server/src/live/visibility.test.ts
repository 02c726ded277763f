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

/** An account of its own for each test, with two groups and a boat in each, watched by the holder and by who was given `Pilots`. */
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
  const [mine, other] = [await boat(pilots), await boat(tugs)];
  const bo = await person('bo', [pilots]);
  const watch = async (user: Person): Promise<TestConsole> => {
    const console = await user.console();
    await console.waitUntilLive();
    return console;
  };
  const notice = (trackerId: number) => world.appendNotice(account.accountId, trackerId, {});
  return { account, holder, bo, pilots, tugs, mine, other, person, boat, watch, notice };
}

async function send(event: ServerEvent): Promise<void> {
  await world.database.db.transaction().execute((tx) => sendEvent(tx, event));
}

const isAt = (console: TestConsole, trackerId: number, latitude: number) =>
  Math.abs((console.states.get(trackerId)?.latitude ?? 0) - latitude) < 0.01;

describe('a console whose user was given a group', () => {
  test('gets states, trackers, groups and notices of it alone', async () => {
    const { holder, bo, person, pilots, tugs, mine, other, watch, notice, account } =
      await createTestAccount();
    const all = await watch(holder);
    const some = await watch(bo);
    // Of the same sight, and of another.
    const twin = await watch(await person('al', [pilots]));
    const two = await watch(await person('cy', [tugs, pilots]));
    expect([...some.states.keys()]).toEqual([mine.trackerId]);

    await other.at(54.1);
    await mine.at(54.2);
    const consoles = [all, some, twin, two];
    for (const console of consoles) {
      await console.waitUntil('its boat has moved', (observed) => isAt(observed, mine.trackerId, 54.2));
    }
    expect([some, twin].map(({ states }) => states.has(other.trackerId))).toEqual([false, false]);
    for (const console of [all, two]) {
      await console.waitUntil('the other has moved', (observed) => isAt(observed, other.trackerId, 54.1));
    }

    await holder.call('editTracker', { trackerId: other.trackerId, note: 'hidden' });
    await holder.call('editGroup', { groupId: tugs, groupName: 'Tugs of the quay' });
    const loose = await account.tracker(`loose-${accountCount}`);
    await holder.call('removeTracker', { trackerId: loose });
    await holder.call('editTracker', { trackerId: mine.trackerId, note: 'seen' });
    await holder.call('editGroup', { groupId: pilots, groupName: 'Pilots of the quay' });
    for (const console of consoles) {
      await console.waitUntil(
        'the change is there',
        (observed) => observed.trackers.get(mine.trackerId)?.note === 'seen',
      );
      await console.waitUntil('and that of its groups', (observed) => observed.groupChanges >= 1);
    }
    expect([...some.trackers.keys()]).toEqual([mine.trackerId]);
    expect(some.removed).toEqual([]);
    expect(some.groupChanges).toBe(1);
    expect(all.removed).toEqual([loose]);
    await all.waitUntil('both groups', ({ groupChanges }) => groupChanges === 2);

    await notice(other.trackerId);
    const seq = await notice(mine.trackerId);
    for (const console of consoles)
      await console.waitUntil('the log is there', ({ cursor }) => cursor === seq);
    const observed = (console: TestConsole) => console.entries.map(({ notice }) => notice.trackerId);
    expect(consoles.map(observed)).toEqual([
      [other.trackerId, mine.trackerId],
      [mine.trackerId],
      [mine.trackerId],
      [other.trackerId, mine.trackerId],
    ]);
    // The same from the database, for who comes later.
    const late = await bo.console({ cursor: 0 });
    await late.waitUntilLive();
    expect([observed(late), late.cursor]).toEqual([[mine.trackerId], seq]);
  });

  test('sees a tracker that comes into it, with its state, and loses one that leaves it', async () => {
    const { holder, bo, pilots, tugs, mine, other, watch } = await createTestAccount();
    await other.at(54.3);
    const some = await watch(bo);
    const all = await watch(holder);
    await holder.call('editTracker', { trackerId: other.trackerId, groupId: pilots });
    await some.waitUntil('it is there', ({ trackers }) => trackers.get(other.trackerId)?.groupId === pilots);
    await some.waitUntil('with its state', (observed) => isAt(observed, other.trackerId, 54.3));
    await other.at(54.4);
    await some.waitUntil('and its changes', (observed) => isAt(observed, other.trackerId, 54.4));

    await holder.call('editTracker', { trackerId: other.trackerId, groupId: tugs });
    await some.waitUntil('it is gone', ({ removed }) => removed.includes(other.trackerId));
    await other.at(54.5);
    await all.waitUntil('the holder sees where', (observed) => isAt(observed, other.trackerId, 54.5));
    await mine.at(54.6);
    await some.waitUntil('its own goes on', (observed) => isAt(observed, mine.trackerId, 54.6));
    expect(some.states.has(other.trackerId) || some.trackers.has(other.trackerId)).toBe(false);
    expect(all.removed).toEqual([]);
    // One that is removed where it is seen is gone as for all.
    await holder.call('removeTracker', { trackerId: mine.trackerId });
    await some.waitUntil('it is gone', ({ removed }) => removed.includes(mine.trackerId));
  });

  test('that asked for a refresh is not sent what left the group meanwhile', async () => {
    const { holder, bo, pilots, tugs, mine, other, watch } = await createTestAccount();
    await holder.call('editTracker', { trackerId: other.trackerId, groupId: pilots });
    const calm = await bo.console({ refresh: 60_000 });
    await calm.waitUntilLive();
    const all = await watch(holder);
    await other.at(54.7);
    await mine.at(54.8);
    await all.waitUntil('both have moved', (observed) => isAt(observed, mine.trackerId, 54.8));
    await holder.call('editTracker', { trackerId: other.trackerId, groupId: tugs });
    await calm.waitUntil('it is gone', ({ removed }) => removed.includes(other.trackerId));
    world.clock.advance(60_000);
    await calm.waitUntil('the rest is there', (observed) => isAt(observed, mine.trackerId, 54.8));
    expect(calm.states.has(other.trackerId)).toBe(false);
  });

  test('follows other groups at once: what is withdrawn goes, what is given comes', async () => {
    const { holder, bo, tugs, pilots, mine, other, watch, notice } = await createTestAccount();
    await other.at(54.1);
    const some = await watch(bo);
    const give = (groupIds: number[] | null) =>
      holder.call('editSubEobUser', { subUserId: bo.userId, groupIds });
    await give([tugs]);
    await some.waitUntil('the first is gone', ({ removed }) => removed.includes(mine.trackerId));
    await some.waitUntil('the other is there', ({ trackers }) => trackers.has(other.trackerId));
    await some.waitUntil('with its state', (observed) => isAt(observed, other.trackerId, 54.1));
    expect(some.rightsChanges).toBe(1);
    await notice(mine.trackerId);
    const seq = await notice(other.trackerId);
    await some.waitUntil('the log follows', ({ cursor }) => cursor === seq);
    expect(some.entries.map(({ notice }) => notice.trackerId)).toEqual([other.trackerId]);

    await give(null);
    await some.waitUntil('all are there', ({ states }) => states.has(mine.trackerId));
    expect(some.trackers.has(mine.trackerId)).toBe(true);
    await give([pilots]);
    await some.waitUntil('one is gone', ({ states }) => !states.has(other.trackerId));
    await holder.call('deleteGroup', { groupId: pilots });
    await some.waitUntil('nothing is left', ({ states, trackers }) => states.size + trackers.size === 0);
    await some.waitUntil('and it is told so', ({ rightsChanges }) => rightsChanges === 4);
    await mine.at(54.9);
    const seen = await watch(holder);
    expect(isAt(seen, mine.trackerId, 54.9)).toBe(true);
    expect(some.states.size).toBe(0);
  });
});

describe('a console is told', () => {
  test('to ask for its settings again when only these, or the looks of the account, have changed', async () => {
    const { account, holder, bo, watch } = await createTestAccount();
    const [mine, others] = [await watch(bo), await watch(holder)];
    await send({ type: 'rights', userId: bo.userId });
    await mine.waitUntil('it is told', ({ rightsChanges }) => rightsChanges === 1);
    await send({ type: 'account', accountId: account.accountId });
    await mine.waitUntil('again', ({ rightsChanges }) => rightsChanges === 2);
    await others.waitUntil('as everybody', ({ rightsChanges }) => rightsChanges === 1);
    // Nothing is sent anew: the trackers are the same.
    expect(mine.trackers.size + mine.removed.length).toBe(0);
  });

  test('what else has changed: of its user, of its account, or of everybody', async () => {
    const { account, holder, bo, watch } = await createTestAccount();
    const otherMessages = await createTestAccount();
    const [mine, others, otherAccount] = [
      await watch(bo),
      await watch(holder),
      await otherMessages.watch(otherMessages.bo),
    ];
    // On a slow machine they may have polled before, and been told to ask for everything.
    for (const { changes } of [mine, others, otherAccount]) changes.length = 0;
    const { accountId } = account;
    await send({ type: 'changed', what: 'tasks', accountId, userId: bo.userId });
    await send({ type: 'changed', what: 'panels', accountId, userId: null });
    await send({ type: 'changed', what: 'updates', accountId: null, userId: null });
    for (const console of [mine, others, otherAccount]) {
      await console.waitUntil('the last is there', ({ changes }) => changes.includes('updates'));
    }
    expect([mine, others, otherAccount].map(({ changes }) => changes)).toEqual([
      ['tasks', 'panels', 'updates'],
      ['panels', 'updates'],
      ['updates'],
    ]);
  });
});

test('a program sees the same with its token, until that is withdrawn', async () => {
  const { bo, mine } = await createTestAccount();
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
  expect([...console.states.keys()]).toEqual([mine.trackerId]);
  const own = await bo.console();
  await own.waitUntilLive();
  await bo.call('deleteToken', { tokenId });
  await console.waitUntil('it is refused', ({ status }) => status?.refusal === 'session-gone');
  expect(own.status?.phase).toBe('live');
});
