import { createHmac, randomBytes } from 'node:crypto';
import { createClient } from '@wakeline/client/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCKOUT_WINDOW_MS, MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const SIGN_TTL_MS = 300_000;
const SECRET = randomBytes(32);

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(LOCKOUT_WINDOW_MS));

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const signIn = (fields: object) => visitor().call('loginByCodeOrPd', fields);

/** Fields that a third party sends, computed independently of the server's code. */
function createSignedLogin(userName: string, timestamp: number, secret: Buffer = SECRET) {
  const sign = createHmac('sha256', secret)
    .update(userName + timestamp)
    .digest('hex');
  return { userName, timestamp, sign };
}

async function setSecret(accountId: number, secret: Buffer | null): Promise<void> {
  await world.database.db
    .updateTable('account')
    .set({ sign_secret: secret })
    .where('account_id', '=', accountId)
    .execute();
}

test('is unavailable if no account has a secret', async () => {
  for (const userName of [ada.login, 'unknown login']) {
    await expect(signIn(createSignedLogin(userName, world.clock.now()))).rejects.toMatchObject({
      errorName: 'login-way-unavailable',
    });
  }
});

describe('a third party that shares a secret with the account', () => {
  beforeAll(() => setSecret(ada.accountId, SECRET));

  test('signs in once with a signature', async () => {
    const fields = createSignedLogin(ada.login, world.clock.now());
    expect((await signIn(fields)).accountMsg).toMatchObject({ username: 'ada', permission: 'holder' });
    await expect(signIn(fields)).rejects.toMatchObject({ errorName: 'sign-used' });
    // The case of the digits makes no difference.
    await expect(signIn({ ...fields, sign: fields.sign.toUpperCase() })).rejects.toMatchObject({
      errorName: 'sign-used',
    });
    expect((await ada.call('queryAuditLog', {})).list[0]).toMatchObject({
      action: 'third-party-sign-in',
      account: 'ada',
    });
  });

  test('may send the login as phone and the signature in upper case', async () => {
    const { userName, timestamp, sign } = createSignedLogin(ada.login, world.clock.now());
    await signIn({ phone: userName, timestamp, sign: sign.toUpperCase() });
  });

  test('opens one session under concurrent use', async () => {
    const fields = createSignedLogin(ada.login, world.clock.now());
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => signIn(fields)));
    const names = outcomes.map((one) => (one.status === 'rejected' ? one.reason.errorName : 'in'));
    expect(names.sort()).toEqual(['in', 'sign-used', 'sign-used', 'sign-used']);
  });

  test('has to sign within five minutes before or after', async () => {
    const now = world.clock.now();
    for (const timestamp of [now - SIGN_TTL_MS - 1, now + SIGN_TTL_MS + 1, 0]) {
      await expect(signIn(createSignedLogin(ada.login, timestamp))).rejects.toMatchObject({
        errorName: 'sign-expired',
      });
    }
    for (const timestamp of [now - SIGN_TTL_MS, now + SIGN_TTL_MS])
      await signIn(createSignedLogin(ada.login, timestamp));
  });

  test('has to sign this login and time with this secret', async () => {
    const now = world.clock.now();
    const right = createSignedLogin(ada.login, now);
    const bob = await (await world.account('harbour')).person('bob');
    for (const forged of [
      { ...right, userName: bob.login },
      { ...right, timestamp: now + 1 },
      createSignedLogin(ada.login, now, randomBytes(32)),
      createSignedLogin(ada.login, now, Buffer.alloc(0)),
      { ...right, sign: right.sign.slice(1) },
      { ...right, sign: 'not hexadecimal' },
    ]) {
      await expect(signIn(forged)).rejects.toMatchObject({ errorName: 'sign-wrong' });
    }
  });

  test('has to send login and timestamp', async () => {
    const { userName, sign } = createSignedLogin(ada.login, world.clock.now());
    await expect(signIn({ userName, sign })).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'timestamp' },
    });
    await expect(signIn({ sign, timestamp: world.clock.now() })).rejects.toMatchObject({
      errorName: 'account-empty',
    });
  });

  test('cannot find out whether other logins exist', async () => {
    // An account without a secret must not accept an empty one.
    const otherUser = await (await world.account('airfield')).person('outsider');
    for (const userName of [otherUser.login, 'unknown login']) {
      for (const secret of [SECRET, Buffer.alloc(0)]) {
        await expect(signIn(createSignedLogin(userName, world.clock.now(), secret))).rejects.toMatchObject({
          errorName: 'sign-wrong',
        });
      }
    }
  });

  test('cannot lock users out with wrong signatures', async () => {
    for (let wrong = 0; wrong < MAX_LOGIN_FAILURES + 1; wrong += 1) {
      await expect(
        signIn({ ...createSignedLogin(ada.login, world.clock.now()), sign: 'wrong' }),
      ).rejects.toMatchObject({
        errorName: 'sign-wrong',
      });
    }
    await signIn(createSignedLogin(ada.login, world.clock.now()));
    await ada.signIn();
  });

  test('cannot sign in disabled users', async () => {
    const eve = await (await world.account('harbour')).person('eve');
    await world.database.db
      .updateTable('app_user')
      .set({ disabled: true })
      .where('user_id', '=', eve.userId)
      .execute();
    await expect(signIn(createSignedLogin(eve.login, world.clock.now()))).rejects.toMatchObject({
      errorName: 'user-disabled',
    });
  });

  test('leaves no used signatures after they expire', async () => {
    await signIn(createSignedLogin(ada.login, world.clock.now()));
    world.clock.advance(3_600_000);
    await expect
      .poll(() => world.database.db.selectFrom('used_sign').selectAll().execute(), { timeout: 30_000 })
      .toEqual([]);
  });
});

describe('for ground support', () => {
  test('signs the login with the same secret and refuses this signature for sign-in', async () => {
    await setSecret(ada.accountId, SECRET);
    await expect(ada.call('getSignParam', {})).rejects.toMatchObject({ errorName: 'ground-support-unset' });
    await world.database.db
      .updateTable('account')
      .set({ ground_support_url: 'https://ground.example/enter' })
      .where('account_id', '=', ada.accountId)
      .execute();
    const param = await ada.call('getSignParam', {});
    expect(param).toEqual({
      ...createSignedLogin(ada.login, world.clock.now()),
      url: 'https://ground.example/enter',
    });
    const { url, ...fields } = param;
    await expect(signIn(fields)).rejects.toMatchObject({ errorName: 'sign-used' });
    await setSecret(ada.accountId, null);
    await expect(ada.call('getSignParam', {})).rejects.toMatchObject({ errorName: 'ground-support-unset' });
  });
});
