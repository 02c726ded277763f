import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LOCKOUT_WINDOW_MS, MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD, Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const oldPD = passwordDigest(PASSWORD);
const newPD = passwordDigest('Harbour99');

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
// Failures of one test must not lock the next one out.
beforeEach(() => world.clock.advance(LOCKOUT_WINDOW_MS));

async function createPerson(): Promise<Person> {
  count += 1;
  return (await world.account('harbour')).person(`person ${count}`);
}

/** The same person at another desk: a session of its own. */
async function signInElsewhere({ login, userId, accountId }: Person, password = PASSWORD): Promise<Person> {
  const elsewhere = new Person({ login, userId, accountId, url: world.url, prefix: world.prefix });
  await elsewhere.signIn(password);
  return elsewhere;
}

test('is changed: the new one signs in, the old one does not', async () => {
  const ada = await createPerson();
  await ada.call('changePassword', { oldPD, newPD });
  await expect(signInElsewhere(ada)).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  await signInElsewhere(ada, 'Harbour99');
});

test('ends every other session and token, with their sockets, and keeps the one in use', async () => {
  const ada = await createPerson();
  const elsewhere = await signInElsewhere(ada);
  const console = await elsewhere.console();
  await console.waitUntilLive();
  const roles = ['eob_plugin_loc_monitor'] as const;
  await ada.call('createToken', { oldPD, name: 'script', permission: 'viewer', roles: [...roles], days: 1 });
  await ada.call('changePassword', { oldPD, newPD });
  await expect(elsewhere.call('unReadMsgCount', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  await console.waitUntil('the socket is closed', ({ status }) => status?.phase === 'refused');
  expect((await ada.call('querySessions', {})).list).toMatchObject([{ current: true }]);
  expect((await ada.call('queryTokens', {})).total).toBe(0);
});

test('ends a ticket to recover the password with', async () => {
  const ada = await createPerson();
  await world.database.db
    .insertInto('reset_ticket')
    .values({ ticket_hash: Buffer.alloc(32), user_id: ada.userId, expires_at: new Date(4e12) })
    .execute();
  await ada.call('changePassword', { oldPD, newPD });
  expect(await world.database.db.selectFrom('reset_ticket').selectAll().execute()).toEqual([]);
});

test('a wrong old password is refused, and counts as a failed sign-in', async () => {
  const ada = await createPerson();
  const wrong = { oldPD: passwordDigest('wrong'), newPD };
  for (let attempt = 0; attempt < MAX_LOGIN_FAILURES; attempt += 1) {
    await expect(ada.call('changePassword', wrong)).rejects.toMatchObject({ errorName: 'password-wrong' });
  }
  await expect(ada.call('changePassword', { oldPD, newPD })).rejects.toMatchObject({
    errorName: 'login-locked',
  });
  await expect(signInElsewhere(ada)).rejects.toMatchObject({ errorName: 'login-locked' });
});

test('the right one does not clear the failures before it', async () => {
  const ada = await createPerson();
  const wrong = { oldPD: passwordDigest('wrong'), newPD };
  for (let attempt = 1; attempt < MAX_LOGIN_FAILURES; attempt += 1) {
    await expect(ada.call('changePassword', wrong)).rejects.toMatchObject({ errorName: 'password-wrong' });
  }
  await ada.call('changePassword', { oldPD, newPD });
  await expect(ada.call('changePassword', wrong)).rejects.toMatchObject({ errorName: 'password-wrong' });
  await expect(ada.call('changePassword', wrong)).rejects.toMatchObject({ errorName: 'login-locked' });
});

test.each([
  ['a common password', passwordDigest('password1')],
  ['no password', passwordDigest('')],
])('%s is refused', async (_what, common) => {
  const ada = await createPerson();
  await expect(ada.call('changePassword', { oldPD, newPD: common })).rejects.toMatchObject({
    errorName: 'password-common',
  });
});

test('what is no MD5 is refused', async () => {
  const ada = await createPerson();
  await expect(ada.call('changePassword', { oldPD, newPD: 'Harbour99' })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'newPD' },
  });
});

test('of two changes at the same time one holds', async () => {
  const ada = await createPerson();
  const change = (password: string) => ada.call('changePassword', { oldPD, newPD: passwordDigest(password) });
  const both = await Promise.allSettled([change('Harbour11'), change('Harbour22')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('is in the audit log, without either password', async () => {
  const ada = await createPerson();
  await ada.call('changePassword', { oldPD, newPD });
  const { list } = await ada.call('queryAuditLog', { action: 'changePassword', userId: ada.userId });
  expect(list).toMatchObject([{ target: ada.login, before: null, after: { password: 'changed' } }]);
  const rows = await world.database.db.selectFrom('audit_entry').selectAll().execute();
  for (const secret of [oldPD, newPD]) expect(JSON.stringify(rows)).not.toContain(secret);
});
