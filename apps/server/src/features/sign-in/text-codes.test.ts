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
// Limits of one test must not meet the next one.
beforeEach(() => world.clock.advance(HOUR));

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const send = (phone: string, type: 0 | 1 | 2 | 3 = LOGIN) => visitor().call('sendLoginCode', { phone, type });
const signIn = (phone: string, code: string) => visitor().call('loginByCodeOrPd', { phone, code });

function newPhone(): string {
  count += 1;
  return `138${String(count).padStart(8, '0')}`;
}

/** Somebody with a bound phone. */
async function createPersonWithPhone(): Promise<Person & { readonly phone: string }> {
  const phone = newPhone();
  const ada = await (await world.account('harbour')).person(`owner of ${phone}`);
  await world.database.db.updateTable('app_user').set({ phone }).where('user_id', '=', ada.userId).execute();
  return Object.assign(ada, { phone });
}

/** Another code than this one. */
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
  test('signs in whoever has the phone, once', async () => {
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
    // The failure is written down after its answer.
    await expect
      .poll(async () => (await ada.call('queryAuditLog', {})).list.slice(0, 2), { timeout: 10_000 })
      .toMatchObject([
        { action: 'sign-in-failed', account: ada.login, after: { error: 'code-wrong' } },
        { action: 'code-sign-in', account: ada.login, address: '127.0.0.1' },
      ]);
  });

  test('is kept as nothing that gives it away', async () => {
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

  test('is good for five minutes', async () => {
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

  test('stays good when another is asked for, by whomever, until one is used', async () => {
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

  test('is tried with the others that are good: another one gives no more tries of it', async () => {
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

  test('may be tried five times, also at once', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    const guesses = Array.from({ length: LIMITS.codeAttempts }, () => signIn(ada.phone, toWrongCode(code)));
    expect(new Set(await errorNames(guesses))).toEqual(new Set(['code-wrong']));
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'code-wrong' });
  });

  test('opens one session, however many use it at once', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    const code = await world.textMessages.nextCode(ada.phone);
    const outcomes = await errorNames([1, 2, 3, 4].map(() => signIn(ada.phone, code)));
    expect(outcomes).toEqual(['code-wrong', 'code-wrong', 'code-wrong', 'done']);
  });

  test('guessed again and again locks the phone, and neither the password nor another phone', async () => {
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

  test('is of no use for anything else', async () => {
    const ada = await createPersonWithPhone();
    await send(ada.phone, RECOVERY);
    const code = await world.textMessages.nextCode(ada.phone);
    await expect(signIn(ada.phone, code)).rejects.toMatchObject({ errorName: 'code-wrong' });
    await visitor().call('checkResetCode', { phone: ada.phone, code });
  });

  test('does not open what is disabled, and says so to who has the phone', async () => {
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

describe('a phone that nobody has', () => {
  test('gets nothing, and the same is said of it', async () => {
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
  test('is refused until a minute has passed, whatever for', async () => {
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

  test('asked for at the same time is done once', async () => {
    const ada = await createPersonWithPhone();
    expect(await errorNames([1, 2, 3].map(() => send(ada.phone)))).toEqual([
      'code-too-soon',
      'code-too-soon',
      'done',
    ]);
  });

  test('ends for a day after ten to one phone', async () => {
    const ada = await createPersonWithPhone();
    for (let sent = 0; sent < MAX_PHONE_CODES_PER_DAY[LOGIN]; sent += 1) {
      await send(ada.phone);
      world.clock.advance(HOUR);
    }
    await expect(send(ada.phone)).rejects.toMatchObject({
      errorName: 'code-limit',
      // The first of them was ten hours ago.
      details: { seconds: 14 * 3600 },
    });
    // Who asks for these in her name keeps her from none of another kind.
    await send(ada.phone, RECOVERY);
    world.clock.advance(14 * HOUR);
    await send(ada.phone);
  });

  test('ends for an hour after thirty from one address, to known phones or not', async () => {
    const ada = await createPersonWithPhone();
    for (let sent = 0; sent < MAX_ADDRESS_CODES_PER_HOUR; sent += 1) await send(newPhone());
    await expect(send(ada.phone)).rejects.toMatchObject({
      errorName: 'code-limit',
      details: { seconds: 3600 },
    });
    world.clock.advance(HOUR);
    await send(ada.phone);
  });

  test('of codes to register ends for an hour after so many from all addresses', async () => {
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
    // Who has an account already signs in.
    const ada = await createPersonWithPhone();
    await send(ada.phone);
    await world.database.db.deleteFrom('server_setting').where('name', '=', REGISTRATION_SETTING).execute();
  });

  async function named(accountName: string, linkCode: string, sysName: string): Promise<number> {
    const { accountId } = await world.account(accountName);
    await world.database.db
      .updateTable('account')
      .set({ link_code: linkCode, branding: JSON.stringify({ sysName }) })
      .where('account_id', '=', accountId)
      .execute();
    return accountId;
  }

  test('writes in the language that is asked for, under the name that its owner knows, whatever page it comes from', async () => {
    const ada = await createPersonWithPhone();
    await named('harbour', 'hv7', 'Harbour Watch');
    await named('pirates', 'pir', 'Your Bank');
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

  test('to bind a phone says the name of the account that binds it, unless somebody has it already', async () => {
    const ada = await createPersonWithPhone();
    await named('harbour', 'hv7', 'Harbour Watch');
    await named('pirates', 'pir', 'Your Bank');
    const otherLinkCode = await (await world.account('pirates')).person('pirate');
    const free = newPhone();
    await otherLinkCode.call('sendLoginCode', { phone: free, type: BIND, t: 'hv7', lang: 'en_US' });
    expect(await world.textMessages.next(free)).toMatch(/^\[Your Bank\] Your code to bind this phone/);
    await otherLinkCode.call('sendLoginCode', { phone: ada.phone, type: BIND, t: 'pir', lang: 'en_US' });
    expect(await world.textMessages.next(ada.phone)).toMatch(
      /^\[Harbour Watch\] Your code to bind this phone/,
    );
  });

  test('to a number that is none is refused', async () => {
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
  test('is proved by a code that only who is signed in may ask for', async () => {
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

  test('asks for the password: a stolen session cannot bind a phone of its own, nor guess', async () => {
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

  test('that somebody else has is refused, to who has the code', async () => {
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

test('what nobody needs any more is swept', async () => {
  const { db } = world.database;
  const ada = await createPersonWithPhone();
  await send(ada.phone, RECOVERY);
  await visitor().call('checkResetCode', {
    phone: ada.phone,
    code: await world.textMessages.nextCode(ada.phone),
  });
  world.clock.advance(25 * HOUR);
  for (const table of ['sms_code', 'reset_ticket', 'outbox_message', 'login_failure'] as const) {
    await expect.poll(() => db.selectFrom(table).selectAll().execute(), { timeout: 10_000 }).toEqual([]);
  }
});
