import { type Client, createClient } from '@wakeline/client/client';
import { LIMITS } from '@wakeline/contract/limits';
import type { Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { ChangeWaiter } from '../../testing/change-waiter.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const oldPD = passwordDigest(PASSWORD);
const DAY = 86_400_000;
const MONITOR = 'eob_plugin_loc_monitor';
const DEVICES = 'eob_plugin_device_mg';

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function createPerson(permission: Permission = 'holder', roles?: readonly Role[]): Promise<Person> {
  count += 1;
  const harbour = await world.account('harbour');
  return harbour.person(`person ${count}`, { permission, ...(roles !== undefined && { roles }) });
}

interface TokenOptions {
  readonly permission?: 'administrator' | 'editor' | 'viewer';
  readonly roles?: readonly Role[];
  readonly days?: number;
}

/** Creates a token of a person and a client that uses it. */
async function createProgram(
  person: Person,
  { permission = 'administrator', roles = [MONITOR, DEVICES], days = 1 }: TokenOptions = {},
): Promise<{ program: Client; token: string; tokenId: number }> {
  const created = await person.call('createToken', {
    oldPD,
    name: 'script',
    permission,
    roles: [...roles],
    days,
  });
  const program = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => created.token });
  return { program, ...created };
}

const expectedError = (errorName: string, details: object = {}) => ({ errorName, details });

test('gives a program access; the list of tokens does not contain the token', async () => {
  const ada = await createPerson();
  const { program, token, tokenId } = await createProgram(ada);
  expect(token).toMatch(/^wl_[\w-]{43}$/);
  expect(await program.call('queryAllTrackers', {})).toMatchObject({ abilities: { add: true } });
  const { list } = await ada.call('queryTokens', {});
  const now = world.clock.now();
  expect(list).toEqual([
    {
      tokenId,
      name: 'script',
      permission: 'administrator',
      roles: [MONITOR, DEVICES],
      createTime: now,
      expireTime: now + DAY,
      lastUsedTime: now,
    },
  ]);
  const rows = await world.database.db.selectFrom('api_token').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('records its last use at most every five minutes', async () => {
  const ada = await createPerson();
  const { program } = await createProgram(ada);
  const used = async () => (await ada.call('queryTokens', {})).list[0]?.lastUsedTime;
  expect(await used()).toBeNull();
  await program.call('unReadMsgCount', {});
  const first = world.clock.now();
  world.clock.advance(5 * 60_000);
  await program.call('unReadMsgCount', {});
  expect(await used()).toBe(first);
  world.clock.advance(1);
  await program.call('unReadMsgCount', {});
  expect(await used()).toBe(world.clock.now());
});

describe('has the rights that both its scope and its user have:', () => {
  const form = () => ({ trackerName: 'Gull', imei: `token-${Math.random().toString(36).slice(2)}` });

  test('a viewer token of a holder', async () => {
    const { program } = await createProgram(await createPerson(), { permission: 'viewer' });
    expect(await program.call('queryAllTrackers', {})).toMatchObject({ abilities: { add: false } });
    await expect(program.call('addTracker', form())).rejects.toMatchObject(
      expectedError('not-allowed', { permission: 'editor' }),
    );
  });

  test('a token without a function that its user has', async () => {
    const { program } = await createProgram(await createPerson(), { roles: [MONITOR] });
    await expect(program.call('addTracker', form())).rejects.toMatchObject(
      expectedError('not-allowed', { role: DEVICES }),
    );
    expect(await program.call('queryUserConfig', {})).toMatchObject({ roles: [{ name: MONITOR }] });
  });

  test('a token whose user has lost rights since', async () => {
    const ada = await createPerson('administrator');
    const { program } = await createProgram(ada);
    await program.call('addTracker', form());
    const user = world.database.db.updateTable('app_user').where('user_id', '=', ada.userId);
    await user.set({ permission: 'viewer' }).execute();
    await expect(program.call('addTracker', form())).rejects.toMatchObject(expectedError('not-allowed'));
    await user.set({ permission: 'administrator', roles: [MONITOR] }).execute();
    await expect(program.call('addTracker', form())).rejects.toMatchObject(
      expectedError('not-allowed', { role: DEVICES }),
    );
  });

  test('no token has the rights of a holder', async () => {
    const { program } = await createProgram(await createPerson());
    await expect(program.call('queryAuditLog', {})).rejects.toMatchObject(
      expectedError('not-allowed', { permission: 'holder' }),
    );
  });

  test('no token can manage its login', async () => {
    const { program } = await createProgram(await createPerson());
    await expect(program.call('querySessions', {})).rejects.toMatchObject(
      expectedError('not-allowed', { way: 'token' }),
    );
    await expect(
      program.call('createToken', { oldPD, name: 'more', permission: 'viewer', roles: [MONITOR], days: 1 }),
    ).rejects.toMatchObject(expectedError('not-allowed', { way: 'token' }));
  });
});

describe('is refused', () => {
  const expiredError = expectedError('session-gone');

  test('when it is revoked', async () => {
    const ada = await createPerson();
    const { program, tokenId } = await createProgram(ada);
    await ada.call('deleteToken', { tokenId });
    await expect(program.call('unReadMsgCount', {})).rejects.toMatchObject(expiredError);
    expect((await ada.call('queryTokens', {})).list).toEqual([]);
  });

  test('when it has expired', async () => {
    const { program } = await createProgram(await createPerson(), { days: 2 });
    world.clock.advance(2 * DAY - 1);
    await program.call('unReadMsgCount', {});
    world.clock.advance(1);
    await expect(program.call('unReadMsgCount', {})).rejects.toMatchObject(expiredError);
  });

  test('when its user is disabled or deleted', async () => {
    const ada = await createPerson();
    const { program } = await createProgram(ada);
    const { db } = world.database;
    await db.updateTable('app_user').set({ disabled: true }).where('user_id', '=', ada.userId).execute();
    await expect(program.call('unReadMsgCount', {})).rejects.toMatchObject(expiredError);
    await db.deleteFrom('app_user').where('user_id', '=', ada.userId).execute();
    await expect(program.call('unReadMsgCount', {})).rejects.toMatchObject(expiredError);
  });

  test('in a cookie', async () => {
    const { token } = await createProgram(await createPerson());
    const response = await world.post('unReadMsgCount', {
      headers: { cookie: `wakeline_session=${token}` },
    });
    expect(await response.json()).toMatchObject({ result: { error: 'session-gone' } });
  });
});

test('ignores sign-out with a token', async () => {
  const ada = await createPerson();
  const { program } = await createProgram(ada);
  await program.call('logout', {});
  await program.call('unReadMsgCount', {});
  await ada.call('unReadMsgCount', {});
});

test('accepts a session as bearer token, with access to the security operations', async () => {
  const ada = await createPerson();
  const client = createClient({
    baseUrl: world.url,
    prefix: world.prefix,
    token: await ada.token().then((token) => () => token),
  });
  expect((await client.call('querySessions', {})).list).toMatchObject([{ current: true }]);
});

describe('creation is refused', () => {
  test('without the password, whose guesses are limited', async () => {
    const ada = await createPerson();
    const create = (pd: string) =>
      ada.call('createToken', {
        oldPD: pd,
        name: 'script',
        permission: 'viewer',
        roles: [MONITOR],
        days: 1,
      });
    for (let attempt = 0; attempt < MAX_LOGIN_FAILURES; attempt += 1) {
      await expect(create(passwordDigest('guess'))).rejects.toMatchObject(expectedError('password-wrong'));
    }
    await expect(create(oldPD)).rejects.toMatchObject({ errorName: 'login-locked' });
    expect((await ada.call('queryTokens', {})).total).toBe(0);
  });

  test('when the password is changed concurrently', async () => {
    const ada = await createPerson();
    await Promise.allSettled([
      createProgram(ada),
      ada.call('changePassword', { oldPD, newPD: passwordDigest('Harbour99') }),
    ]);
    expect((await ada.call('queryTokens', {})).total).toBe(0);
  });

  test('with more rights than its creator has', async () => {
    const editor = await createPerson('editor', [MONITOR]);
    const create = (permission: 'administrator' | 'editor', roles: readonly Role[]) =>
      editor.call('createToken', { oldPD, name: 'script', permission, roles: [...roles], days: 1 });
    await expect(create('administrator', [MONITOR])).rejects.toMatchObject(expectedError('right-not-yours'));
    await expect(create('editor', [MONITOR, DEVICES])).rejects.toMatchObject(
      expectedError('right-not-yours'),
    );
    await create('editor', [MONITOR]);
  });

  test.each([
    ['name', { name: ' ' }],
    ['permission', { permission: 'holder' }],
    ['roles', { roles: [] }],
    ['roles.0', { roles: ['eob_plugin_everything'] }],
    ['days', { days: 0 }],
    ['days', { days: 366 }],
  ])('with a wrong %s: %j', async (field, wrong) => {
    const ada = await createPerson();
    const right = { oldPD, name: 'script', permission: 'viewer', roles: [MONITOR], days: 1 };
    await expect(ada.call('createToken', { ...right, ...wrong } as never)).rejects.toMatchObject(
      expectedError('field-invalid', { field }),
    );
  });

  test('above the limit, to which expired tokens do not count', async () => {
    const ada = await createPerson();
    for (let made = 0; made < LIMITS.tokensPerUser; made += 1) await createProgram(ada);
    await expect(createProgram(ada)).rejects.toMatchObject(expectedError('token-limit'));
    world.clock.advance(DAY);
    await createProgram(ada);
    expect((await ada.call('queryTokens', {})).total).toBe(1);
  });
});

test('hides tokens of other users', async () => {
  const { tokenId } = await createProgram(await createPerson());
  const other = await createPerson();
  for (const id of [tokenId, 999_999]) {
    await expect(other.call('deleteToken', { tokenId: id })).rejects.toMatchObject(
      expectedError('token-unknown'),
    );
  }
});

/** Opens the live socket with a token and waits for its messages by type. */
async function openSocket(
  token: string,
): Promise<{ waitForMessage: (type: string, error?: string) => Promise<void> }> {
  const address = `${world.url.replace('http', 'ws')}${world.prefix}/socket`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
  const messages: { readonly type: string; readonly error?: string }[] = [];
  const messageWaiter = new ChangeWaiter();
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    messageWaiter.notify();
  });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', cursor: null, refresh: 0 })));
  return {
    waitForMessage: (type, error) =>
      messageWaiter.waitUntil(`the message ${type} is received`, () =>
        messages.some((message) => message.type === type && message.error === error),
      ),
  };
}

describe('at the live socket', () => {
  test('is served until it is revoked', async () => {
    const ada = await createPerson();
    const { token, tokenId } = await createProgram(ada);
    const socket = await openSocket(token);
    await socket.waitForMessage('live');
    await ada.call('deleteToken', { tokenId });
    await socket.waitForMessage('refused', 'session-gone');
  });

  test('is served until it expires', async () => {
    const { token } = await createProgram(await createPerson());
    const socket = await openSocket(token);
    await socket.waitForMessage('live');
    world.clock.advance(DAY);
    await socket.waitForMessage('refused', 'session-gone');
  });
});

test('records creation and revocation in the audit log without the token', async () => {
  const ada = await createPerson();
  const { token, tokenId } = await createProgram(ada);
  await ada.call('deleteToken', { tokenId });
  const { list } = await ada.call('queryAuditLog', { userId: ada.userId, target: 'script' });
  const scope = { permission: 'administrator', roles: [MONITOR, DEVICES] };
  expect(list).toMatchObject([
    { action: 'deleteToken', before: scope, after: null },
    { action: 'createToken', before: null, after: { ...scope, expireTime: world.clock.now() + DAY } },
  ]);
  expect(JSON.stringify(list)).not.toContain(token.slice(3));
});
