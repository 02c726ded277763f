import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_ADDRESS_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { createRecovery, NEW_PASSWORD } from './recovery.testing.ts';

let world: World;
let recovery: ReturnType<typeof createRecovery>;

beforeAll(async () => {
  world = await startWorld();
  recovery = createRecovery(world);
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

test('counts invalid reset tokens by address before hashing', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  for (let guess = 0; guess < MAX_ADDRESS_FAILURES; guess += 1) {
    await expect(recovery.reset(`none ${guess}`)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  }
  await expect(recovery.reset(resetToken)).rejects.toMatchObject({ errorName: 'login-locked' });
  world.clock.advance(15 * 60_000);
  await expect(recovery.reset(resetToken)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  const another = await recovery.requestResetToken(ada.phone);
  await recovery.reset(another);
  await ada.signIn(NEW_PASSWORD);
});

test('refuses the present password as the new one and keeps the reset token valid', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  await expect(recovery.reset(resetToken, PASSWORD)).rejects.toMatchObject({ errorName: 'password-same' });
  await recovery.reset(resetToken);
  const pd = passwordDigest(NEW_PASSWORD);
  await ada.signIn(NEW_PASSWORD);
  await expect(ada.call('changePassword', { oldPD: pd, newPD: pd.toUpperCase() })).rejects.toMatchObject({
    errorName: 'password-same',
  });
});

test('does not clear failures of the second factor', async () => {
  const ada = await recovery.createPerson();
  const failures = async () => {
    const rows = await world.database.db
      .selectFrom('login_failure')
      .select('subject')
      .where('subject', 'like', `%code:${ada.phone}`)
      .execute();
    return rows.length;
  };
  await expect(
    recovery.visitor().call('loginByCodeOrPd', { phone: ada.phone, code: '000000' }),
  ).rejects.toMatchObject({ errorName: 'code-wrong' });
  const before = await failures();
  expect(before).toBeGreaterThan(0);
  await recovery.requestResetToken(ada.phone);
  expect(await failures()).toBe(before);
});

test('refuses the phone and its reset tokens after it was unbound', async () => {
  const ada = await recovery.createPerson();
  const resetToken = await recovery.requestResetToken(ada.phone);
  const unbind = (password: string) => ada.call('unbindPhone', { oldPD: passwordDigest(password) });
  await expect(unbind('wrong')).rejects.toMatchObject({ errorName: 'password-wrong' });
  expect((await ada.call('querySecurity', {})).phone).not.toBeNull();
  expect(await unbind(PASSWORD)).toEqual({});
  expect((await ada.call('querySecurity', {})).phone).toBeNull();
  await expect(recovery.reset(resetToken)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  expect((await ada.call('queryAuditLog', { action: 'unbindPhone' })).list[0]).toMatchObject({
    account: ada.login,
    before: { phone: `139****${ada.phone.slice(-4)}` },
    after: { phone: null },
  });
  // Without a phone nothing changes and nothing is recorded.
  await unbind(PASSWORD);
  expect((await ada.call('queryAuditLog', { action: 'unbindPhone' })).total).toBe(1);
});
