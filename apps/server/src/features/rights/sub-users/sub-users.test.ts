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
import { CHECKS_PER_MINUTE } from './login-checks.ts';

let world: World;
let harbours = 0;
const made: Person[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => {
  for (const person of made) person.closeConsoles();
  return world.stop();
});

const MONITOR: Role = 'eob_plugin_loc_monitor';
const DEVICES: Role = 'eob_plugin_device_mg';
const RIGHTS: Role = 'eob_plugin_auth_mg';
const CHOSEN = 'Harbour99';

type Form = PayloadInput<Operations['createSubEobUser']>;

/** An account of its own for each test, with its holder. */
async function harbour() {
  harbours += 1;
  const number = harbours;
  const account = await world.account(`harbour ${number}`);
  const holder = await account.person(`holder ${number}`);
  const form = (name: string, fields: Partial<Form> = {}): Form => ({
    noteName: name,
    account: `${name} ${number}`,
    pd: passwordDigest(CHOSEN),
    permission: 'viewer',
    roles: [MONITOR],
    ...fields,
  });
  return {
    account,
    holder,
    form,
    async make(name: string, fields: Partial<Form> = {}, maker: Person = holder) {
      const { subUserId } = await maker.call('createSubEobUser', form(name, fields));
      return { subUserId, person: personOf(account, subUserId, `${name} ${number}`) };
    },
    group: async (name: string) => (await holder.call('createGroup', { groupName: name })).groupId,
  };
}

function personOf(account: Pick<WorldAccount, 'accountId'>, userId: number, login: string): Person {
  const { url, prefix } = world;
  const person = new Person({ login, userId, accountId: account.accountId, url, prefix });
  made.push(person);
  return person;
}

async function listed(reader: Person, subUserId: number): Promise<SubUser | undefined> {
  const { list } = await reader.call('queryAllSubEobUser', {});
  return list.find((user) => user.subUserId === subUserId);
}

const fails = (errorName: string) => ({ errorName });

async function allFail(errorName: string, calls: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(fails(errorName))));
}

describe('a holder', () => {
  test('makes a sub-account that signs in and sees what it was given', async () => {
    const { holder, make, group, form } = await harbour();
    const pilots = await group('Pilots');
    const { subUserId, person } = await make('bo', { permission: 'editor', groupIds: [pilots] });
    expect(await listed(holder, subUserId)).toEqual({
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
    await person.signIn(CHOSEN);
    const { list } = await person.call('queryAllGroups', {});
    expect(list.map(({ groupId }) => groupId)).toEqual([pilots]);
    await expect(person.call('addTracker', { trackerName: 'x', imei: 'x' })).rejects.toMatchObject(
      fails('not-allowed'),
    );
    expect((await listed(holder, subUserId))?.lastSeenTime).toBe(world.clock.now());
  });

  test('is no sub-account himself, and may give everything', async () => {
    const { holder } = await harbour();
    const { list, permissions, roles } = await holder.call('queryAllSubEobUser', {});
    expect(list).toEqual([]);
    expect(permissions).toEqual(['administrator', 'editor', 'viewer']);
    expect(roles.toSorted()).toEqual(ROLES.toSorted());
    for (const operation of ['editSubEobUser', 'deleteSubEobUser'] as const) {
      await expect(holder.call(operation, { subUserId: holder.userId })).rejects.toMatchObject(
        fails('sub-user-unknown'),
      );
    }
  });

  test('gives only functions that the account has', async () => {
    const { account, holder, form } = await harbour();
    const { db } = world.database;
    await db
      .deleteFrom('account_plugin')
      .where('account_id', '=', account.accountId)
      .where('role', '=', DEVICES)
      .execute();
    await expect(
      holder.call('createSubEobUser', form('bo', { roles: [MONITOR, DEVICES] })),
    ).rejects.toMatchObject(fails('right-not-yours'));
  });

  test('changes the given fields, and the others stay', async () => {
    const { holder, make, group } = await harbour();
    const pilots = await group('Pilots');
    const { subUserId } = await make('bo', { groupIds: [pilots], roles: [MONITOR, DEVICES] });
    await holder.call('editSubEobUser', { subUserId, noteName: 'Bo of the quay' });
    const before = { permission: 'viewer', roles: [DEVICES, MONITOR].toSorted(), groupIds: [pilots] };
    const now = await listed(holder, subUserId);
    expect({ ...now, roles: now?.roles.toSorted() }).toMatchObject({ ...before, noteName: 'Bo of the quay' });
    await holder.call('editSubEobUser', {
      subUserId,
      permission: 'administrator',
      roles: [RIGHTS],
      groupIds: null,
    });
    expect(await listed(holder, subUserId)).toMatchObject({
      noteName: 'Bo of the quay',
      permission: 'administrator',
      roles: [RIGHTS],
      groupIds: null,
    });
  });

  test('does not take away, by a change, a function that has lapsed', async () => {
    const { account, holder, make } = await harbour();
    const { subUserId, person } = await make('bo', { roles: [MONITOR, DEVICES] });
    const plugin = () =>
      world.database.db
        .updateTable('account_plugin')
        .where('account_id', '=', account.accountId)
        .where('role', '=', DEVICES);
    await plugin()
      .set({ valid_until: new Date(world.clock.now()) })
      .execute();
    expect((await listed(holder, subUserId))?.roles).toEqual([MONITOR]);
    await holder.call('editSubEobUser', { subUserId, roles: [MONITOR] });
    await plugin().set({ valid_until: null }).execute();
    expect((await listed(holder, subUserId))?.roles.toSorted()).toEqual([DEVICES, MONITOR].toSorted());
    await person.signIn(CHOSEN);
  });

  test('deletes it: it signs in no more', async () => {
    const { holder, make } = await harbour();
    const { subUserId, person } = await make('bo');
    await person.signIn(CHOSEN);
    const console = await person.console();
    await console.live();
    await holder.call('deleteSubEobUser', { subUserId });
    await console.until('it is refused', ({ status }) => status?.refusal === 'session-gone');
    await expect(person.call('queryAllGroups', {})).rejects.toMatchObject(fails('session-gone'));
    await expect(person.signIn(CHOSEN)).rejects.toMatchObject(fails('credentials-wrong'));
    expect(await listed(holder, subUserId)).toBeUndefined();
    await expect(holder.call('deleteSubEobUser', { subUserId })).rejects.toMatchObject(
      fails('sub-user-unknown'),
    );
  });
});

describe('what a sub-account may no longer do ends at once', () => {
  test.each([
    ['disabled', { disabled: true }],
    ['given a new password', { pd: passwordDigest('Another77') }],
  ])('when it is %s: sessions, sockets and tokens', async (_what, change) => {
    const { account, holder, make } = await harbour();
    const { subUserId, person } = await make('bo');
    await person.signIn(CHOSEN);
    const { token } = await person.call('createToken', {
      oldPD: passwordDigest(CHOSEN),
      name: 'script',
      permission: 'viewer',
      roles: [MONITOR],
      days: 1,
    });
    const program = personOf(account, subUserId, person.login);
    program.useToken(token);
    expect((await program.call('queryAllGroups', {})).total).toBe(0);
    const consoles = [await person.console(), await program.console()];
    for (const console of consoles) await console.live();
    await holder.call('editSubEobUser', { subUserId, ...change });
    for (const console of consoles) {
      await console.until('it is refused', ({ status }) => status?.refusal === 'session-gone');
    }
    await expect(person.call('queryAllGroups', {})).rejects.toMatchObject(fails('session-gone'));
    await expect(program.call('queryAllGroups', {})).rejects.toMatchObject(fails('session-gone'));
    await expect(person.signIn(CHOSEN)).rejects.toMatchObject(
      fails('disabled' in change ? 'user-disabled' : 'credentials-wrong'),
    );
    if ('pd' in change) await person.signIn('Another77');
  });

  test('when its rights change: the next call, and the open console', async () => {
    const { account, holder, make } = await harbour();
    const trackerId = await account.tracker(`rights-${harbours}`);
    const { subUserId, person } = await make('bo', { permission: 'editor', roles: [MONITOR, DEVICES] });
    await person.signIn(CHOSEN);
    const console = await person.console();
    await console.live();
    await person.call('editTracker', { trackerId, note: 'mine' });
    await holder.call('editSubEobUser', { subUserId, permission: 'viewer' });
    await expect(person.call('editTracker', { trackerId, note: 'mine' })).rejects.toMatchObject(
      fails('not-allowed'),
    );
    await console.until(
      'the tracker cannot be changed any more',
      ({ trackers, rightsChanges }) =>
        rightsChanges === 1 && trackers.get(trackerId)?.abilities.edit === false,
    );
    await holder.call('editSubEobUser', { subUserId, roles: [RIGHTS] });
    await console.until('the tracker is taken back', ({ removed }) => removed.includes(trackerId));
  });
});

describe('two-factor sign-in of a sub-account that lost its authenticator', () => {
  /** A sub-account that has it on. */
  async function guarded() {
    const place = await harbour();
    const { subUserId, person } = await place.make('bo');
    await person.signIn(CHOSEN);
    const { secret } = await person.call('beginTwoFactor', { oldPD: passwordDigest(CHOSEN) });
    const otp = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now() });
    await person.call('confirmTwoFactor', { otp });
    return { ...place, subUserId, person };
  }

  test('is taken off by a manager; the password stays, nothing ends, and it is written down', async () => {
    const { holder, subUserId, person } = await guarded();
    const visitor = personOf({ accountId: person.accountId }, subUserId, person.login);
    await expect(visitor.signIn(CHOSEN)).rejects.toMatchObject(fails('second-factor-needed'));
    await holder.call('editSubEobUser', { subUserId, twoFactor: false });
    await person.call('unReadMsgCount', {});
    expect(await person.call('querySecurity', {})).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
    await visitor.signIn(CHOSEN);
    const { list } = await holder.call('queryAuditLog', { action: 'editSubEobUser', userId: holder.userId });
    expect(list).toMatchObject([
      { target: person.login, before: { twoFactor: true }, after: { twoFactor: false } },
    ]);
    const { rows } = await sql`select from recovery_code where user_id = ${subUserId}`.execute(
      world.database.db,
    );
    expect(rows).toEqual([]);
  });

  test('is not turned on by another, nor taken off by one who may not manage it', async () => {
    const { holder, make, subUserId } = await guarded();
    await expect(
      holder.call('editSubEobUser', { subUserId, twoFactor: true } as never),
    ).rejects.toMatchObject({ errorName: 'field-invalid', details: { field: 'twoFactor' } });
    // The administrator does not have the function that the sub-account has.
    const { person: root } = await make('root', { permission: 'administrator', roles: [RIGHTS] });
    await root.signIn(CHOSEN);
    await expect(root.call('editSubEobUser', { subUserId, twoFactor: false })).rejects.toMatchObject(
      fails('right-not-yours'),
    );
    const stranger = (await harbour()).holder;
    await expect(stranger.call('editSubEobUser', { subUserId, twoFactor: false })).rejects.toMatchObject(
      fails('sub-user-unknown'),
    );
    expect((await listed(holder, subUserId))?.twoFactor).toBe(true);
  });
});

describe('an administrator', () => {
  async function withAdministrator(fields: Partial<Form> = {}) {
    const place = await harbour();
    const { subUserId, person } = await place.make('root', {
      permission: 'administrator',
      roles: [MONITOR, RIGHTS],
      ...fields,
    });
    await person.signIn(CHOSEN);
    return { ...place, admin: person, adminId: subUserId };
  }

  test('makes editors and viewers with functions of his own', async () => {
    const { admin, make } = await withAdministrator();
    const { permissions, roles } = await admin.call('queryAllSubEobUser', {});
    expect(permissions).toEqual(['editor', 'viewer']);
    expect(roles.toSorted()).toEqual([MONITOR, RIGHTS].toSorted());
    const { subUserId } = await make('bo', { permission: 'editor' }, admin);
    expect((await listed(admin, subUserId))?.abilities).toEqual({ edit: true, remove: true });
    await admin.call('editSubEobUser', { subUserId, permission: 'viewer', disabled: true });
    await admin.call('deleteSubEobUser', { subUserId });
  });

  test.each<[string, Partial<Form>]>([
    ['his own permission', { permission: 'administrator' }],
    ['a function that he has not', { roles: [MONITOR, DEVICES] }],
  ])('gives nobody %s', async (_what, asked) => {
    const { admin, form, make } = await withAdministrator();
    await expect(admin.call('createSubEobUser', form('bo', asked))).rejects.toMatchObject(
      fails('right-not-yours'),
    );
    const { subUserId } = await make('bo', {}, admin);
    await expect(admin.call('editSubEobUser', { subUserId, ...asked })).rejects.toMatchObject(
      fails('right-not-yours'),
    );
  });

  test('does not change himself, in no field', async () => {
    const { admin, adminId } = await withAdministrator();
    expect((await listed(admin, adminId))?.abilities).toEqual({ edit: false, remove: false });
    for (const change of [
      { roles: [MONITOR] },
      { permission: 'viewer' as const },
      { pd: passwordDigest('Another77') },
      { disabled: true },
    ]) {
      await expect(admin.call('editSubEobUser', { subUserId: adminId, ...change })).rejects.toMatchObject(
        fails('own-rights'),
      );
    }
    await expect(admin.call('deleteSubEobUser', { subUserId: adminId })).rejects.toMatchObject(
      fails('own-rights'),
    );
  });

  test('does not touch who may do more than he: with a new password he would be that one', async () => {
    const { admin, make, holder } = await withAdministrator();
    const peer = await make('peer', { permission: 'administrator', roles: [MONITOR] });
    const clerk = await make('clerk', { permission: 'viewer', roles: [DEVICES] });
    for (const { subUserId } of [peer, clerk]) {
      expect((await listed(admin, subUserId))?.abilities).toEqual({ edit: false, remove: false });
      await allFail('right-not-yours', [
        admin.call('editSubEobUser', { subUserId, pd: passwordDigest('Another77') }),
        admin.call('editSubEobUser', { subUserId, roles: [] }),
        admin.call('deleteSubEobUser', { subUserId }),
      ]);
    }
    await expect(
      admin.call('editSubEobUser', { subUserId: holder.userId, pd: passwordDigest('Another77') }),
    ).rejects.toMatchObject(fails('sub-user-unknown'));
  });

  test('does not touch who was given a function that has lapsed: it comes back', async () => {
    const { account, make } = await harbour();
    const { person: chief } = await make('chief', { permission: 'administrator', roles: [MONITOR, RIGHTS] });
    const { person: twin } = await make('twin', {
      permission: 'administrator',
      roles: [MONITOR, DEVICES, RIGHTS],
    });
    const { subUserId } = await make('bo', { roles: [MONITOR, DEVICES] });
    for (const person of [chief, twin]) await person.signIn(CHOSEN);
    const { db } = world.database;
    const lapse = db.updateTable('account_plugin').where('account_id', '=', account.accountId);
    await lapse
      .set({ valid_until: new Date(world.clock.now()) })
      .where('role', '=', DEVICES)
      .execute();
    const pd = passwordDigest('Lighthouse9');
    await allFail('right-not-yours', [
      chief.call('editSubEobUser', { subUserId, pd }),
      chief.call('deleteSubEobUser', { subUserId }),
    ]);
    expect((await listed(chief, subUserId))?.abilities).toEqual({ edit: false, remove: false });
    // Who was given the same may still.
    await twin.call('editSubEobUser', { subUserId, pd });
  });

  test('who sees some groups gives these, and never all', async () => {
    const place = await harbour();
    const [pilots, tugs] = [await place.group('Pilots'), await place.group('Tugs')];
    const { person: admin } = await place.make('root', {
      permission: 'administrator',
      roles: [MONITOR, RIGHTS],
      groupIds: [pilots],
    });
    await admin.signIn(CHOSEN);
    const { subUserId } = await place.make('bo', { groupIds: [pilots] }, admin);
    const asks = (groupIds: number[] | null) => [
      admin.call('createSubEobUser', place.form('al', { groupIds })),
      admin.call('editSubEobUser', { subUserId, groupIds }),
    ];
    await allFail('right-not-yours', asks(null));
    await allFail('group-unknown', asks([pilots, tugs]));
    await expect(
      admin.call('createSubEobUser', { ...place.form('al'), groupIds: undefined }),
    ).rejects.toMatchObject(fails('right-not-yours'));
    // Who sees more than he is not his to manage, and the groups beyond are not named to him.
    const { subUserId: wider } = await place.make('wide', { groupIds: [pilots, tugs] });
    expect(await listed(admin, wider)).toMatchObject({ groupIds: [pilots], abilities: { edit: false } });
    await expect(
      admin.call('editSubEobUser', { subUserId: wider, groupIds: [pilots] }),
    ).rejects.toMatchObject(fails('right-not-yours'));
  });
});

describe('refused by name', () => {
  test("a stranger's sub-account, and a stranger's group", async () => {
    const { make, holder: stranger } = await harbour();
    const { subUserId } = await make('bo');
    const theirs = await harbour();
    const group = await theirs.group('Theirs');
    for (const operation of ['editSubEobUser', 'deleteSubEobUser'] as const) {
      await expect(theirs.holder.call(operation, { subUserId })).rejects.toMatchObject(
        fails('sub-user-unknown'),
      );
    }
    await expect(stranger.call('editSubEobUser', { subUserId, groupIds: [group] })).rejects.toMatchObject(
      fails('group-unknown'),
    );
  });

  test('a login that is taken, anywhere on the server, also of two at once', async () => {
    const { holder, form, make } = await harbour();
    const theirs = await harbour();
    const taken = theirs.holder.login;
    expect(await holder.call('checkSubUser', { account: taken })).toEqual({ free: false });
    expect(await holder.call('checkSubUser', { account: 'nobody has it' })).toEqual({ free: true });
    await expect(holder.call('createSubEobUser', form('bo', { account: taken }))).rejects.toMatchObject(
      fails('login-taken'),
    );
    const { subUserId } = await make('bo');
    await expect(holder.call('editSubEobUser', { subUserId, account: taken })).rejects.toMatchObject(
      fails('login-taken'),
    );
    const both = await Promise.allSettled([
      holder.call('createSubEobUser', form('twin')),
      theirs.holder.call('createSubEobUser', form('twin')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: fails('login-taken') });
  });

  test('a login that looks like another: by capitals, or by what nobody sees', async () => {
    const { holder, form } = await harbour();
    const made = form('Bo');
    await holder.call('createSubEobUser', made);
    const alike = { ...made, account: made.account.toUpperCase() };
    expect(await holder.call('checkSubUser', { account: alike.account })).toEqual({ free: false });
    await allFail('login-taken', [holder.call('createSubEobUser', alike)]);
    for (const unseen of ['\u200b', '\u202e', '\u2028', '\u0007', '\u00ad']) {
      const account = `${made.account.slice(0, 1)}${unseen}${made.account.slice(1)}`;
      await expect(holder.call('createSubEobUser', { ...made, account })).rejects.toMatchObject({
        errorName: 'field-invalid',
        details: { field: 'account' },
      });
    }
    // Who signs in need not know how it was written.
    const person = new Person({ ...holder, login: alike.account, url: world.url, prefix: world.prefix });
    expect((await person.signIn(CHOSEN)).accountMsg.username).toBe(made.account);
  });

  test('a login that is a phone number: it is for who has the phone, but one that is there stays', async () => {
    const { holder, form, make } = await harbour();
    const phone = '13712345678';
    const { subUserId } = await make('bo');
    await allFail('login-is-phone', [
      holder.call('checkSubUser', { account: phone }),
      holder.call('createSubEobUser', form('al', { account: phone })),
      holder.call('editSubEobUser', { subUserId, account: phone }),
    ]);
    const { db } = world.database;
    await db.updateTable('app_user').set({ login: phone }).where('user_id', '=', subUserId).execute();
    await holder.call('editSubEobUser', { subUserId, account: phone, noteName: 'Bo of the quay' });
  });

  test('more than sixty questions in a minute whether a login is free', async () => {
    const { holder } = await harbour();
    world.clock.advance(60_000);
    const ask = () => holder.call('checkSubUser', { account: 'anybody' });
    await Promise.all(Array.from({ length: CHECKS_PER_MINUTE }, ask));
    await expect(ask()).rejects.toMatchObject({
      errorName: 'too-many-requests',
      details: { seconds: 60 },
    });
    world.clock.advance(60_000);
    await ask();
  });

  test('a password that everybody tries', async () => {
    const { holder, form, make } = await harbour();
    const pd = passwordDigest('123456');
    await expect(holder.call('createSubEobUser', form('bo', { pd }))).rejects.toMatchObject(
      fails('password-common'),
    );
    const { subUserId } = await make('bo');
    await expect(holder.call('editSubEobUser', { subUserId, pd })).rejects.toMatchObject(
      fails('password-common'),
    );
  });

  test('one more than an account may have, also of two at once', async () => {
    const { account, holder, form } = await harbour();
    await world.database.db
      .insertInto('app_user')
      .values(
        Array.from({ length: LIMITS.subUsersPerAccount - 1 }, (_, index) => ({
          account_id: account.accountId,
          login: `crowd ${harbours} ${index}`,
          password_hash: '',
          permission: 'viewer' as const,
          roles: [],
          plugins_order: [],
          config: '{}',
        })),
      )
      .execute();
    const held = await world.database.db.startTransaction().execute();
    await held
      .selectFrom('account')
      .select('account_id')
      .where('account_id', '=', account.accountId)
      .forUpdate()
      .execute();
    const calls = Promise.allSettled([
      holder.call('createSubEobUser', form('al')),
      holder.call('createSubEobUser', form('bo')),
    ]);
    // Both have come as far as they come without the account.
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(held)).rows.length).toBeGreaterThan(1);
    await held.commit().execute();
    const both = await calls;
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: fails('sub-user-limit'),
    });
  });
});

test('a new password from a manager takes the phone away: who held the login recovers nothing', async () => {
  const { holder, make } = await harbour();
  const { subUserId } = await make('bo');
  const { db } = world.database;
  const phone = '13700000001';
  await db.updateTable('app_user').set({ phone }).where('user_id', '=', subUserId).execute();
  const ticket = { ticket_hash: Buffer.alloc(32, 1), user_id: subUserId };
  const expires_at = new Date(world.clock.now() + 60_000);
  await db
    .insertInto('reset_ticket')
    .values({ ...ticket, expires_at })
    .execute();
  await holder.call('editSubEobUser', { subUserId, noteName: 'Bo of the quay' });
  const phoneOf = () =>
    db.selectFrom('app_user').select('phone').where('user_id', '=', subUserId).executeTakeFirst();
  expect(await phoneOf()).toEqual({ phone });
  await holder.call('editSubEobUser', { subUserId, pd: passwordDigest('Lighthouse9') });
  expect(await phoneOf()).toEqual({ phone: null });
  const tickets = db.selectFrom('reset_ticket').selectAll().where('user_id', '=', subUserId);
  expect(await tickets.execute()).toEqual([]);
  const { list } = await holder.call('queryAuditLog', { action: 'editSubEobUser' });
  expect(list[0]).toMatchObject({
    before: { phone: '137****0001' },
    after: { phone: null, password: 'changed' },
  });
});

test('disabling ends tickets for a new password too', async () => {
  const { holder, make } = await harbour();
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
  const tickets = db.selectFrom('reset_ticket').selectAll().where('user_id', '=', subUserId);
  expect(await tickets.execute()).toEqual([]);
});

test('what was done is written down, with before and after and without a password', async () => {
  const { account, holder, make, form } = await harbour();
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
  const facts = {
    noteName: 'bo',
    account: form('bo').account,
    permission: 'viewer',
    roles: [MONITOR],
    groupIds: null,
    disabled: false,
  };
  expect(entries.map(({ action, target, before, after }) => ({ action, target, before, after }))).toEqual([
    { action: 'createSubEobUser', target: facts.account, before: null, after: facts },
    {
      action: 'editSubEobUser',
      target: facts.account,
      before: { permission: 'viewer' },
      after: { permission: 'editor', password: 'changed' },
    },
    {
      action: 'deleteSubEobUser',
      target: facts.account,
      before: { ...facts, permission: 'editor' },
      after: null,
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/[0-9a-f]{32}|argon2/);
});
