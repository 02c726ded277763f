import { createClient } from '@wakeline/client/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureFirstAccount } from '../../identity/create-account.ts';
import { LOCKOUT_WINDOW_MS, MAX_ADDRESS_FAILURES, MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { SESSION_IDLE_MS, SESSION_TTL_MS } from '../../identity/session.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const DAY = 86_400_000;

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

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const signIn = (login: string, password: string) =>
  visitor().call('loginByCodeOrPd', { phone: login, pd: passwordDigest(password) });

test('computes the MD5 of the trimmed password', () => {
  // RFC 1321, A.5: MD5 ("abc").
  expect(passwordDigest('  abc\n')).toBe('900150983cd24fb0d6963f7d28e17f72');
});

describe('signing in', () => {
  test('returns the user with rights and settings and sets the cookie', async () => {
    const ada = await createPerson();
    const response = await world.post('loginByCodeOrPd', {
      body: new URLSearchParams({ phone: ada.login, pd: passwordDigest(PASSWORD).toUpperCase() }),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^wakeline_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await response.json()).toMatchObject({
      result_code: '000',
      result: {
        accountMsg: { uid: String(ada.userId), username: ada.login, permission: 'holder' },
        config: { sysName: 'location service platform', themeColor: '#0b5cad', speedUnits: 1, lang: 'en_US' },
        latestMsgId: 0,
      },
    });
    const withCookie = await world.post('queryUserConfig', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(await withCookie.json()).toMatchObject({ result: { username: ada.login } });
  });

  test('saves the chosen language', async () => {
    const ada = await createPerson();
    const { config } = await visitor().call('loginByCodeOrPd', {
      phone: ada.login,
      pd: passwordDigest(PASSWORD),
      lang: 'zh_CN',
    });
    expect(config).toMatchObject({ lang: 'zh_CN', sysName: '定位服务平台' });
    expect((await ada.call('queryUserConfig', {})).lang).toBe('zh_CN');
  });

  test('reports a wrong password and an unknown login with the same error', async () => {
    const ada = await createPerson();
    await expect(signIn(ada.login, 'wrong')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
    await expect(signIn('no such login', 'wrong')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  });

  test('refuses an empty login, no password, and two kinds of credentials', async () => {
    const pd = passwordDigest(PASSWORD);
    await expect(visitor().call('loginByCodeOrPd', { phone: '  ', pd })).rejects.toMatchObject({
      errorName: 'account-empty',
    });
    await expect(visitor().call('loginByCodeOrPd', { phone: 'ada' })).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'pd' },
    });
    await expect(
      visitor().call('loginByCodeOrPd', { phone: 'ada', pd, code: '123456' }),
    ).rejects.toMatchObject({ errorName: 'field-invalid', details: { field: 'code' } });
    await expect(visitor().call('loginByCodeOrPd', { phone: 'ada', pd: PASSWORD })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('refuses a disabled user, with a specific error only after the correct password', async () => {
    const ada = await createPerson();
    await world.database.db
      .updateTable('app_user')
      .set({ disabled: true })
      .where('user_id', '=', ada.userId)
      .execute();
    await expect(ada.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
    await expect(signIn(ada.login, PASSWORD)).rejects.toMatchObject({ errorName: 'user-disabled' });
    await expect(signIn(ada.login, 'wrong')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  });
});

describe('the lockout', () => {
  test('refuses a login after the maximum of failures and ends automatically', async () => {
    const ada = await createPerson();
    const tries = Array.from({ length: MAX_LOGIN_FAILURES }, () => signIn(ada.login, 'wrong'));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(signIn(ada.login, PASSWORD)).rejects.toMatchObject({
      errorName: 'login-locked',
      details: { seconds: LOCKOUT_WINDOW_MS / 1000 },
    });
    // Attempts during the lockout do not extend it.
    world.clock.advance(LOCKOUT_WINDOW_MS - 1000);
    await expect(signIn(ada.login, PASSWORD)).rejects.toMatchObject({ details: { seconds: 1 } });
    world.clock.advance(1000);
    await signIn(ada.login, PASSWORD);
  });

  test('counts concurrent guesses', async () => {
    const ada = await createPerson();
    const guesses = Array.from({ length: 3 * MAX_LOGIN_FAILURES }, () => signIn(ada.login, 'wrong'));
    const names = (await Promise.allSettled(guesses)).map((guess) =>
      guess.status === 'rejected' ? guess.reason.errorName : 'in',
    );
    expect(names.filter((name) => name === 'credentials-wrong')).toHaveLength(MAX_LOGIN_FAILURES);
    expect(names.filter((name) => name === 'login-locked')).toHaveLength(2 * MAX_LOGIN_FAILURES);
  });

  test('clears the failures after a sign-in', async () => {
    const ada = await createPerson();
    for (let failure = 1; failure < MAX_LOGIN_FAILURES; failure += 1) {
      await expect(signIn(ada.login, 'wrong')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
    }
    await signIn(ada.login, PASSWORD);
    await expect(signIn(ada.login, 'wrong')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
    await signIn(ada.login, PASSWORD);
  });

  test('refuses an address that tries many logins', async () => {
    await world.database.db
      .insertInto('login_failure')
      .values(
        Array.from({ length: MAX_ADDRESS_FAILURES }, () => ({
          subject: 'address:127.0.0.1',
          failed_at: new Date(world.clock.now()),
        })),
      )
      .execute();
    const ada = await (await world.account('harbour')).person('late').catch((error: unknown) => error);
    expect(ada).toMatchObject({ errorName: 'login-locked' });
  });
});

describe('a session', () => {
  test('ends with logout, which leaves other sessions of the user', async () => {
    const ada = await createPerson();
    const other = (await signIn(ada.login, PASSWORD)).accountMsg.token;
    await ada.call('logout', {});
    await expect(ada.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
    const elsewhere = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => other });
    expect((await elsewhere.call('queryUserConfig', {})).username).toBe(ada.login);
  });

  test('ends when its cookie is replaced by another sign-in', async () => {
    const [ada, bob] = [await createPerson(), await createPerson()];
    const enter = async (login: string, cookie = '') => {
      const response = await world.post('loginByCodeOrPd', {
        headers: { cookie },
        body: new URLSearchParams({ phone: login, pd: passwordDigest(PASSWORD) }),
      });
      return response.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const codeOf = async (cookie: string) =>
      Object(await (await world.post('queryUserConfig', { headers: { cookie } })).json()).result_code;
    const first = await enter(ada.login);
    const second = await enter(ada.login, first);
    expect(await codeOf(first)).toBe('201');
    const third = await enter(bob.login, second);
    expect(await codeOf(second)).toBe('201');
    expect(await codeOf(third)).toBe('000');
    // A failed attempt does not end the session.
    await world.post('loginByCodeOrPd', {
      headers: { cookie: third },
      body: new URLSearchParams({ phone: ada.login, pd: passwordDigest('wrong') }),
    });
    expect(await codeOf(third)).toBe('000');
  });

  test('sent in a header stays after another sign-in', async () => {
    const ada = await createPerson();
    const token = await ada.token();
    const client = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => token });
    await client.call('loginByCodeOrPd', { phone: ada.login, pd: passwordDigest(PASSWORD) });
    expect((await client.call('queryUserConfig', {})).username).toBe(ada.login);
  });

  test('ends when it is not used', async () => {
    const ada = await createPerson();
    world.clock.advance(SESSION_IDLE_MS - 1);
    await ada.call('queryUserConfig', {});
    // Using the session has extended it.
    world.clock.advance(SESSION_IDLE_MS - 1);
    await ada.call('queryUserConfig', {});
    world.clock.advance(SESSION_IDLE_MS);
    await expect(ada.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  });

  test('ends after its maximum lifetime even if it is used', async () => {
    const ada = await createPerson();
    for (let day = 1; day < SESSION_TTL_MS / DAY; day += 1) {
      world.clock.advance(DAY);
      await ada.call('queryUserConfig', {});
    }
    world.clock.advance(DAY);
    await expect(ada.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  });

  test('is stored as a hash', async () => {
    const ada = await createPerson();
    const token = await ada.token();
    const rows = await world.database.db.selectFrom('session').selectAll().execute();
    expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('the first account', () => {
  test('is created once by several servers, and its password is not changed later', async () => {
    const first = { login: 'root', password: ' tide ' };
    const made = await Promise.all([1, 2, 3].map(() => ensureFirstAccount(world.database.db, first)));
    expect(made.filter((account) => account.created)).toHaveLength(1);
    expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(1);
    await ensureFirstAccount(world.database.db, { login: 'root', password: 'other' });
    const { accountMsg, pluginsOrder } = await signIn('root', 'tide');
    expect(accountMsg.permission).toBe('holder');
    expect(pluginsOrder).toHaveLength(accountMsg.roles.length);
    await expect(signIn('root', 'other')).rejects.toMatchObject({ errorName: 'credentials-wrong' });
  });
});
