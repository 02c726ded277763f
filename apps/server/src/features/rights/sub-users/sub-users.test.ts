import type { SubUser } from '@wakeline/contract/entities/sub-user';
import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordDigest } from '../../../identity/password.ts';
import { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';
import { CHECKS_PER_MINUTE } from './login-check-limiter.ts';

let world: World;
let accountCount = 0;
const persons: Person[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => {
  for (const person of persons) person.closeConsoles();
  return world.stop();
});

const MONITOR: Role = 'eob_plugin_loc_monitor';
const DEVICES: Role = 'eob_plugin_device_mg';
const RIGHTS: Role = 'eob_plugin_auth_mg';
const CHOSEN_PASSWORD = 'Harbour99';

type Form = PayloadInput<Operations['createSubEobUser']>;

/** Creates a separate account for a test, with its holder. */
async function createHarbour() {
  accountCount += 1;
  const number = accountCount;
  const account = await world.account(`harbour ${number}`);
  const holder = await account.person(`holder ${number}`);
  const form = (name: string, fields: Partial<Form> = {}): Form => ({
    noteName: name,
    account: `${name} ${number}`,
    pd: passwordDigest(CHOSEN_PASSWORD),
    permission: 'viewer',
    roles: [MONITOR],
    ...fields,
  });
  return {
    account,
    holder,
    form,
    async make(name: string, fields: Partial<Form> = {}, creator: Person = holder) {
      const { subUserId } = await creator.call('createSubEobUser', form(name, fields));
      return { subUserId, person: createPerson(account, subUserId, `${name} ${number}`) };
    },
    group: async (name: string) => (await holder.call('createGroup', { groupName: name })).groupId,
  };
}

function createPerson(account: Pick<WorldAccount, 'accountId'>, userId: number, login: string): Person {
  const { url, prefix } = world;
  const person = new Person({ login, userId, accountId: account.accountId, url, prefix });
  persons.push(person);
  return person;
}

async function findListed(reader: Person, subUserId: number): Promise<SubUser | undefined> {
  const { list } = await reader.call('queryAllSubEobUser', {});
  return list.find((user) => user.subUserId === subUserId);
}

const expectedError = (errorName: string) => ({ errorName });

async function expectAllToFail(errorName: string, calls: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(expectedError(errorName))));
}

describe('a holder', () => {
  test('creates a sub-account that signs in and sees its groups', async () => {
    const { holder, make, group, form } = await createHarbour();
    const pilots = await group('Pilots');
    const { subUserId, person } = await make('bo', { permission: 'editor', groupIds: [pilots] });
    expect(await findListed(holder, subUserId)).toEqual({
      subUserId,
      noteName: 'bo',
      account: form('bo').account,
      permission: 'editor',
      roles: [MONITOR],
      groupIds: [pilots],
      disabled: false,
      twoFactor: false,
      createTime: expect.any(Number),
      lastSeenTime: null,
      abilities: { edit: true, remove: true },
    });
    await person.signIn(CHOSEN_PASSWORD);
    const { list } = await person.call('queryAllGroups', {});
    expect(list.map(({ groupId }) => groupId)).toEqual([pilots]);
    await expect(person.call('addTracker', { trackerName: 'x', imei: 'x' })).rejects.toMatchObject(
      expectedError('not-allowed'),
    );
    expect((await findListed(holder, subUserId))?.lastSeenTime).toBe(world.clock.now());
  });

  test('is not a sub-account and can grant everything', async () => {
    const { holder } = await createHarbour();
    const { list, permissions, roles } = await holder.call('queryAllSubEobUser', {});
    expect(list).toEqual([]);
    expect(permissions).toEqual(['administrator', 'editor', 'viewer']);
    expect(roles.toSorted()).toEqual(ROLES.toSorted());
    for (const operation of ['editSubEobUser', 'deleteSubEobUser'] as const) {
      await expect(holder.call(operation, { subUserId: holder.userId })).rejects.toMatchObject(
        expectedError('sub-user-unknown'),
      );
    }
  });

  test('grants only functions that the account has', async () => {
    const { account, holder, form } = await createHarbour();
    const { db } = world.database;
    await db
      .deleteFrom('account_plugin')
      .where('account_id', '=', account.accountId)
      .where('role', '=', DEVICES)
      .execute();
    await expect(
      holder.call('createSubEobUser', form('bo', { roles: [MONITOR, DEVICES] })),
    ).rejects.toMatchObject(expectedError('right-not-yours'));
  });

  test('changes the given fields and leaves the others', async () => {
    const { holder, make, group } = await createHarbour();
    const pilots = await group('Pilots');
    const { subUserId } = await make('bo', { groupIds: [pilots], roles: [MONITOR, DEVICES] });
    await holder.call('editSubEobUser', { subUserId, noteName: 'Bo, quay' });
    const before = { permission: 'viewer', roles: [DEVICES, MONITOR].toSorted(), groupIds: [pilots] };
    const now = await findListed(holder, subUserId);
    expect({ ...now, roles: now?.roles.toSorted() }).toMatchObject({ ...before, noteName: 'Bo, quay' });
    await holder.call('editSubEobUser', {
      subUserId,
      permission: 'administrator',
      roles: [RIGHTS],
      groupIds: null,
    });
    expect(await findListed(holder, subUserId)).toMatchObject({
      noteName: 'Bo, quay',
      permission: 'administrator',
      roles: [RIGHTS],
      groupIds: null,
    });
  });

  test('does not revoke a lapsed function with a change', async () => {
    const { account, holder, make } = await createHarbour();
    const { subUserId, person } = await make('bo', { roles: [MONITOR, DEVICES] });
    const plugin = () =>
      world.database.db
        .updateTable('account_plugin')
        .where('account_id', '=', account.accountId)
        .where('role', '=', DEVICES);
    await plugin()
      .set({ valid_until: new Date(world.clock.now()) })
      .execute();
    expect((await findListed(holder, subUserId))?.roles).toEqual([MONITOR]);
    await holder.call('editSubEobUser', { subUserId, roles: [MONITOR] });
    await plugin().set({ valid_until: null }).execute();
    expect((await findListed(holder, subUserId))?.roles.toSorted()).toEqual([DEVICES, MONITOR].toSorted());
    await person.signIn(CHOSEN_PASSWORD);
  });

  test('deletes a sub-account, which can no longer sign in', async () => {
    const { holder, make } = await createHarbour();
    const { subUserId, person } = await make('bo');
    await person.signIn(CHOSEN_PASSWORD);
    const console = await person.console();
    await console.waitUntilLive();
    await holder.call('deleteSubEobUser', { subUserId });
    await console.waitUntil('the console is refused', ({ status }) => status?.refusal === 'session-gone');
    await expect(person.call('queryAllGroups', {})).rejects.toMatchObject(expectedError('session-gone'));
    await expect(person.signIn(CHOSEN_PASSWORD)).rejects.toMatchObject(expectedError('credentials-wrong'));
    expect(await findListed(holder, subUserId)).toBeUndefined();
    await expect(holder.call('deleteSubEobUser', { subUserId })).rejects.toMatchObject(
      expectedError('sub-user-unknown'),
    );
  });
});

describe('revoked access of a sub-account ends at once', () => {
  test.each([
    ['disabled', { disabled: true }],
    ['given a new password', { pd: passwordDigest('Another77') }],
  ])('ends sessions, sockets and tokens when it is %s', async (_what, change) => {
    const { account, holder, make } = await createHarbour();
    const { subUserId, person } = await make('bo');
    await person.signIn(CHOSEN_PASSWORD);
    const { token } = await person.call('createToken', {
      oldPD: passwordDigest(CHOSEN_PASSWORD),
      name: 'script',
      permission: 'viewer',
      roles: [MONITOR],
      days: 1,
    });
    const program = createPerson(account, subUserId, person.login);
    program.useToken(token);
    expect((await program.call('queryAllGroups', {})).total).toBe(0);
    const consoles = [await person.console(), await program.console()];
    for (const console of consoles) await console.waitUntilLive();
    await holder.call('editSubEobUser', { subUserId, ...change });
    for (const console of consoles) {
      await console.waitUntil('the console is refused', ({ status }) => status?.refusal === 'session-gone');
    }
    await expect(person.call('queryAllGroups', {})).rejects.toMatchObject(expectedError('session-gone'));
    await expect(program.call('queryAllGroups', {})).rejects.toMatchObject(expectedError('session-gone'));
    await expect(person.signIn(CHOSEN_PASSWORD)).rejects.toMatchObject(
      expectedError('disabled' in change ? 'user-disabled' : 'credentials-wrong'),
    );
    if ('pd' in change) await person.signIn('Another77');
  });

  test('applies changed rights to the next call and to the open console', async () => {
    const { account, holder, make } = await createHarbour();
    const trackerId = await account.tracker(`rights-${accountCount}`);
    const { subUserId, person } = await make('bo', { permission: 'editor', roles: [MONITOR, DEVICES] });
    await person.signIn(CHOSEN_PASSWORD);
    const console = await person.console();
    await console.waitUntilLive();
    await person.call('editTracker', { trackerId, note: 'mine' });
    await holder.call('editSubEobUser', { subUserId, permission: 'viewer' });
    await expect(person.call('editTracker', { trackerId, note: 'mine' })).rejects.toMatchObject(
      expectedError('not-allowed'),
    );
    await console.waitUntil(
      'the tracker can no longer be edited',
      ({ trackers, rightsChanges }) =>
        rightsChanges === 1 && trackers.get(trackerId)?.abilities.edit === false,
    );
    await holder.call('editSubEobUser', { subUserId, roles: [RIGHTS] });
    await console.waitUntil('the tracker is removed from the console', ({ removed }) =>
      removed.includes(trackerId),
    );
  });
});

describe('two-factor sign-in of a sub-account that lost its authenticator', () => {
  /** Creates a sub-account with two-factor sign-in. */
  async function setUpTwoFactor() {
    const harbour = await createHarbour();
    const { subUserId, person } = await harbour.make('bo');
    await person.signIn(CHOSEN_PASSWORD);
    const { secret } = await person.call('beginTwoFactor', { oldPD: passwordDigest(CHOSEN_PASSWORD) });
    const otp = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now() });
    await person.call('confirmTwoFactor', { otp });
    return { ...harbour, subUserId, person };
  }

  test('is disabled by a manager with an audit entry; password and sessions stay', async () => {
    const { holder, subUserId, person } = await setUpTwoFactor();
    const visitor = createPerson({ accountId: person.accountId }, subUserId, person.login);
    await expect(visitor.signIn(CHOSEN_PASSWORD)).rejects.toMatchObject(
      expectedError('second-factor-needed'),
    );
    await holder.call('editSubEobUser', { subUserId, twoFactor: false });
    await person.call('unReadMsgCount', {});
    expect(await person.call('querySecurity', {})).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
    await visitor.signIn(CHOSEN_PASSWORD);
    const { list } = await holder.call('queryAuditLog', { action: 'editSubEobUser', userId: holder.userId });
    expect(list).toMatchObject([
      { target: person.login, before: { twoFactor: true }, after: { twoFactor: false } },
    ]);
    const { rows } = await sql`select from recovery_code where user_id = ${subUserId}`.execute(
      world.database.db,
    );
    expect(rows).toEqual([]);
  });

  test('cannot be enabled by others, nor disabled without the right to manage it', async () => {
    const { holder, make, subUserId } = await setUpTwoFactor();
    await expect(
      holder.call('editSubEobUser', { subUserId, twoFactor: true } as never),
    ).rejects.toMatchObject({ errorName: 'field-invalid', details: { field: 'twoFactor' } });
    // The administrator does not have the function that the sub-account has.
    const { person: root } = await make('root', { permission: 'administrator', roles: [RIGHTS] });
    await root.signIn(CHOSEN_PASSWORD);
    await expect(root.call('editSubEobUser', { subUserId, twoFactor: false })).rejects.toMatchObject(
      expectedError('right-not-yours'),
    );
    const otherUser = (await createHarbour()).holder;
    await expect(otherUser.call('editSubEobUser', { subUserId, twoFactor: false })).rejects.toMatchObject(
      expectedError('sub-user-unknown'),
    );
    expect((await findListed(holder, subUserId))?.twoFactor).toBe(true);
  });
});

describe('an administrator', () => {
  async function withAdministrator(fields: Partial<Form> = {}) {
    const harbour = await createHarbour();
    const { subUserId, person } = await harbour.make('root', {
      permission: 'administrator',
      roles: [MONITOR, RIGHTS],
      ...fields,
    });
    await person.signIn(CHOSEN_PASSWORD);
    return { ...harbour, admin: person, adminId: subUserId };
  }

  test('creates editors and viewers with their own functions', async () => {
    const { admin, make } = await withAdministrator();
    const { permissions, roles } = await admin.call('queryAllSubEobUser', {});
    expect(permissions).toEqual(['editor', 'viewer']);
    expect(roles.toSorted()).toEqual([MONITOR, RIGHTS].toSorted());
    const { subUserId } = await make('bo', { permission: 'editor' }, admin);
    expect((await findListed(admin, subUserId))?.abilities).toEqual({ edit: true, remove: true });
    await admin.call('editSubEobUser', { subUserId, permission: 'viewer', disabled: true });
    await admin.call('deleteSubEobUser', { subUserId });
  });

  test.each<[string, Partial<Form>]>([
    ['the administrator permission', { permission: 'administrator' }],
    ['a function that they lack', { roles: [MONITOR, DEVICES] }],
  ])('cannot grant %s', async (_what, rights) => {
    const { admin, form, make } = await withAdministrator();
    await expect(admin.call('createSubEobUser', form('bo', rights))).rejects.toMatchObject(
      expectedError('right-not-yours'),
    );
    const { subUserId } = await make('bo', {}, admin);
    await expect(admin.call('editSubEobUser', { subUserId, ...rights })).rejects.toMatchObject(
      expectedError('right-not-yours'),
    );
  });

  test('cannot change themselves in any field', async () => {
    const { admin, adminId } = await withAdministrator();
    expect((await findListed(admin, adminId))?.abilities).toEqual({ edit: false, remove: false });
    for (const change of [
      { roles: [MONITOR] },
      { permission: 'viewer' as const },
      { pd: passwordDigest('Another77') },
      { disabled: true },
    ]) {
      await expect(admin.call('editSubEobUser', { subUserId: adminId, ...change })).rejects.toMatchObject(
        expectedError('own-rights'),
      );
    }
    await expect(admin.call('deleteSubEobUser', { subUserId: adminId })).rejects.toMatchObject(
      expectedError('own-rights'),
    );
  });

  test('cannot manage users with more rights', async () => {
    const { admin, make, holder } = await withAdministrator();
    const peer = await make('peer', { permission: 'administrator', roles: [MONITOR] });
    const clerk = await make('clerk', { permission: 'viewer', roles: [DEVICES] });
    for (const { subUserId } of [peer, clerk]) {
      expect((await findListed(admin, subUserId))?.abilities).toEqual({ edit: false, remove: false });
      await expectAllToFail('right-not-yours', [
        admin.call('editSubEobUser', { subUserId, pd: passwordDigest('Another77') }),
        admin.call('editSubEobUser', { subUserId, roles: [] }),
        admin.call('deleteSubEobUser', { subUserId }),
      ]);
    }
    await expect(
      admin.call('editSubEobUser', { subUserId: holder.userId, pd: passwordDigest('Another77') }),
    ).rejects.toMatchObject(expectedError('sub-user-unknown'));
  });

  test('cannot manage users with a lapsed function that they do not have', async () => {
    const { account, make } = await createHarbour();
    const { person: chief } = await make('chief', { permission: 'administrator', roles: [MONITOR, RIGHTS] });
    const { person: secondAdministrator } = await make('twin', {
      permission: 'administrator',
      roles: [MONITOR, DEVICES, RIGHTS],
    });
    const { subUserId } = await make('bo', { roles: [MONITOR, DEVICES] });
    for (const person of [chief, secondAdministrator]) await person.signIn(CHOSEN_PASSWORD);
    const { db } = world.database;
    const lapse = db.updateTable('account_plugin').where('account_id', '=', account.accountId);
    await lapse
      .set({ valid_until: new Date(world.clock.now()) })
      .where('role', '=', DEVICES)
      .execute();
    const pd = passwordDigest('Lighthouse9');
    await expectAllToFail('right-not-yours', [
      chief.call('editSubEobUser', { subUserId, pd }),
      chief.call('deleteSubEobUser', { subUserId }),
    ]);
    expect((await findListed(chief, subUserId))?.abilities).toEqual({ edit: false, remove: false });
    // An administrator with the same lapsed function can.
    await secondAdministrator.call('editSubEobUser', { subUserId, pd });
  });

  test('with some groups grants only these, never all groups', async () => {
    const harbour = await createHarbour();
    const [pilots, tugs] = [await harbour.group('Pilots'), await harbour.group('Tugs')];
    const { person: admin } = await harbour.make('root', {
      permission: 'administrator',
      roles: [MONITOR, RIGHTS],
      groupIds: [pilots],
    });
    await admin.signIn(CHOSEN_PASSWORD);
    const { subUserId } = await harbour.make('bo', { groupIds: [pilots] }, admin);
    const attempts = (groupIds: number[] | null) => [
      admin.call('createSubEobUser', harbour.form('al', { groupIds })),
      admin.call('editSubEobUser', { subUserId, groupIds }),
    ];
    await expectAllToFail('right-not-yours', attempts(null));
    await expectAllToFail('group-unknown', attempts([pilots, tugs]));
    await expect(
      admin.call('createSubEobUser', { ...harbour.form('al'), groupIds: undefined }),
    ).rejects.toMatchObject(expectedError('right-not-yours'));
    // Users with more groups cannot be managed, and groups outside the scope are not listed.
    const { subUserId: wider } = await harbour.make('wide', { groupIds: [pilots, tugs] });
    expect(await findListed(admin, wider)).toMatchObject({ groupIds: [pilots], abilities: { edit: false } });
    await expect(
      admin.call('editSubEobUser', { subUserId: wider, groupIds: [pilots] }),
    ).rejects.toMatchObject(expectedError('right-not-yours'));
  });
});

describe('refuses with a named error:', () => {
  test('a sub-account and a group of another account', async () => {
    const { make, holder: otherUser } = await createHarbour();
    const { subUserId } = await make('bo');
    const otherSubUser = await createHarbour();
    const group = await otherSubUser.group('Theirs');
    for (const operation of ['editSubEobUser', 'deleteSubEobUser'] as const) {
      await expect(otherSubUser.holder.call(operation, { subUserId })).rejects.toMatchObject(
        expectedError('sub-user-unknown'),
      );
    }
    await expect(otherUser.call('editSubEobUser', { subUserId, groupIds: [group] })).rejects.toMatchObject(
      expectedError('group-unknown'),
    );
  });

  test('a login that is taken anywhere on the server, also under concurrent requests', async () => {
    const { holder, form, make } = await createHarbour();
    const otherSubUser = await createHarbour();
    const taken = otherSubUser.holder.login;
    expect(await holder.call('checkSubUser', { account: taken })).toEqual({ free: false });
    expect(await holder.call('checkSubUser', { account: 'unused login' })).toEqual({ free: true });
    await expect(holder.call('createSubEobUser', form('bo', { account: taken }))).rejects.toMatchObject(
      expectedError('login-taken'),
    );
    const { subUserId } = await make('bo');
    await expect(holder.call('editSubEobUser', { subUserId, account: taken })).rejects.toMatchObject(
      expectedError('login-taken'),
    );
    const both = await Promise.allSettled([
      holder.call('createSubEobUser', form('twin')),
      otherSubUser.holder.call('createSubEobUser', form('twin')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expectedError('login-taken'),
    });
  });

  test('a login that differs only in case or in invisible characters', async () => {
    const { holder, form } = await createHarbour();
    const made = form('Bo');
    await holder.call('createSubEobUser', made);
    const sameLogin = { ...made, account: made.account.toUpperCase() };
    expect(await holder.call('checkSubUser', { account: sameLogin.account })).toEqual({ free: false });
    await expectAllToFail('login-taken', [holder.call('createSubEobUser', sameLogin)]);
    for (const invisible of ['\u200b', '\u202e', '\u2028', '\u0007', '\u00ad']) {
      const account = `${made.account.slice(0, 1)}${invisible}${made.account.slice(1)}`;
      await expect(holder.call('createSubEobUser', { ...made, account })).rejects.toMatchObject({
        errorName: 'field-invalid',
        details: { field: 'account' },
      });
    }
    // Signing in is not case-sensitive.
    const person = new Person({ ...holder, login: sameLogin.account, url: world.url, prefix: world.prefix });
    expect((await person.signIn(CHOSEN_PASSWORD)).accountMsg.username).toBe(made.account);
  });

  test('a new login that looks like a phone number, while an existing one stays', async () => {
    const { holder, form, make } = await createHarbour();
    const phone = '13712345678';
    const { subUserId } = await make('bo');
    await expectAllToFail('login-is-phone', [
      holder.call('checkSubUser', { account: phone }),
      holder.call('createSubEobUser', form('al', { account: phone })),
      holder.call('editSubEobUser', { subUserId, account: phone }),
    ]);
    const { db } = world.database;
    await db.updateTable('app_user').set({ login: phone }).where('user_id', '=', subUserId).execute();
    await holder.call('editSubEobUser', { subUserId, account: phone, noteName: 'Bo, quay' });
  });

  test('more than sixty login checks per minute', async () => {
    const { holder } = await createHarbour();
    world.clock.advance(60_000);
    const checkLogin = () => holder.call('checkSubUser', { account: 'anyone' });
    await Promise.all(Array.from({ length: CHECKS_PER_MINUTE }, checkLogin));
    await expect(checkLogin()).rejects.toMatchObject({
      errorName: 'too-many-requests',
      details: { seconds: 60 },
    });
    world.clock.advance(60_000);
    await checkLogin();
  });

  test('a common password', async () => {
    const { holder, form, make } = await createHarbour();
    const pd = passwordDigest('123456');
    await expect(holder.call('createSubEobUser', form('bo', { pd }))).rejects.toMatchObject(
      expectedError('password-common'),
    );
    const { subUserId } = await make('bo');
    await expect(holder.call('editSubEobUser', { subUserId, pd })).rejects.toMatchObject(
      expectedError('password-common'),
    );
  });

  test('sub-accounts above the limit, also under concurrent requests', async () => {
    const { account, holder, form } = await createHarbour();
    await world.database.db
      .insertInto('app_user')
      .values(
        Array.from({ length: LIMITS.subUsersPerAccount - 1 }, (_, index) => ({
          account_id: account.accountId,
          login: `crowd ${accountCount} ${index}`,
          password_hash: '',
          permission: 'viewer' as const,
          roles: [],
          plugins_order: [],
          config: '{}',
        })),
      )
      .execute();
    const lockingTransaction = await world.database.db.startTransaction().execute();
    await lockingTransaction
      .selectFrom('account')
      .select('account_id')
      .where('account_id', '=', account.accountId)
      .forUpdate()
      .execute();
    const calls = Promise.allSettled([
      holder.call('createSubEobUser', form('al')),
      holder.call('createSubEobUser', form('bo')),
    ]);
    // Both calls are waiting for the lock of the account.
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(lockingTransaction)).rows.length).toBeGreaterThan(1);
    await lockingTransaction.commit().execute();
    const both = await calls;
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expectedError('sub-user-limit'),
    });
  });
});

test('unbinds the phone when a manager sets a password, so that it cannot be reset', async () => {
  const { holder, make } = await createHarbour();
  const { subUserId } = await make('bo');
  const { db } = world.database;
  const phone = '13700000001';
  await db.updateTable('app_user').set({ phone }).where('user_id', '=', subUserId).execute();
  const resetToken = { ticket_hash: Buffer.alloc(32, 1), user_id: subUserId };
  const expires_at = new Date(world.clock.now() + 60_000);
  await db
    .insertInto('reset_ticket')
    .values({ ...resetToken, expires_at })
    .execute();
  await holder.call('editSubEobUser', { subUserId, noteName: 'Bo, quay' });
  const readPhone = () =>
    db.selectFrom('app_user').select('phone').where('user_id', '=', subUserId).executeTakeFirst();
  expect(await readPhone()).toEqual({ phone });
  await holder.call('editSubEobUser', { subUserId, pd: passwordDigest('Lighthouse9') });
  expect(await readPhone()).toEqual({ phone: null });
  const resetTokens = db.selectFrom('reset_ticket').selectAll().where('user_id', '=', subUserId);
  expect(await resetTokens.execute()).toEqual([]);
  const { list } = await holder.call('queryAuditLog', { action: 'editSubEobUser' });
  expect(list[0]).toMatchObject({
    before: { phone: '137****0001' },
    after: { phone: null, password: 'changed' },
  });
});

test('revokes reset tokens when a sub-account is disabled', async () => {
  const { holder, make } = await createHarbour();
  const { subUserId } = await make('bo');
  const { db } = world.database;
  await db
    .insertInto('reset_ticket')
    .values({
      ticket_hash: Buffer.alloc(32, 2),
      user_id: subUserId,
      expires_at: new Date(world.clock.now() + 60_000),
    })
    .execute();
  await holder.call('editSubEobUser', { subUserId, disabled: true });
  const resetTokens = db.selectFrom('reset_ticket').selectAll().where('user_id', '=', subUserId);
  expect(await resetTokens.execute()).toEqual([]);
});

test('records changes in the audit log with values before and after, without passwords', async () => {
  const { account, holder, make, form } = await createHarbour();
  const { subUserId } = await make('bo');
  await holder.call('editSubEobUser', {
    subUserId,
    permission: 'editor',
    noteName: 'bo',
    pd: passwordDigest('Another77'),
  });
  await holder.call('deleteSubEobUser', { subUserId });
  const entries = await world.database.db
    .selectFrom('audit_entry')
    .where('account_id', '=', account.accountId)
    .where('action', 'like', '%SubEobUser')
    .orderBy('audit_id')
    .selectAll()
    .execute();
  const details = {
    noteName: 'bo',
    account: form('bo').account,
    permission: 'viewer',
    roles: [MONITOR],
    groupIds: null,
    disabled: false,
  };
  expect(entries.map(({ action, target, before, after }) => ({ action, target, before, after }))).toEqual([
    { action: 'createSubEobUser', target: details.account, before: null, after: details },
    {
      action: 'editSubEobUser',
      target: details.account,
      before: { permission: 'viewer' },
      after: { permission: 'editor', password: 'changed' },
    },
    {
      action: 'deleteSubEobUser',
      target: details.account,
      before: { ...details, permission: 'editor' },
      after: null,
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/[0-9a-f]{32}|argon2/);
});
