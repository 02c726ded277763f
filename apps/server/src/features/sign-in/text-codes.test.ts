import { createClient } from '@wakeline/client/client';
import { LIMITS } from '@wakeline/contract/limits';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  MAX_ADDRESS_CODES_PER_HOUR,
  MAX_PHONE_CODES_PER_DAY,
  MAX_REGISTRATION_CODES_PER_HOUR,
} from '../../identity/codes.ts';
import { MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { REGISTRATION_SETTING } from '../../identity/registration.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOUR = 3_600_000;
const oldPD = passwordDigest(PASSWORD);
const WAIT_MS = LIMITS.codeWaitSeconds * 1000;
const { login: LOGIN, bindPhone: BIND, recovery: RECOVERY, registration: REGISTRATION } = CODE_TYPES;

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
// Limits reached by one test must not affect the next one.
beforeEach(() => world.clock.advance(HOUR));

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const send = (phone: string, type: 0 | 1 | 2 | 3 = LOGIN) => visitor().call('sendLoginCode', { phone, type });
const signIn = (phone: string, code: string) => visitor().call('loginByCodeOrPd', { phone, code });

function newPhone(): string {
  count += 1;
  return `138${String(count).padStart(8, '0')}`;
}

/** Creates a person with a bound phone. */
async function createPersonWithPhone(): Promise<Person & { readonly phone: string }> {
  const phone = newPhone();
  const ada = await (await world.account('harbour')).person(`owner of ${phone}`);
  await world.database.db.updateTable('app_user').set({ phone }).where('user_id', '=', ada.userId).execute();
  return Object.assign(ada, { phone });
}

/** A code that differs from this one. */
function toWrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

async function errorNames(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes
    .map((outcome) => (outcome.status === 'rejected' ? outcome.reason.errorName : 'done'))
    .sort();
}

describe('a code to sign in', () => {
  test('signs in the owner of the phone once', async () => {
    const ada = await createPersonWithPhone();
    expect(await send(ada.phone)).toEqual({ seconds: 60 });
    const code = await world.textMessages.nextCode(ada.phone);
    const { accountMsg } = await signIn(ada.phone, code);
    expect(accountMsg).toMatchObject({ uid: String(ada.userId), username: ada.login });
    const program = createClient({
      baseUrl: world.url,
      prefix: world.prefix,
      token: () => accountMsg.token,
    });
    expect((await program.call('queryUserConfig', {})).username).toBe(ada.login);
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'code-wrong' });
    // The failure is recorded after the response.
    await expect
      .poll(async () => (await ada.call('queryAuditLog', {})).list.slice(0, 2), { timeout: 30_000 })
      .toMatchObject([
        { action: 'sign-in-failed', account: ada.login, after: { error: 'code-wrong' } },
        { action: 'code-sign-in', account: ada.login, address: '127.0.0.1' },
      ]);
  });

  test('is stored as a hash', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    const { code_hash } = await world.database.db
      .selectFrom('sms_code')
      .select('code_hash')
      .where('phone', '=', ada.phone)
      .executeTakeFirstOrThrow();
    expect(code_hash).toHaveLength(32);
    expect(code_hash.includes(code)).toBe(false);
  });

  test('is valid for five minutes', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    world.clock.advance(5 * 60_000 - 1);
    await signIn(ada.phone, code);
    world.clock.advance(1);
    await send(ada.phone);
    const late = await world.textMessages.nextCode(ada.phone);
    world.clock.advance(5 * 60_000);
    await expect(signIn(ada.phone, late)).rejects.toMatchObject({ errorName: 'code-wrong' });
  });

  test('stays valid when another one is requested, until one is used', async () => {
    const ada = await createPersonWithPhone();
    const codes: string[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      await send(ada.phone);
      codes.push(await world.textMessages.nextCode(ada.phone));
      world.clock.advance(WAIT_MS);
    }
    const [first = '', second = '', third = ''] = codes;
    await signIn(ada.phone, first);
    for (const code of [first, second, third]) {
      await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'code-wrong' });
    }
  });

  test('shares its attempts with other valid codes', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const first = await world.textMessages.nextCode(ada.phone);
    await errorNames(
      Array.from({ length: LIMITS.codeAttempts - 1 }, () => signIn(ada.phone, toWrongCode(first))),
    );
    world.clock.advance(WAIT_MS);
    await send(ada.phone);
    const second = await world.textMessages.nextCode(ada.phone);
    const other = ['000000', '000001', '000002'].find((code) => code !== first && code !== second) ?? '';
    await expect(signIn(ada.phone, other)).rejects.toMatchObject({ errorName: 'code-wrong' });
    if (first !== second) {
      await expect(signIn(ada.phone, first)).rejects.toMatchObject({ errorName: 'code-wrong' });
    }
    await signIn(ada.phone, second);
  });

  test('allows five attempts, also concurrently', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    const guesses = Array.from({ length: LIMITS.codeAttempts }, () => signIn(ada.phone, toWrongCode(code)));
    expect(new Set(await errorNames(guesses))).toEqual(new Set(['code-wrong']));
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'code-wrong' });
  });

  test('opens one session under concurrent use', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    const outcomes = await errorNames([1, 2, 3, 4].map(() => signIn(ada.phone, code)));
    expect(outcomes).toEqual(['code-wrong', 'code-wrong', 'code-wrong', 'done']);
  });

  test('guessed repeatedly locks the phone, but not the password or other phones', async () => {
    const [ada, bob] = [await createPersonWithPhone(), await createPersonWithPhone()];
    const guesses = Array.from({ length: MAX_LOGIN_FAILURES }, () => signIn(ada.phone, '000000'));
    expect(new Set(await errorNames(guesses))).toEqual(new Set(['code-wrong']));
    await send(ada.phone);
    await send(bob.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'login-locked' });
    await expect(visitor().call('checkResetCode', { phone: ada.phone, code })).rejects.toMatchObject({
      errorName: 'login-locked',
    });
    await ada.signIn();
    await signIn(bob.phone, await world.textMessages.nextCode(bob.phone));
  });

  test('is not accepted for another purpose', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone, RECOVERY);
    const code = await world.textMessages.nextCode(ada.phone);
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'code-wrong' });
    await visitor().call('checkResetCode', { phone: ada.phone, code });
  });

  test('reports a disabled user only to the owner of the phone', async () => {
    const ada = await createPersonWithPhone();
    await world.database.db
      .updateTable('app_user')
      .set({ disabled: true })
      .where('user_id', '=', ada.userId)
      .execute();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    await expect(signIn(ada.phone, toWrongCode(code))).rejects.toMatchObject({ errorName: 'code-wrong' });
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'user-disabled' });
  });
});

describe('an unknown phone', () => {
  test('gets the same responses but no message', async () => {
    const [ada, unknownPhone] = [await createPersonWithPhone(), newPhone()];
    for (const type of [LOGIN, RECOVERY]) {
      expect(await send(unknownPhone, type)).toEqual(await send(ada.phone, type));
      for (const phone of [unknownPhone, ada.phone]) {
        await expect(send(phone, type)).rejects.toMatchObject({
          errorName: 'code-too-soon',
          details: { seconds: 60 },
        });
      }
      await world.textMessages.next(ada.phone);
      world.clock.advance(WAIT_MS);
    }
    expect(await world.textMessages.count(unknownPhone)).toBe(0);
    for (const phone of [unknownPhone, ada.phone]) {
      await expect(signIn(phone, '000000')).rejects.toMatchObject({ errorName: 'code-wrong' });
      await expect(visitor().call('checkResetCode', { phone, code: '000000' })).rejects.toMatchObject({
        errorName: 'code-wrong',
      });
    }
  });
});

describe('sending', () => {
  test('is refused within a minute for any purpose', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    world.clock.advance(WAIT_MS - 1_500);
    await expect(send(ada.phone, RECOVERY)).rejects.toMatchObject({
      errorName: 'code-too-soon',
      details: { seconds: 2 },
    });
    world.clock.advance(1_500);
    await send(ada.phone, RECOVERY);
  });

  test('happens once under concurrent requests', async () => {
    const ada = await createPersonWithPhone();
    expect(await errorNames([1, 2, 3].map(() => send(ada.phone)))).toEqual([
      'code-too-soon',
      'code-too-soon',
      'done',
    ]);
  });

  test('is refused for a day after ten codes to one phone', async () => {
    const ada = await createPersonWithPhone();
    for (let sent = 0; sent < MAX_PHONE_CODES_PER_DAY[LOGIN]; sent += 1) {
      await send(ada.phone);
      world.clock.advance(HOUR);
    }
    await expect(send(ada.phone)).rejects.toMatchObject({
      errorName: 'code-limit',
      // The first one was sent ten hours ago.
      details: { seconds: 14 * 3600 },
    });
    // The limit does not affect codes of another type.
    await send(ada.phone, RECOVERY);
    world.clock.advance(14 * HOUR);
    await send(ada.phone);
  });

  test('is refused for an hour after thirty codes from one address', async () => {
    const ada = await createPersonWithPhone();
    for (let sent = 0; sent < MAX_ADDRESS_CODES_PER_HOUR; sent += 1) await send(newPhone());
    await expect(send(ada.phone)).rejects.toMatchObject({
      errorName: 'code-limit',
      details: { seconds: 3600 },
    });
    world.clock.advance(HOUR);
    await send(ada.phone);
  });

  test('of registration codes is limited per hour for all addresses together', async () => {
    await world.database.db
      .insertInto('server_setting')
      .values({ name: REGISTRATION_SETTING, value: JSON.stringify({ open: true }) })
      .execute();
    await world.database.db
      .insertInto('sms_code')
      .values(
        Array.from({ length: MAX_REGISTRATION_CODES_PER_HOUR }, (_, index) => ({
          phone: newPhone(),
          type: REGISTRATION,
          code_hash: Buffer.alloc(32),
          address: `198.51.${index >> 8}.${index & 255}`,
          created_at: new Date(world.clock.now()),
        })),
      )
      .execute();
    await expect(send(newPhone(), REGISTRATION)).rejects.toMatchObject({
      errorName: 'code-limit',
      details: { seconds: 3600 },
    });
    // Codes to sign in are not affected.
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    await world.database.db.deleteFrom('server_setting').where('name', '=', REGISTRATION_SETTING).execute();
  });

  async function setBranding(accountName: string, linkCode: string, sysName: string): Promise<number> {
    const { accountId } = await world.account(accountName);
    await world.database.db
      .updateTable('account')
      .set({ link_code: linkCode, branding: JSON.stringify({ sysName }) })
      .where('account_id', '=', accountId)
      .execute();
    return accountId;
  }

  test("uses the requested language and the system name of the owner's account on every page", async () => {
    const ada = await createPersonWithPhone();
    await setBranding('harbour', 'hv7', 'Harbour Watch');
    await setBranding('pirates', 'pir', 'Your Bank');
    await visitor().call('sendLoginCode', { phone: ada.phone, type: LOGIN, t: 'pir', lang: 'zh_CN' });
    expect(await world.textMessages.next(ada.phone)).toMatch(
      /^【Harbour Watch】您的登录验证码是\d{6}，5分钟内有效。请勿泄露给他人。$/,
    );
    world.clock.advance(WAIT_MS);
    await visitor().call('sendLoginCode', { phone: ada.phone, type: RECOVERY, t: 'pir', lang: 'en_US' });
    expect(await world.textMessages.next(ada.phone)).toMatch(
      /^\[Harbour Watch\] Your code to set a new password is \d{6}\. It is valid for 5 minutes\. Do not share it\.$/,
    );
  });

  test('to bind a phone names the binding account, or the account that has the phone already', async () => {
    const ada = await createPersonWithPhone();
    await setBranding('harbour', 'hv7', 'Harbour Watch');
    await setBranding('pirates', 'pir', 'Your Bank');
    const pirate = await (await world.account('pirates')).person('pirate');
    const free = newPhone();
    await pirate.call('sendLoginCode', { phone: free, type: BIND, t: 'hv7', lang: 'en_US' });
    expect(await world.textMessages.next(free)).toMatch(/^\[Your Bank\] Your code to bind this phone/);
    await pirate.call('sendLoginCode', { phone: ada.phone, type: BIND, t: 'pir', lang: 'en_US' });
    expect(await world.textMessages.next(ada.phone)).toMatch(
      /^\[Harbour Watch\] Your code to bind this phone/,
    );
  });

  test('to an invalid number is refused', async () => {
    for (const phone of ['12800138000', '1380013800', '138001380001', "' or 1=1 --"]) {
      await expect(send(phone)).rejects.toMatchObject({
        errorName: 'field-invalid',
        details: { field: 'phone' },
      });
    }
  });

  test('to register is refused where registration is closed', async () => {
    await expect(send(newPhone(), REGISTRATION)).rejects.toMatchObject({ errorName: 'registration-closed' });
  });
});

describe('binding a phone', () => {
  test('requires a code that only signed-in users can request', async () => {
    const ada = await (await world.account('harbour')).person('ada without a phone');
    const phone = newPhone();
    await expect(send(phone, BIND)).rejects.toMatchObject({ errorName: 'session-gone' });
    await ada.call('sendLoginCode', { phone, type: BIND });
    const code = await world.textMessages.nextCode(phone);
    await expect(ada.call('bindPhone', { oldPD, phone, code: toWrongCode(code) })).rejects.toMatchObject({
      errorName: 'code-wrong',
    });
    expect(await ada.call('bindPhone', { oldPD, phone, code })).toEqual({});
    expect(await ada.call('querySecurity', {})).toMatchObject({ phone: `138****${phone.slice(-4)}` });
    expect((await ada.call('queryAuditLog', {})).list[0]).toMatchObject({
      action: 'bindPhone',
      account: ada.login,
      before: { phone: null },
      after: { phone: `138****${phone.slice(-4)}` },
    });
    await expect(ada.call('bindPhone', { oldPD, phone, code })).rejects.toMatchObject({
      errorName: 'code-wrong',
    });
    world.clock.advance(WAIT_MS);
    await send(phone);
    expect((await signIn(phone, await world.textMessages.nextCode(phone))).accountMsg.username).toBe(
      ada.login,
    );
  });

  test('requires the password, whose guesses are limited', async () => {
    const ada = await (await world.account('harbour')).person('ada with a stolen session');
    const phone = newPhone();
    await ada.call('sendLoginCode', { phone, type: BIND });
    const code = await world.textMessages.nextCode(phone);
    const bind = (pd: string) => ada.call('bindPhone', { oldPD: pd, phone, code });
    for (let attempt = 0; attempt < MAX_LOGIN_FAILURES; attempt += 1) {
      await expect(bind(passwordDigest('guess'))).rejects.toMatchObject({ errorName: 'password-wrong' });
    }
    await expect(bind(oldPD)).rejects.toMatchObject({ errorName: 'login-locked' });
    expect(await ada.call('querySecurity', {})).toMatchObject({ phone: null });
  });

  test('is refused for a phone of another user, after the correct code', async () => {
    const [ada, bob] = [
      await createPersonWithPhone(),
      await (await world.account('harbour')).person('bob without a phone'),
    ];
    await bob.call('sendLoginCode', { phone: ada.phone, type: BIND });
    const code = await world.textMessages.nextCode(ada.phone);
    await expect(
      bob.call('bindPhone', { oldPD, phone: ada.phone, code: toWrongCode(code) }),
    ).rejects.toMatchObject({
      errorName: 'code-wrong',
    });
    await expect(bob.call('bindPhone', { oldPD, phone: ada.phone, code })).rejects.toMatchObject({
      errorName: 'phone-taken',
    });
  });
});

test('deletes expired data', async () => {
  const { db } = world.database;
  const ada = await createPersonWithPhone();
  await send(ada.phone, RECOVERY);
  await visitor().call('checkResetCode', {
    phone: ada.phone,
    code: await world.textMessages.nextCode(ada.phone),
  });
  world.clock.advance(25 * HOUR);
  for (const table of ['sms_code', 'reset_ticket', 'outbox_message', 'login_failure'] as const) {
    await expect.poll(() => db.selectFrom(table).selectAll().execute(), { timeout: 30_000 }).toEqual([]);
  }
});
