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

/** Signs the same person in with another session. */
async function signInElsewhere({ login, userId, accountId }: Person, password = PASSWORD): Promise<Person> {
  const elsewhere = new Person({ login, userId, accountId, url: world.url, prefix: world.prefix });
  await elsewhere.signIn(password);
  return elsewhere;
}

test('accepts the new password and refuses the old one', async () => {
  const ada = await createPerson();
  await ada.call('changePassword', { oldPD, newPD });
  await expect(signInElsewhere(ada)).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  await signInElsewhere(ada, 'Harbour99');
});

test('ends all other sessions and tokens with their sockets and keeps the current session', async () => {
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

test('revokes reset tokens', async () => {
  const ada = await createPerson();
  await world.database.db
    .insertInto('reset_ticket')
    .values({ ticket_hash: Buffer.alloc(32), user_id: ada.userId, expires_at: new Date(4e12) })
    .execute();
  await ada.call('changePassword', { oldPD, newPD });
  expect(await world.database.db.selectFrom('reset_ticket').selectAll().execute()).toEqual([]);
});

test('refuses a wrong old password and counts it as a failed sign-in', async () => {
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

test('does not clear earlier failures after a correct password', async () => {
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
  ['an empty password', passwordDigest('')],
])('refuses %s', async (_what, common) => {
  const ada = await createPerson();
  await expect(ada.call('changePassword', { oldPD, newPD: common })).rejects.toMatchObject({
    errorName: 'password-common',
  });
});

test('refuses a value that is not an MD5 digest', async () => {
  const ada = await createPerson();
  await expect(ada.call('changePassword', { oldPD, newPD: 'Harbour99' })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'newPD' },
  });
});

test('accepts one of two concurrent changes', async () => {
  const ada = await createPerson();
  const change = (password: string) => ada.call('changePassword', { oldPD, newPD: passwordDigest(password) });
  const both = await Promise.allSettled([change('Harbour11'), change('Harbour22')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('is in the audit log without the passwords', async () => {
  const ada = await createPerson();
  await ada.call('changePassword', { oldPD, newPD });
  const { list } = await ada.call('queryAuditLog', { action: 'changePassword', userId: ada.userId });
  expect(list).toMatchObject([{ target: ada.login, before: null, after: { password: 'changed' } }]);
  const rows = await world.database.db.selectFrom('audit_entry').selectAll().execute();
  for (const secret of [oldPD, newPD]) expect(JSON.stringify(rows)).not.toContain(secret);
});
