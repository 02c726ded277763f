import { createClient } from '@wakeline/client/client';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCKOUT_WINDOW_MS, MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const oldPD = passwordDigest(PASSWORD);

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

/** The current code of an authenticator. */
function currentCode(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now() });
}

function wrongCode(secret: string): string {
  return String((Number(currentCode(secret)) + 1) % 1_000_000).padStart(6, '0');
}

/** Creates a person with two-factor sign-in, with their secret and recovery codes. */
async function createPersonWithTwoFactor(): Promise<{
  ada: Person;
  secret: string;
  recoveryCodes: readonly string[];
}> {
  const ada = await createPerson();
  const { secret } = await ada.call('beginTwoFactor', { oldPD });
  const { recoveryCodes } = await ada.call('confirmTwoFactor', { otp: currentCode(secret) });
  // The confirming code cannot be used again.
  world.clock.advance(30_000);
  return { ada, secret, recoveryCodes };
}

function signIn({ login }: Person, otp?: string) {
  const visitor = createClient({ baseUrl: world.url, prefix: world.prefix });
  return visitor.call('loginByCodeOrPd', { phone: login, pd: oldPD, ...(otp !== undefined && { otp }) });
}

test('applies to sign-in once it is confirmed', async () => {
  const ada = await createPerson();
  expect(await ada.call('querySecurity', {})).toEqual({
    phone: null,
    twoFactor: false,
    recoveryCodesLeft: 0,
  });
  const { secret, uri } = await ada.call('beginTwoFactor', { oldPD });
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  await signIn(ada);
  expect((await ada.call('querySecurity', {})).twoFactor).toBe(false);
  const { recoveryCodes } = await ada.call('confirmTwoFactor', { otp: currentCode(secret) });
  expect(recoveryCodes).toHaveLength(10);
  expect(await ada.call('querySecurity', {})).toMatchObject({ twoFactor: true, recoveryCodesLeft: 10 });
  await expect(signIn(ada)).rejects.toMatchObject({ errorName: 'second-factor-needed' });
  await expect(signIn(ada, currentCode(secret))).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
  world.clock.advance(30_000);
  await signIn(ada, currentCode(secret));
});

test('accepts each recovery code once instead', async () => {
  const { ada, recoveryCodes } = await createPersonWithTwoFactor();
  const [code = ''] = recoveryCodes;
  await signIn(ada, code);
  expect((await ada.call('querySecurity', {})).recoveryCodesLeft).toBe(9);
  await expect(signIn(ada, code)).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
});

test('is disabled with password and code, which invalidates earlier recovery codes', async () => {
  const { ada, secret, recoveryCodes } = await createPersonWithTwoFactor();
  await ada.call('endTwoFactor', { oldPD, otp: currentCode(secret) });
  expect(await ada.call('querySecurity', {})).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  await signIn(ada);
  const again = await ada.call('beginTwoFactor', { oldPD });
  expect(again.secret).not.toBe(secret);
  await ada.call('confirmTwoFactor', { otp: currentCode(again.secret) });
  await expect(signIn(ada, recoveryCodes[0])).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
});

describe('is refused', () => {
  test('without the password', async () => {
    const wrong = passwordDigest('wrong');
    const { ada, secret } = await createPersonWithTwoFactor();
    const ben = await createPerson();
    await expect(ben.call('beginTwoFactor', { oldPD: wrong })).rejects.toMatchObject({
      errorName: 'password-wrong',
    });
    await expect(ada.call('endTwoFactor', { oldPD: wrong, otp: currentCode(secret) })).rejects.toMatchObject({
      errorName: 'password-wrong',
    });
  });

  test('in the wrong state, on or off', async () => {
    const { ada } = await createPersonWithTwoFactor();
    await expect(ada.call('beginTwoFactor', { oldPD })).rejects.toMatchObject({
      errorName: 'two-factor-on',
    });
    await expect(ada.call('confirmTwoFactor', { otp: '123456' })).rejects.toMatchObject({
      errorName: 'two-factor-on',
    });
    const ben = await createPerson();
    await expect(ben.call('confirmTwoFactor', { otp: '123456' })).rejects.toMatchObject({
      errorName: 'two-factor-off',
    });
    await expect(ben.call('endTwoFactor', { oldPD, otp: '123456' })).rejects.toMatchObject({
      errorName: 'two-factor-off',
    });
  });

  test('with wrong codes, which count even if correct passwords come in between', async () => {
    const { ada, secret } = await createPersonWithTwoFactor();
    const end = (otp: string) => ada.call('endTwoFactor', { oldPD, otp });
    for (let attempt = 0; attempt < MAX_LOGIN_FAILURES; attempt += 1) {
      await expect(end(wrongCode(secret))).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
      if (attempt < MAX_LOGIN_FAILURES - 1) {
        await ada.call('createToken', {
          oldPD,
          name: `script ${attempt}`,
          permission: 'viewer',
          roles: ['eob_plugin_loc_monitor'],
          days: 1,
        });
      }
    }
    await expect(end(currentCode(secret))).rejects.toMatchObject({ errorName: 'login-locked' });
  });

  test('during confirmation after the same number of wrong codes', async () => {
    const ada = await createPerson();
    const { secret } = await ada.call('beginTwoFactor', { oldPD });
    const confirm = (otp: string) => ada.call('confirmTwoFactor', { otp });
    for (let attempt = 0; attempt < MAX_LOGIN_FAILURES; attempt += 1) {
      await expect(confirm(wrongCode(secret))).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
    }
    await expect(confirm(currentCode(secret))).rejects.toMatchObject({ errorName: 'login-locked' });
  });
});

test('is in the audit log without secret or codes', async () => {
  const { ada, secret, recoveryCodes } = await createPersonWithTwoFactor();
  await ada.call('endTwoFactor', { oldPD, otp: currentCode(secret) });
  const { list } = await ada.call('queryAuditLog', { userId: ada.userId });
  const entries = list.filter(({ action }) => action.endsWith('TwoFactor'));
  expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'endTwoFactor', before: { twoFactor: true }, after: { twoFactor: false } },
    { action: 'confirmTwoFactor', before: { twoFactor: false }, after: { twoFactor: true } },
  ]);
  for (const text of [secret, ...recoveryCodes]) expect(JSON.stringify(list)).not.toContain(text);
});
