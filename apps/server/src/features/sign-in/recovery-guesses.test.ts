import { createClient } from '@wakeline/client/client';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADDRESS_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const NEW_PASSWORD = 'Lighthouse9';

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const reset = (ticket: string, password: string = NEW_PASSWORD) =>
  visitor().call('resetPd', { ticket, newPD: passwordDigest(password) });

async function somebody(): Promise<Person & { readonly phone: string }> {
  count += 1;
  const phone = `139${String(count).padStart(8, '0')}`;
  const ada = await (await world.account('harbour')).person(`forgetful ${count}`);
  await world.database.db.updateTable('app_user').set({ phone }).where('user_id', '=', ada.userId).execute();
  return Object.assign(ada, { phone });
}

async function ticketFor(phone: string): Promise<string> {
  await visitor().call('sendLoginCode', { phone, type: CODE_TYPES.recovery });
  const code = await world.texts.nextCode(phone);
  return (await visitor().call('checkResetCode', { phone, code })).ticket;
}

test('made-up tickets are counted for their address, before anything is hashed', async () => {
  const ada = await somebody();
  const ticket = await ticketFor(ada.phone);
  for (let guess = 0; guess < ADDRESS_FAILURES; guess += 1) {
    await expect(reset(`none ${guess}`)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  }
  await expect(reset(ticket)).rejects.toMatchObject({ errorName: 'login-locked' });
  world.clock.advance(15 * 60_000);
  await expect(reset(ticket)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  const another = await ticketFor(ada.phone);
  await reset(another);
  await ada.signIn(NEW_PASSWORD);
});

test('the password that one has is no new one, and the ticket stays good', async () => {
  const ada = await somebody();
  const ticket = await ticketFor(ada.phone);
  await expect(reset(ticket, PASSWORD)).rejects.toMatchObject({ errorName: 'password-same' });
  await reset(ticket);
  const pd = passwordDigest(NEW_PASSWORD);
  await ada.signIn(NEW_PASSWORD);
  await expect(ada.call('changePassword', { oldPD: pd, newPD: pd.toUpperCase() })).rejects.toMatchObject({
    errorName: 'password-same',
  });
});

test('recovering does not clear the guesses of a second factor', async () => {
  const ada = await somebody();
  const failures = async () => {
    const rows = await world.database.db
      .selectFrom('login_failure')
      .select('subject')
      .where('subject', 'like', `%code:${ada.phone}`)
      .execute();
    return rows.length;
  };
  await expect(visitor().call('loginByCodeOrPd', { phone: ada.phone, code: '000000' })).rejects.toMatchObject(
    { errorName: 'code-wrong' },
  );
  const before = await failures();
  expect(before).toBeGreaterThan(0);
  await ticketFor(ada.phone);
  expect(await failures()).toBe(before);
});

test('who unbinds his phone recovers nothing with it, nor with a ticket', async () => {
  const ada = await somebody();
  const ticket = await ticketFor(ada.phone);
  const unbind = (password: string) => ada.call('unbindPhone', { oldPD: passwordDigest(password) });
  await expect(unbind('wrong')).rejects.toMatchObject({ errorName: 'password-wrong' });
  expect((await ada.call('querySecurity', {})).phone).not.toBeNull();
  expect(await unbind(PASSWORD)).toEqual({});
  expect((await ada.call('querySecurity', {})).phone).toBeNull();
  await expect(reset(ticket)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  expect((await ada.call('queryAuditLog', { action: 'unbindPhone' })).list[0]).toMatchObject({
    account: ada.login,
    before: { phone: `139****${ada.phone.slice(-4)}` },
    after: { phone: null },
  });
  // Without one there is nothing to do, and nothing to write down.
  await unbind(PASSWORD);
  expect((await ada.call('queryAuditLog', { action: 'unbindPhone' })).total).toBe(1);
});
