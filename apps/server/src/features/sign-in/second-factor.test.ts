import { createHmac } from 'node:crypto';
import { createClient } from '@wakeline/client/client';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

interface PersonWithTwoFactor {
  readonly person: Person;
  readonly phone: string;
  readonly recoveryCodes: readonly string[];
  /** The current code of the authenticator. */
  otp(): string;
}

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
// A new time step of the authenticator, and no earlier failures.
beforeEach(() => world.clock.advance(3_600_000));

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const signIn = (person: Person, options: { otp?: string | undefined; password?: string } = {}) =>
  visitor().call('loginByCodeOrPd', {
    phone: person.login,
    pd: passwordDigest(options.password ?? PASSWORD),
    otp: options.otp,
  });

/** Creates a person with an authenticator and a bound phone. */
async function createPersonWithTwoFactor(): Promise<PersonWithTwoFactor> {
  count += 1;
  const phone = `136${String(count).padStart(8, '0')}`;
  const person = await (await world.account('harbour')).person(`two-factor ${count}`);
  await world.database.db
    .updateTable('app_user')
    .set({ phone })
    .where('user_id', '=', person.userId)
    .execute();
  const { secret } = await person.call('beginTwoFactor', { oldPD: passwordDigest(PASSWORD) });
  const totp = new TOTP({ secret });
  const otp = () => totp.generate({ timestamp: world.clock.now() });
  const { recoveryCodes } = await person.call('confirmTwoFactor', { otp: otp() });
  world.clock.advance(60_000);
  return { person, phone, recoveryCodes, otp };
}

/** A code that the authenticator does not show at present or soon. */
function createWrongOtp({ otp }: PersonWithTwoFactor): string {
  return String((Number(otp()) + 500_000) % 1_000_000).padStart(6, '0');
}

describe('two-factor sign-in', () => {
  test('requests the code only after a correct password', async () => {
    const ada = await createPersonWithTwoFactor();
    await expect(signIn(ada.person, { password: 'wrong' })).rejects.toMatchObject({
      errorName: 'credentials-wrong',
    });
    await expect(signIn(ada.person, { password: 'wrong', otp: ada.otp() })).rejects.toMatchObject({
      errorName: 'credentials-wrong',
    });
    await expect(signIn(ada.person)).rejects.toMatchObject({ errorName: 'second-factor-needed' });
    expect((await signIn(ada.person, { otp: ada.otp() })).accountMsg.username).toBe(ada.person.login);
  });

  test('accepts each code once', async () => {
    const ada = await createPersonWithTwoFactor();
    const otp = ada.otp();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => signIn(ada.person, { otp })));
    const names = outcomes.map((one) => (one.status === 'rejected' ? one.reason.errorName : 'in'));
    expect(names.sort()).toEqual(['in', 'second-factor-wrong', 'second-factor-wrong']);
  });

  test('accepts a recovery code once instead', async () => {
    const ada = await createPersonWithTwoFactor();
    const [otp] = ada.recoveryCodes;
    await signIn(ada.person, { otp });
    await expect(signIn(ada.person, { otp })).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
  });

  test('is required after a code by text message, which stays valid until then', async () => {
    const ada = await createPersonWithTwoFactor();
    await visitor().call('sendLoginCode', { phone: ada.phone, type: CODE_TYPES.login });
    const code = await world.textMessages.nextCode(ada.phone);
    const byCode = (otp?: string) => visitor().call('loginByCodeOrPd', { phone: ada.phone, code, otp });
    await expect(byCode()).rejects.toMatchObject({ errorName: 'second-factor-needed' });
    await expect(byCode(createWrongOtp(ada))).rejects.toMatchObject({ errorName: 'second-factor-wrong' });
    await byCode(ada.otp());
    await expect(byCode(ada.otp())).rejects.toMatchObject({ errorName: 'code-wrong' });
  });

  test('does not consume its code with a wrong code by text message', async () => {
    const ada = await createPersonWithTwoFactor();
    await visitor().call('sendLoginCode', { phone: ada.phone, type: CODE_TYPES.login });
    const code = await world.textMessages.nextCode(ada.phone);
    const otp = ada.otp();
    await expect(
      visitor().call('loginByCodeOrPd', { phone: ada.phone, code: code.slice(0, 5), otp }),
    ).rejects.toMatchObject({ errorName: 'code-wrong' });
    await visitor().call('loginByCodeOrPd', { phone: ada.phone, code, otp });
  });
});

describe('guesses of the second factor', () => {
  test('lock the login, also for the correct code', async () => {
    const ada = await createPersonWithTwoFactor();
    for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
      await expect(signIn(ada.person, { otp: createWrongOtp(ada) })).rejects.toMatchObject({
        errorName: 'second-factor-wrong',
      });
    }
    await expect(signIn(ada.person, { otp: ada.otp() })).rejects.toMatchObject({ errorName: 'login-locked' });
  });

  test('are not cleared by a correct password', async () => {
    const ada = await createPersonWithTwoFactor();
    for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
      await expect(signIn(ada.person, { otp: createWrongOtp(ada) })).rejects.toMatchObject({
        errorName: 'second-factor-wrong',
      });
      // The password alone neither counts as a failure nor clears any.
      if (guess < MAX_LOGIN_FAILURES - 1) {
        await expect(signIn(ada.person)).rejects.toMatchObject({ errorName: 'second-factor-needed' });
      }
    }
    await expect(signIn(ada.person)).rejects.toMatchObject({ errorName: 'login-locked' });
  });

  test('are not cleared by a new password', async () => {
    const ada = await createPersonWithTwoFactor();
    for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
      await expect(signIn(ada.person, { otp: createWrongOtp(ada) })).rejects.toMatchObject({
        errorName: 'second-factor-wrong',
      });
    }
    await visitor().call('sendLoginCode', { phone: ada.phone, type: CODE_TYPES.recovery });
    const code = await world.textMessages.nextCode(ada.phone);
    const { ticket: resetToken } = await visitor().call('checkResetCode', { phone: ada.phone, code });
    await visitor().call('resetPd', { ticket: resetToken, newPD: passwordDigest('Lighthouse9') });
    await expect(signIn(ada.person, { password: 'Lighthouse9', otp: ada.otp() })).rejects.toMatchObject({
      errorName: 'login-locked',
    });
  });

  test('are in the audit log at most once a minute', async () => {
    const ada = await createPersonWithTwoFactor();
    const failures = () =>
      world.database.db
        .selectFrom('audit_entry')
        .select(['login', 'after'])
        .where('action', '=', 'sign-in-failed')
        .where('user_id', '=', ada.person.userId)
        .execute();
    const guess = () =>
      expect(signIn(ada.person, { otp: createWrongOtp(ada) })).rejects.toMatchObject({
        errorName: 'second-factor-wrong',
      });
    await Promise.all([guess(), guess(), guess()]);
    const one = { login: ada.person.login, after: { error: 'second-factor-wrong' } };
    await expect.poll(failures, { timeout: 30_000 }).toEqual([one]);
    world.clock.advance(60_000);
    await guess();
    await expect.poll(failures, { timeout: 30_000 }).toEqual([one, one]);
  });
});

test('requires no second factor with a signature of a third party', async () => {
  const ada = await createPersonWithTwoFactor();
  const secret = Buffer.alloc(32, 7);
  await world.database.db
    .updateTable('account')
    .set({ sign_secret: secret })
    .where('account_id', '=', ada.person.accountId)
    .execute();
  const timestamp = world.clock.now();
  const sign = createHmac('sha256', secret).update(`${ada.person.login}${timestamp}`).digest('hex');
  await visitor().call('loginByCodeOrPd', { userName: ada.person.login, timestamp, sign });
});
