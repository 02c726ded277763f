import { createHash } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCKOUT_WINDOW_MS, MAX_LOGIN_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import { hashToken } from '../../identity/tokens.ts';
import { report } from '../../ingest/testing/reports.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
let harbour: WorldAccount;
let holder: Person;
let gull: number;
let tern: number;
let pilots: number;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  pilots = (await holder.call('createGroup', { groupName: 'Pilots' })).groupId;
  gull = await harbour.tracker('13800000001', 'Gull', pilots);
  tern = await harbour.tracker('13800000002', 'Tern');
  await holder.call('editTracker', { trackerId: gull, note: 'secret note', label: '7' });
  const device = await world.device('jt808', '13800000001');
  const start = world.clock.now() - 90 * MINUTE;
  // One fix every 10 minutes for an hour and a half, the last one now.
  for (let step = 0; step <= 9; step += 1) {
    const fix = { latitude: 24.78, longitude: 110 + step / 100, speed: 20 };
    await device.reply(device.report(report({ time: start + step * 10 * MINUTE, fix })));
  }
});
afterAll(() => world.stop());

/** Calls an operation without a session or token. */
async function callAnonymously(
  operation: string,
  payload: object,
): Promise<{ error: string | undefined; result: object; text: string }> {
  const response = await world.post(operation, {
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(payload),
  });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result: { error?: string } };
  return { error: result.error, result, text };
}

async function createShare(
  owner: Person,
  {
    trackerIds = [gull],
    hours = 1,
    backMinutes = 60,
  }: { trackerIds?: number[]; hours?: number; backMinutes?: number } = {},
) {
  count += 1;
  return owner.call('createShareLink', {
    shareName: `Regatta ${count}`,
    trackerIds,
    expireTime: world.clock.now() + hours * HOUR,
    backMinutes,
  });
}

async function expectExpired(code: string): Promise<void> {
  for (const [operation, payload] of [
    ['queryShare', { code }],
    ['queryShareStates', { code }],
    ['queryShareTrails', { code, minutes: 5 }],
  ] as const) {
    expect([operation, (await callAnonymously(operation, payload)).error]).toEqual([operation, 'share-gone']);
  }
}

async function createEditor(groupIds?: readonly number[]): Promise<Person> {
  count += 1;
  return harbour.person(`editor ${count}`, { permission: 'editor', ...(groupIds && { groupIds }) });
}

const updateUser = (userId: number, set: object) =>
  world.database.db.updateTable('app_user').set(set).where('user_id', '=', userId).execute();

describe('trails', () => {
  test('contain the last minutes of each requested tracker, oldest first', async () => {
    const { trails } = await holder.call('queryTrails', { trackerIds: [tern, gull, gull], minutes: 30 });
    expect(trails.map(({ trackerId }) => trackerId)).toEqual([tern, gull]);
    expect(trails[0]?.points).toEqual([]);
    expect(trails[1]?.points.map(({ lng }) => Math.round(lng * 100))).toEqual([11006, 11007, 11008, 11009]);
    expect(trails[1]?.points[0]).toMatchObject({ lat: 24.78, speed: 20 });
  });

  test('are refused for trackers of other groups, other accounts and unknown ones', async () => {
    const scoped = await createEditor([pilots]);
    expect((await scoped.call('queryTrails', { trackerIds: [gull], minutes: 5 })).trails).toHaveLength(1);
    const otherUser = await (await world.account('airfield')).person('outsider');
    for (const [person, id] of [
      [scoped, tern],
      [otherUser, gull],
      [holder, 2_000_000_000],
    ] as const) {
      const request = person.call('queryTrails', { trackerIds: [id], minutes: 5 });
      await expect(request).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    }
  });
});

describe('a share link', () => {
  test('shows its trackers in its order to anonymous viewers, and nothing else of the account', async () => {
    const { code } = await createShare(holder, { trackerIds: [tern, gull, tern] });
    const { result, text } = await callAnonymously('queryShare', { code });
    expect(result).toMatchObject({
      backMinutes: 60,
      serverTime: world.clock.now(),
      movingSpeed: 5,
      looks: { sysName: 'location service platform', speedUnits: 1, altitudeUnits: 1, climbUnits: 1 },
      trackers: [
        { trackerId: tern, trackerName: 'Tern' },
        { trackerId: gull, trackerName: 'Gull', label: '7', trackerStatusDto: { speed: 20 } },
      ],
    });
    for (const secret of ['secret note', '13800000001', 'harbour', 'Pilots', 'holder', 'abilities']) {
      expect(text).not.toContain(secret);
    }
    const chineseResult = await callAnonymously('queryShare', { code, lang: 'zh_CN' });
    expect(chineseResult.result).toMatchObject({ looks: { sysName: '定位服务平台' } });
    const states = await callAnonymously('queryShareStates', { code });
    expect(states.result).toMatchObject({ states: [{ trackerId: tern }, { trackerId: gull }] });
    expect(states.text).not.toContain('13800000001');
  });

  test('limits trails to the shared minutes', async () => {
    const points = async (code: string, minutes: number) => {
      const { result } = await callAnonymously('queryShareTrails', { code, minutes });
      return (result as { trails: { points: unknown[] }[] }).trails.map((trail) => trail.points.length);
    };
    const { code } = await createShare(holder, { backMinutes: 20 });
    expect(await points(code, 10)).toEqual([2]);
    expect(await points(code, 1_440)).toEqual([3]);
    const { code: present } = await createShare(holder, { backMinutes: 0 });
    expect(await points(present, 1_440)).toEqual([]);
  });

  test('ends on the second', async () => {
    const { code } = await createShare(holder);
    world.clock.advance(HOUR - 1_000);
    expect((await callAnonymously('queryShareStates', { code })).error).toBeUndefined();
    world.clock.advance(1_000);
    await expectExpired(code);
  });

  test('ends at once when it is revoked', async () => {
    const { shareId, code } = await createShare(holder);
    await holder.call('withdrawShareLink', { shareId });
    await expectExpired(code);
    await expect(holder.call('withdrawShareLink', { shareId })).rejects.toMatchObject({
      errorName: 'share-unknown',
    });
  });

  test('with an unknown code is answered like an ended one', async () => {
    await expectExpired('A'.repeat(22));
  });

  test('has a code of 128 bits that the database does not contain', async () => {
    const { shareId, code } = await createShare(holder);
    expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    const row = await world.database.db
      .selectFrom('share_link')
      .selectAll()
      .where('share_id', '=', shareId)
      .executeTakeFirstOrThrow();
    expect(row.code_hash.toString('hex')).toBe(createHash('sha256').update(code).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(code);
    const audit = await world.database.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(audit)).not.toContain(code);
    expect(JSON.stringify(await holder.call('queryShareLinks', {}))).not.toContain(code);
  });

  test('shows only trackers that its owner can still see', async () => {
    const owner = await createEditor();
    const { code } = await createShare(owner, { trackerIds: [gull, tern] });
    const seen = async () => {
      const { result } = await callAnonymously('queryShareStates', { code });
      return (result as { states: { trackerId: number }[] }).states.map((state) => state.trackerId);
    };
    expect(await seen()).toEqual([gull, tern]);
    // Now the owner is confined to the pilots' group.
    await world.database.db
      .insertInto('user_group')
      .values({ user_id: owner.userId, group_id: pilots })
      .execute();
    await updateUser(owner.userId, { all_groups: false });
    expect(await seen()).toEqual([gull]);
    await world.database.db.deleteFrom('user_group').where('user_id', '=', owner.userId).execute();
    await expectExpired(code);
    await updateUser(owner.userId, { all_groups: true });
    expect(await seen()).toEqual([gull, tern]);
  });

  test.each([
    ['is disabled', { disabled: true }],
    ['loses the function', { roles: ['eob_plugin_sys_conf'] }],
    ['is no longer an editor', { permission: 'viewer' }],
  ])('ends while its owner %s', async (_what, set) => {
    const owner = await createEditor();
    const { code } = await createShare(owner);
    await updateUser(owner.userId, set);
    await expectExpired(code);
  });

  test('is deleted with its owner and ends without its trackers', async () => {
    const owner = await createEditor();
    const { code } = await createShare(owner);
    await world.database.db.deleteFrom('app_user').where('user_id', '=', owner.userId).execute();
    await expectExpired(code);
    const passing = await harbour.tracker('13800000099', 'Passing');
    const { code: other } = await createShare(holder, { trackerIds: [passing] });
    await holder.call('removeTracker', { trackerId: passing });
    await expectExpired(other);
  });

  test('stores its last opening time at most once a minute', async () => {
    const { shareId, code } = await createShare(holder);
    const opened = async () =>
      (await holder.call('queryShareLinks', {})).list.find((one) => one.shareId === shareId)?.lastOpenTime;
    expect(await opened()).toBeNull();
    const first = world.clock.now();
    await callAnonymously('queryShare', { code });
    expect(await opened()).toBe(first);
    world.clock.advance(MINUTE - 1);
    await callAnonymously('queryShareStates', { code });
    expect(await opened()).toBe(first);
    world.clock.advance(1);
    await callAnonymously('queryShareStates', { code });
    expect(await opened()).toBe(first + MINUTE);
  });

  test('can be polled by many viewers behind one address', async () => {
    const { code } = await createShare(holder);
    // Twenty pages that poll every 2 s for a minute: 600 calls from one address.
    for (let round = 0; round < 30; round += 1) {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => callAnonymously('queryShareStates', { code })),
      );
      expect(new Set(results.map(({ error }) => error))).toEqual(new Set([undefined]));
    }
  });
});

describe('creating a share link', () => {
  const create = (person: Person, fields: object) =>
    person.call('createShareLink', {
      shareName: 'Regatta',
      trackerIds: [gull],
      expireTime: world.clock.now() + HOUR,
      ...fields,
    });

  test.each([
    ['the present', () => world.clock.now()],
    ['more than a year', () => world.clock.now() + 367 * 24 * HOUR],
  ])('refuses an expiry at %s', async (_what, expireTime) => {
    await expect(create(holder, { expireTime: expireTime() })).rejects.toMatchObject({
      errorName: 'share-expiry',
    });
  });

  test('refuses trackers outside the scope of the caller', async () => {
    const scoped = await createEditor([pilots]);
    await create(scoped, {});
    for (const trackerIds of [[tern], [gull, tern]]) {
      await expect(create(scoped, { trackerIds })).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    }
    const otherUser = await (await world.account('airfield')).person('outsider');
    await expect(create(otherUser, {})).rejects.toMatchObject({ errorName: 'tracker-unknown' });
  });

  test('is limited by the number of open links', async () => {
    const owner = await createEditor();
    const created = [];
    for (let index = 0; index < LIMITS.sharesPerUser; index += 1) created.push(await create(owner, {}));
    await expect(create(owner, {})).rejects.toMatchObject({ errorName: 'share-limit' });
    await owner.call('withdrawShareLink', { shareId: created[0]?.shareId ?? 0 });
    await create(owner, {});
    // The number of ended links is limited as well.
    for (let round = 0; round < 2; round += 1) {
      world.clock.advance(HOUR);
      for (let index = 0; index < LIMITS.sharesPerUser; index += 1) await create(owner, {});
    }
    expect((await owner.call('queryShareLinks', {})).total).toBeLessThanOrEqual(2 * LIMITS.sharesPerUser + 1);
  });

  describe('for longer than a day', () => {
    const oldPD = passwordDigest(PASSWORD);
    const week = () => world.clock.now() + 7 * 24 * HOUR;

    test('requires the password', async () => {
      const owner = await createEditor();
      await expect(create(owner, { expireTime: week() })).rejects.toMatchObject({
        errorName: 'share-password',
      });
      const { code } = await create(owner, { expireTime: week(), oldPD });
      expect((await callAnonymously('queryShare', { code })).error).toBeUndefined();
    });

    test('requires no password for a day on a clock that is half a minute ahead', async () => {
      await create(await createEditor(), { expireTime: world.clock.now() + 24 * HOUR + 30_000 });
    });

    test('is refused with a wrong password, which counts as a failed sign-in', async () => {
      const owner = await createEditor();
      const wrong = passwordDigest('Harbour99');
      for (let guess = 0; guess < MAX_LOGIN_FAILURES; guess += 1) {
        await expect(create(owner, { expireTime: week(), oldPD: wrong })).rejects.toMatchObject({
          errorName: 'password-wrong',
        });
      }
      await expect(create(owner, { expireTime: week(), oldPD })).rejects.toMatchObject({
        errorName: 'login-locked',
      });
      expect((await owner.call('queryShareLinks', {})).total).toBe(0);
      world.clock.advance(LOCKOUT_WINDOW_MS);
    });
  });

  test('and revoking it are in the audit log and notify consoles', async () => {
    const owner = await createEditor();
    const console = await owner.console();
    await console.waitUntilLive();
    const { shareId } = await create(owner, { trackerIds: [gull, tern] });
    await console.waitUntil('the console is notified of the list', ({ changes }) =>
      changes.includes('shares'),
    );
    await owner.call('withdrawShareLink', { shareId });
    const { list } = await holder.call('queryAuditLog', { userId: owner.userId });
    expect(list.filter(({ action }) => action.includes('Share'))).toMatchObject([
      { action: 'withdrawShareLink', target: 'Regatta', before: { owner: owner.login } },
      { action: 'createShareLink', target: 'Regatta', after: { trackers: 'Gull, Tern', backMinutes: 60 } },
    ]);
  });
});

describe('the list', () => {
  test('contains own links, and for administrators those of others in their scope', async () => {
    const owner = await createEditor();
    const other = await createEditor();
    const admin = await harbour.person('admin', { permission: 'administrator' });
    const scoped = await harbour.person('scoped admin', { permission: 'administrator', groupIds: [pilots] });
    const mixed = await createShare(owner, { trackerIds: [tern, gull] });
    const hidden = await createShare(owner, { trackerIds: [tern] });
    const listed = async (person: Person) => {
      const { list } = await person.call('queryShareLinks', {});
      return list.filter(({ owner: login }) => login === owner.login);
    };
    expect((await listed(owner)).map(({ shareId }) => shareId)).toEqual([hidden.shareId, mixed.shareId]);
    expect(await listed(other)).toEqual([]);
    expect((await listed(admin)).map(({ trackerNames }) => trackerNames)).toEqual([
      ['Tern'],
      ['Tern', 'Gull'],
    ]);
    expect(await listed(scoped)).toMatchObject([
      { shareId: mixed.shareId, trackerNames: ['Gull'], state: 'open', abilities: { withdraw: true } },
    ]);
    const otherUser = await (await world.account('airfield')).person('outsider');
    for (const [person, { shareId }] of [
      [other, mixed],
      [otherUser, mixed],
      [scoped, hidden],
    ] as const) {
      await expect(person.call('withdrawShareLink', { shareId })).rejects.toMatchObject({
        errorName: 'share-unknown',
      });
    }
    await scoped.call('withdrawShareLink', { shareId: mixed.shareId });
    await expectExpired(mixed.code);
    expect((await listed(admin))[1]).toMatchObject({ state: 'withdrawn', abilities: { withdraw: false } });
  });

  test('marks expired links', async () => {
    const owner = await createEditor();
    await createShare(owner);
    world.clock.advance(HOUR);
    expect((await owner.call('queryShareLinks', {})).list).toMatchObject([
      { state: 'expired', abilities: { withdraw: false } },
    ]);
  });
});

describe('revoking all own links', () => {
  const oldPD = passwordDigest(PASSWORD);
  const newPD = passwordDigest('Harbour99');

  test('ends all of them at once with an audit entry and leaves those of others', async () => {
    const [owner, other] = [await createEditor(), await createEditor()];
    const [one, two, theirs] = [await createShare(owner), await createShare(owner), await createShare(other)];
    const console = await other.console();
    await console.waitUntilLive();
    expect(await owner.call('querySessions', {})).toMatchObject({
      openLinks: 2,
      abilities: { withdrawLinks: true },
    });
    expect(await owner.call('withdrawOwnShareLinks', {})).toEqual({ withdrawn: 2 });
    await console.waitUntil('the console is notified of the list', ({ changes }) =>
      changes.includes('shares'),
    );
    await expectExpired(one.code);
    await expectExpired(two.code);
    expect((await callAnonymously('queryShare', { code: theirs.code })).error).toBeUndefined();
    expect((await owner.call('querySessions', {})).openLinks).toBe(0);
    const { list } = await holder.call('queryAuditLog', { action: 'withdrawOwnShareLinks' });
    expect(list[0]).toMatchObject({ account: owner.login, before: { links: 2 }, after: { links: 0 } });
  });

  test('accompanies a password change only on request', async () => {
    const owner = await createEditor();
    const { code } = await createShare(owner);
    await owner.call('changePassword', { oldPD, newPD });
    expect((await callAnonymously('queryShare', { code })).error).toBeUndefined();
    await owner.call('changePassword', { oldPD: newPD, newPD: oldPD, withdrawLinks: true });
    await expectExpired(code);
    const { list } = await holder.call('queryAuditLog', { userId: owner.userId });
    expect(list.slice(0, 2).map(({ action }) => action)).toEqual(['changePassword', 'withdrawOwnShareLinks']);
  });

  test('does not happen with a refused password', async () => {
    const owner = await createEditor();
    const { code } = await createShare(owner);
    await expect(
      owner.call('changePassword', { oldPD: newPD, newPD, withdrawLinks: true }),
    ).rejects.toMatchObject({ errorName: 'password-same' });
    await expect(
      owner.call('changePassword', { oldPD: passwordDigest('x'), newPD, withdrawLinks: true }),
    ).rejects.toMatchObject({ errorName: 'password-wrong' });
    expect((await callAnonymously('queryShare', { code })).error).toBeUndefined();
  });

  test('accompanies a password reset on request', async () => {
    const owner = await createEditor();
    const { code } = await createShare(owner);
    const resetToken = 'reset token of the owner';
    await world.database.db
      .insertInto('reset_ticket')
      .values({
        ticket_hash: hashToken(resetToken),
        user_id: owner.userId,
        expires_at: new Date(world.clock.now() + HOUR),
      })
      .execute();
    await owner.call('resetPd', { ticket: resetToken, newPD, withdrawLinks: true });
    await expectExpired(code);
  });
});
