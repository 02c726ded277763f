import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SESSIONS_PER_USER } from '../../identity/session.ts';
import { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function createPerson(): Promise<Person> {
  count += 1;
  return (await world.account('harbour')).person(`person ${count}`);
}

/** Signs the same person in with another session. */
async function signInElsewhere({ login, userId, accountId }: Person): Promise<Person> {
  const other = new Person({ login, userId, accountId, url: world.url, prefix: world.prefix });
  await other.signIn();
  return other;
}

test('are listed with address and time of use, the current one first', async () => {
  const ada = await createPerson();
  const start = world.clock.now();
  world.clock.advance(60_000);
  await signInElsewhere(ada);
  const { list, total } = await ada.call('querySessions', {});
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { current: true, createTime: start, address: '127.0.0.1' },
    { current: false, createTime: start + 60_000, lastSeenTime: start + 60_000 },
  ]);
  expect(JSON.stringify(list)).not.toContain(await ada.token());
});

test('ends a session by its number, with its socket', async () => {
  const ada = await createPerson();
  const other = await signInElsewhere(ada);
  const console = await other.console();
  await console.waitUntilLive();
  const { list } = await ada.call('querySessions', {});
  const sessionId = list.find(({ current }) => !current)?.sessionId ?? 0;
  await ada.call('endSession', { sessionId });
  await console.waitUntil('the socket is closed', ({ status }) => status?.phase === 'refused');
  await expect(other.call('unReadMsgCount', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  await expect(ada.call('endSession', { sessionId })).rejects.toMatchObject({
    errorName: 'session-unknown',
  });
  const log = await ada.call('queryAuditLog', { action: 'endSession', userId: ada.userId });
  expect(log.list).toMatchObject([{ target: ada.login, before: { address: '127.0.0.1' } }]);
});

test('ends all sessions except the current one', async () => {
  const ada = await createPerson();
  const others = [await signInElsewhere(ada), await signInElsewhere(ada)];
  const ben = await createPerson();
  await ada.call('endSession', {});
  for (const other of others) {
    await expect(other.call('unReadMsgCount', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  }
  expect((await ada.call('querySessions', {})).total).toBe(1);
  await ben.call('unReadMsgCount', {});
});

test('hides sessions of other users', async () => {
  const ada = await createPerson();
  const ben = await createPerson();
  const sessionId = (await ada.call('querySessions', {})).list[0]?.sessionId ?? 0;
  await expect(ben.call('endSession', { sessionId })).rejects.toMatchObject({
    errorName: 'session-unknown',
  });
  await ada.call('unReadMsgCount', {});
});

test('does not list expired sessions', async () => {
  const ada = await createPerson();
  await world.database.db
    .insertInto('session')
    .values({
      token_hash: Buffer.alloc(32, 7),
      user_id: ada.userId,
      created_at: new Date(0),
      last_seen_at: new Date(0),
      expires_at: new Date(world.clock.now()),
      address: '',
      user_agent: '',
    })
    .execute();
  expect((await ada.call('querySessions', {})).total).toBe(1);
});

test('ends the least recently used session above the limit', async () => {
  const ada = await createPerson();
  const { db } = world.database;
  const now = world.clock.now();
  await db
    .insertInto('session')
    .values(
      Array.from({ length: MAX_SESSIONS_PER_USER - 1 }, (_, index) => ({
        token_hash: Buffer.from(String(index).padStart(32, '0')),
        user_id: ada.userId,
        created_at: new Date(now),
        last_seen_at: new Date(now - index),
        expires_at: new Date(now + 1_000),
        address: String(index),
        user_agent: '',
      })),
    )
    .execute();
  await signInElsewhere(ada);
  const { list, total } = await ada.call('querySessions', {});
  expect(total).toBe(MAX_SESSIONS_PER_USER);
  expect(list.map(({ address }) => address)).not.toContain(String(MAX_SESSIONS_PER_USER - 2));
  expect(list[0]?.current).toBe(true);
});
