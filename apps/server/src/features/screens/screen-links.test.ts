import { DEFAULT_BOXES } from '@wakeline/domain/screens/default-boxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD, type Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const HOUR = 3_600_000;

let world: World;
let harbour: WorldAccount;
let holder: Person;
let quay: number;
let gull: number;
let tern: number;
let visual: number;
let data: number;
let count = 0;

const boxesOf = (kind: 'visual' | 'data') =>
  DEFAULT_BOXES[kind].map((box) => ({
    ...box,
    options: { ...box.options, figures: [...box.options.figures] },
  }));

async function save(kind: 'visual' | 'data', screenName: string): Promise<number> {
  const fields = { screenId: null, kind, screenName, boxes: boxesOf(kind), settings: {} };
  return (await holder.call('saveScreen', fields)).screenId;
}

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  quay = (await holder.call('createGroup', { groupName: 'Quay' })).groupId;
  gull = await harbour.tracker('861390000000801', 'Gull', quay);
  tern = await harbour.tracker('861390000000802', 'Tern');
  await holder.call('editTracker', { trackerId: gull, note: 'secret note', label: '7' });
  await (await world.account('airfield')).tracker('861390000000803', 'Owl');
  const state = {
    account_id: harbour.accountId,
    version: 1,
    mileage: 0,
    memory: '{}',
    status: 'RUNNING' as const,
  };
  const moment = {
    comm_time: world.clock.now(),
    activated_at: world.clock.now(),
    fix_time: world.clock.now(),
  };
  await world.database.db
    .insertInto('tracker_state')
    .values([
      { ...state, ...moment, tracker_id: gull, latitude: 24.78, longitude: 110.5, speed: 20, battery: 9 },
      { ...state, ...moment, tracker_id: tern, latitude: 25, longitude: 111, speed: 0 },
    ])
    .execute();
  visual = await save('visual', 'Lobby');
  data = await save('data', 'Office');
});
afterAll(() => world.stop());

/** Calls an operation without a session or token. */
async function call(operation: string, payload: object) {
  const response = await world.post(operation, {
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(payload),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the results of several operations
  return { result: (JSON.parse(text) as { result: any }).result, text };
}

function createLink(owner: Person = holder, fields: object = {}) {
  count += 1;
  return owner.call('createScreenLink', {
    shareName: `Wall ${count}`,
    screenId: visual,
    hideNames: false,
    expireTime: world.clock.now() + HOUR,
    ...fields,
  });
}

async function expectExpired(code: string): Promise<void> {
  for (const [operation, payload] of [
    ['queryScreenLink', { code }],
    ['queryScreenLinkTrackers', { code }],
    ['queryScreenLinkStates', { code, since: 0 }],
    ['queryScreenLinkData', { code }],
  ] as const)
    expect([operation, (await call(operation, payload)).result.error]).toEqual([operation, 'share-gone']);
}

const updateUser = (userId: number, set: object) =>
  world.database.db.updateTable('app_user').set(set).where('user_id', '=', userId).execute();

describe('a screen link', () => {
  test('shows its screen, its devices and their figures to anonymous viewers, and nothing else', async () => {
    const { code } = await createLink();
    const opened = await call('queryScreenLink', { code });
    expect(opened.result).toMatchObject({
      screen: { screenId: visual, screenName: 'Lobby', kind: 'visual' },
      hideNames: false,
      timeZone: 'Asia/Shanghai',
      serverTime: world.clock.now(),
      looks: { sysName: 'location service platform' },
      groups: [{ groupId: quay, parentId: null, groupName: 'Quay' }],
    });
    const trackers = await call('queryScreenLinkTrackers', { code });
    expect(trackers.result).toMatchObject({
      next: null,
      list: [
        {
          trackerId: gull,
          trackerName: 'Gull',
          label: '7',
          groupId: quay,
          trackerStatusDto: { latitude: 24.78 },
        },
        { trackerId: tern, trackerName: 'Tern', trackerStatusDto: { status: 'RUNNING' } },
      ],
    });
    const figures = await call('queryScreenLinkData', { code });
    expect(figures.result.boxes.map((box: { data: { kind: string } }) => box.data.kind)).toEqual([
      'figures',
      'onlineRate',
      'trend',
      'map',
      'newestAlarms',
      'ranking',
    ]);
    for (const { text } of [opened, trackers, figures])
      for (const secret of ['secret note', '861390000000801', 'Owl', 'holder', 'abilities', 'harbour'])
        expect(text).not.toContain(secret);
    const chinese = await call('queryScreenLink', { code, lang: 'zh_CN' });
    expect(chinese.result.looks.sysName).toBe('定位服务平台');
  });

  test('pages through devices', async () => {
    const { code } = await createLink();
    const page = await call('queryScreenLinkTrackers', { code, after: gull });
    expect(page.result.list.map(({ trackerId }: { trackerId: number }) => trackerId)).toEqual([tern]);
  });

  test('sends states that changed since a time, and what shows that more has changed', async () => {
    const { code } = await createLink();
    world.clock.advance(60_000);
    const since = world.clock.now();
    const states = (await call('queryScreenLinkStates', { code, since })).result;
    expect(states).toMatchObject({ serverTime: since, states: [], total: 2, newestNotice: 0 });
    await world.database.db
      .updateTable('tracker_state')
      .set({ comm_time: since + 1, speed: 31 })
      .where('tracker_id', '=', gull)
      .execute();
    await world.appendNotice(harbour.accountId, gull, {});
    const later = (await call('queryScreenLinkStates', { code, since })).result;
    expect(later).toMatchObject({ states: [{ trackerId: gull, status: { speed: 31 } }], newestNotice: 1 });
  });

  test('hides names and labels, also those of groups, if its owner wants that', async () => {
    const named = await createLink(holder);
    expect((await call('queryScreenLink', { code: named.code })).text).toContain('Quay');
    const { code } = await createLink(holder, { hideNames: true });
    expect((await call('queryScreenLink', { code })).result.groups).toContainEqual({
      ...{ groupId: quay, parentId: null, groupName: '' },
    });
    for (const operation of ['queryScreenLinkTrackers', 'queryScreenLinkData', 'queryScreenLink']) {
      const { text } = await call(operation, { code });
      expect(text).not.toContain('Gull');
      expect(text).not.toContain('Tern');
      expect(text).not.toContain('Quay');
      expect(text).not.toContain('"label":"7"');
    }
  });

  test('reveals no positions of a screen without a map', async () => {
    const { code } = await createLink(holder, { screenId: data });
    const { result } = await call('queryScreenLinkTrackers', { code });
    expect(result.list[0].trackerStatusDto).toMatchObject({
      ...{ latitude: null, longitude: null, direction: null, speed: 31 },
    });
    const states = await call('queryScreenLinkStates', { code, since: 0 });
    expect(states.text).not.toContain('24.78');
  });

  test('ends on the second, and at once when it is revoked or its screen is deleted', async () => {
    const { code } = await createLink();
    world.clock.advance(HOUR - 1_000);
    expect((await call('queryScreenLinkStates', { code, since: 0 })).result.error).toBeUndefined();
    world.clock.advance(1_000);
    await expectExpired(code);
    const revoked = await createLink();
    await holder.call('withdrawShareLink', { shareId: revoked.shareId });
    await expectExpired(revoked.code);
    const passing = await save('visual', 'Passing');
    const deleted = await createLink(holder, { screenId: passing });
    await holder.call('removeScreen', { screenId: passing });
    await expectExpired(deleted.code);
    await expectExpired('scr-AAAAAAAAAAAAAAAAAAAAAA');
  });

  test.each([
    ['is disabled', { disabled: true }],
    ['loses the function', { roles: ['eob_plugin_data_screen'] }],
    ['is no longer an editor', { permission: 'viewer' }],
  ])('ends while its owner %s', async (what, set) => {
    const owner = await harbour.person(`editor who ${what}`, { permission: 'editor' });
    const { code } = await createLink(owner);
    await updateUser(owner.userId, set);
    await expectExpired(code);
  });

  test('shows what its owner can see at each read', async () => {
    const owner = await harbour.person('narrowed', { permission: 'editor' });
    const { code } = await createLink(owner);
    const seen = async () =>
      (await call('queryScreenLinkTrackers', { code })).result.list.map(
        ({ trackerName }: { trackerName: string }) => trackerName,
      );
    expect(await seen()).toEqual(['Gull', 'Tern']);
    await world.database.db
      .insertInto('user_group')
      .values({ user_id: owner.userId, group_id: quay })
      .execute();
    await updateUser(owner.userId, { all_groups: false });
    expect(await seen()).toEqual(['Gull']);
  });

  test('and a link to trackers do not open each other', async () => {
    const shared = await holder.call('createShareLink', {
      shareName: 'Regatta',
      trackerIds: [gull],
      expireTime: world.clock.now() + HOUR,
    });
    expect(shared.code.startsWith('scr-')).toBe(false);
    const { code } = await createLink();
    expect((await call('queryShare', { code })).result.error).toBe('share-gone');
    expect((await call('queryScreenLink', { code: shared.code })).result.error).toBe('field-invalid');
  });
});

describe('creating a screen link', () => {
  test('is listed with its screen, recorded, and revoked with the other links of its owner', async () => {
    const owner = await harbour.person('lister', {
      permission: 'editor',
      roles: ['eob_plugin_visual_screen'],
    });
    const { code, shareId } = await createLink(owner, { hideNames: true });
    const { list } = await owner.call('queryShareLinks', {});
    expect(list).toMatchObject([
      {
        shareId,
        trackerIds: [],
        screen: { screenId: visual, screenName: 'Lobby', kind: 'visual', hideNames: true },
        state: 'open',
        abilities: { withdraw: true },
      },
    ]);
    const audit = await world.database.db.selectFrom('audit_entry').selectAll().execute();
    expect(audit.filter(({ action }) => action === 'createScreenLink').at(-1)?.after).toMatchObject({
      screen: 'Lobby',
      hideNames: true,
    });
    expect(JSON.stringify(audit)).not.toContain(code);
    await owner.call('withdrawOwnShareLinks', {});
    await expectExpired(code);
  });

  test.each([
    ['share-expiry', () => ({ expireTime: world.clock.now() })],
    ['share-expiry', () => ({ expireTime: world.clock.now() + 367 * 24 * HOUR })],
    ['share-password', () => ({ expireTime: world.clock.now() + 7 * 24 * HOUR })],
    [
      'password-wrong',
      () => ({ expireTime: world.clock.now() + 7 * 24 * HOUR, oldPD: passwordDigest('Harbour99') }),
    ],
    ['screen-unknown', () => ({ screenId: 2_000_000_000 })],
  ])('is refused with %s', async (errorName, fields) => {
    await expect(createLink(holder, fields())).rejects.toMatchObject({ errorName });
  });

  test('is possible for longer than a day with the password', async () => {
    const expireTime = world.clock.now() + 7 * 24 * HOUR;
    await createLink(holder, { expireTime, oldPD: passwordDigest(PASSWORD) });
  });

  test('is refused for a screen of another account or of another function', async () => {
    const other = await (await world.account('airfield')).person('eve');
    await expect(createLink(other)).rejects.toMatchObject({ errorName: 'screen-unknown' });
    const dan = await harbour.person('dan', { permission: 'editor', roles: ['eob_plugin_data_screen'] });
    await expect(createLink(dan)).rejects.toMatchObject({ errorName: 'screen-unknown' });
    const viewer = await harbour.person('vic', { permission: 'viewer' });
    await expect(createLink(viewer)).rejects.toMatchObject({ errorName: 'not-allowed' });
  });
});
