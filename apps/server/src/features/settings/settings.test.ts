import { createClient } from '@wakeline/client/client';
import { ROLES } from '@wakeline/contract/roles';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
});
afterAll(() => world.stop());

const readAudit = (accountId: number) =>
  world.database.db
    .selectFrom('audit_entry')
    .where('account_id', '=', accountId)
    .where('action', '=', 'editUserConfig')
    .select(['target', 'login', 'before', 'after'])
    .orderBy('audit_id')
    .execute();

describe('own settings', () => {
  test('can be changed by every user, field by field', async () => {
    const viewer = await harbour.person('vi', { permission: 'viewer', roles: [] });
    expect(await viewer.call('queryUserConfig', {})).toMatchObject({
      speedUnits: 1,
      altitudeUnits: 1,
      climbUnits: 1,
      locationFormat: 1,
      mapRefreshTime: 0,
      hideOfflineDevice: false,
      menu: 'full',
    });
    await viewer.call('editUserConfig', { speedUnits: 2, menu: 'reduced' });
    await viewer.call('editUserConfig', { altitudeUnits: 2, climbUnits: 2, locationFormat: 3 });
    expect(await viewer.call('queryUserConfig', {})).toMatchObject({
      speedUnits: 2,
      altitudeUnits: 2,
      climbUnits: 2,
      locationFormat: 3,
      menu: 'reduced',
      mapRefreshTime: 0,
    });
    expect(await readAudit(harbour.accountId)).toEqual([]);
  });

  test('store the order of the menu, append later functions and refuse unknown ones', async () => {
    const ann = await harbour.person('ann', {
      roles: ['eob_plugin_loc_monitor', 'eob_plugin_device_mg', 'eob_plugin_sys_conf'],
    });
    await ann.call('editUserConfig', { pluginsOrder: ['eob_plugin_sys_conf', 'eob_plugin_loc_monitor'] });
    const { pluginsOrder } = await ann.call('queryUserConfig', {});
    expect(pluginsOrder.map(({ key }) => key)).toEqual([
      'eob_plugin_sys_conf',
      'eob_plugin_loc_monitor',
      'eob_plugin_device_mg',
    ]);
    const unknown = { pluginsOrder: ['eob_plugin_everything'] } as never;
    await expect(ann.call('editUserConfig', unknown)).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'pluginsOrder.0' },
    });
  });

  test.each([
    ['speedUnits', 3],
    ['altitudeUnits', 0],
    ['climbUnits', 3],
    ['locationFormat', 0],
    ['mapRefreshTime', -1],
    ['mapRefreshTime', 3_600_001],
    ['deviceListParam', 'MOOD'],
    ['themeColor', 'red'],
    ['textColor', '#12345g'],
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', '+01:00'],
    ['sysName', 'x'.repeat(33)],
  ])('refuse %s %j', async (field, value) => {
    const ann = await harbour.person('ann');
    await expect(ann.call('editUserConfig', { [field]: value } as never)).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field },
    });
  });

  test('reach other consoles of the same user at once', async () => {
    const ann = await harbour.person('ann');
    const console = await ann.console();
    await console.waitUntilLive();
    await ann.call('editUserConfig', { speedUnits: 2 });
    await console.waitUntil('the console is notified', ({ rightsChanges }) => rightsChanges === 1);
  });
});

describe('account-wide settings', () => {
  const branding = {
    sysName: '海港',
    themeColor: '#123456',
    textColor: '#fedcba',
    timeZone: 'Europe/Lisbon',
  } as const;

  test('can be changed by administrators and the holder, with audit entries', async () => {
    const port = await world.account('port');
    const admin = await port.person('port admin', { permission: 'administrator' });
    const viewer = await port.person('port viewer', { permission: 'viewer' });
    const console = await viewer.console();
    await console.waitUntilLive();
    await admin.call('editUserConfig', { ...branding, speedUnits: 2 });
    expect(await viewer.call('queryUserConfig', {})).toMatchObject({ ...branding, speedUnits: 1 });
    await console.waitUntil('the console is notified', ({ rightsChanges }) => rightsChanges > 0);
    await admin.call('editUserConfig', { sysName: '', themeColor: '#123456' });
    expect(await viewer.call('queryUserConfig', {})).toMatchObject({
      sysName: 'location service platform',
      themeColor: '#123456',
    });
    expect(await readAudit(port.accountId)).toEqual([
      {
        target: 'port',
        login: 'port admin',
        before: { sysName: null, themeColor: null, textColor: null, timeZone: 'Asia/Shanghai' },
        after: branding,
      },
      { target: 'port', login: 'port admin', before: { sysName: '海港' }, after: { sysName: null } },
    ]);
  });

  test('let an administrator decide about coordinates marked as encrypted, with audit entries', async () => {
    const wharf = await world.account('wharf');
    const admin = await wharf.person('wharf admin', { permission: 'administrator' });
    const viewer = await wharf.person('wharf viewer', { permission: 'viewer' });
    const readPlainCoordinates = async () => (await viewer.call('queryUserConfig', {})).plainCoordinates;
    expect(await readPlainCoordinates()).toBe(false);
    const console = await viewer.console();
    await console.waitUntilLive();
    await admin.call('editUserConfig', { plainCoordinates: true });
    await console.waitUntil('the console is notified', ({ rightsChanges }) => rightsChanges > 0);
    expect(await readPlainCoordinates()).toBe(true);
    await admin.call('editUserConfig', { timeZone: 'UTC' });
    expect(await readPlainCoordinates()).toBe(true);
    await admin.call('editUserConfig', { plainCoordinates: false });
    expect(await readPlainCoordinates()).toBe(false);
    await expect(viewer.call('editUserConfig', { plainCoordinates: true })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    expect(await readPlainCoordinates()).toBe(false);
    expect(await readAudit(wharf.accountId)).toMatchObject([
      { before: { plainCoordinates: false }, after: { plainCoordinates: true } },
      { before: { timeZone: 'Asia/Shanghai' }, after: { timeZone: 'UTC' } },
      { before: { plainCoordinates: true }, after: { plainCoordinates: false } },
    ]);
  });

  test('store the canonical name of the time zone', async () => {
    const roads = await world.account('roads');
    const admin = await roads.person('roads admin', { permission: 'administrator' });
    for (const [given, stored] of [
      ['eUROPE/lisBON', 'Europe/Lisbon'],
      // A link in the tz database.
      ['PRC', 'Asia/Shanghai'],
      ['utc', 'UTC'],
    ] as const) {
      await admin.call('editUserConfig', { timeZone: given });
      expect((await admin.call('queryUserConfig', {})).timeZone).toBe(stored);
    }
  });

  test('of a dealer reach the consoles of its customer accounts at once and no others', async () => {
    const [dealer, buyer, otherUser] = [
      await world.account('chandler'),
      await world.account('yacht'),
      await world.account('ferry'),
    ];
    await world.database.db
      .updateTable('account')
      .set({ dealer_id: dealer.accountId })
      .where('account_id', '=', buyer.accountId)
      .execute();
    const skipper = await buyer.person('yacht skipper');
    const [config, other] = [await skipper.console(), await (await otherUser.person('ferryman')).console()];
    await config.waitUntilLive();
    await other.waitUntilLive();
    await (await dealer.person('chandler holder')).call('editUserConfig', { sysName: 'Chandlery' });
    await config.waitUntil('the console is notified', ({ rightsChanges }) => rightsChanges > 0);
    expect(await skipper.call('queryUserConfig', {})).toMatchObject({ sysName: 'Chandlery' });
    expect(other.rightsChanges).toBe(0);
  });

  test.each([
    ['an editor', { permission: 'editor' }],
    ['a viewer', { permission: 'viewer' }],
    [
      'an administrator without the function',
      { permission: 'administrator', roles: ROLES.filter((role) => role !== 'eob_plugin_sys_conf') },
    ],
  ] as const)('cannot be changed by %s, and nothing of the call is stored', async (who, options) => {
    const person = await harbour.person(who, options);
    expect((await person.call('queryUserConfig', {})).abilities.brand).toBe(false);
    for (const [field, value] of Object.entries(branding)) {
      const form = { speedUnits: 2, [field]: value } as const;
      await expect(person.call('editUserConfig', form)).rejects.toMatchObject({ errorName: 'not-allowed' });
    }
    expect(await person.call('queryUserConfig', {})).toMatchObject({
      speedUnits: 1,
      sysName: 'location service platform',
      timeZone: 'Asia/Shanghai',
    });
  });

  test('cannot be changed with a token of fewer rights, but own settings can', async () => {
    const owner = await (await world.account('quay')).person('quay holder');
    const { token } = await owner.call('createToken', {
      oldPD: passwordDigest(PASSWORD),
      name: 'script',
      permission: 'viewer',
      roles: ['eob_plugin_sys_conf'],
      days: 1,
    });
    const program = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => token });
    await expect(program.call('editUserConfig', { sysName: 'Taken over' })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    await program.call('editUserConfig', { speedUnits: 2 });
    expect(await owner.call('queryUserConfig', {})).toMatchObject({
      speedUnits: 2,
      sysName: 'location service platform',
    });
  });

  test('fall back field by field to the dealer, then to the product', async () => {
    const dealer = await world.account('dealer');
    const customer = await world.account('customer');
    await world.database.db
      .updateTable('account')
      .set({ dealer_id: dealer.accountId, link_code: 'c1' })
      .where('account_id', '=', customer.accountId)
      .execute();
    const holder = await customer.person('customer holder');
    const seller = await dealer.person('seller');
    await seller.call('editUserConfig', { sysName: 'Dealer', themeColor: '#111111' });
    // Values equal to the effective ones are not stored as chosen.
    const config = await holder.call('queryUserConfig', {});
    await holder.call('editUserConfig', { sysName: config.sysName, themeColor: '#222222' });
    await seller.call('editUserConfig', { sysName: 'Dealer & Sons' });
    const anonymousClient = createClient({ baseUrl: world.url, prefix: world.prefix });
    expect(await anonymousClient.call('loadSysConf', { t: 'c1' })).toMatchObject({
      sysName: 'Dealer & Sons',
      themeColor: '#222222',
      textColor: '#ffffff',
      logoUrl: null,
    });
    expect(await anonymousClient.call('loadSysConf', { t: 'no such code' })).toMatchObject({
      sysName: '定位服务平台',
    });
  });

  test('show whether ground support is configured', async () => {
    const ann = await harbour.person('ann');
    expect((await ann.call('queryUserConfig', {})).groundSupport).toBe(false);
    await world.database.db
      .updateTable('account')
      .set({ ground_support_url: 'https://ground.example/', sign_secret: Buffer.from('secret') })
      .where('account_id', '=', harbour.accountId)
      .execute();
    expect((await ann.call('queryUserConfig', {})).groundSupport).toBe(true);
  });
});

describe('pop-ups of notices', () => {
  test('default to the types that need attention and always include SOS', async () => {
    const ann = await harbour.person('nora');
    const first = {
      popup: ['SOS', 'EMERGENCY', 'IN', 'OUT', 'OUTAGE', 'TEARDOWN', 'LOWPOWER', 'YAW'],
      sound: true,
      desktop: false,
      rules: [],
      accountRules: [],
    };
    expect(await ann.call('queryNoticeConf', {})).toEqual(first);
    await ann.call('editNoticeConf', { popup: ['LOWPOWER', 'VOICE', 'VOICE'], desktop: true });
    const chosen = { popup: ['SOS', 'LOWPOWER', 'VOICE'], sound: true, desktop: true, rules: [] };
    expect(await ann.call('queryNoticeConf', {})).toEqual({ ...chosen, accountRules: [] });
    await ann.call('editNoticeConf', { sound: false });
    expect((await ann.call('queryUserConfig', {})).noticeConf).toEqual({ ...chosen, sound: false });
    await ann.call('editUserConfig', { speedUnits: 2 });
    expect(await ann.call('queryNoticeConf', {})).toMatchObject({ ...chosen, sound: false });
  });

  test('about moving, stopping and going offline are switched together', async () => {
    const ann = await harbour.person('olga');
    await ann.call('editNoticeConf', { popup: ['RUNNING'] });
    await ann.call('switchStatusNotice', { isOpen: 1 });
    expect((await ann.call('queryNoticeConf', {})).popup).toEqual(['SOS', 'RUNNING', 'STOP', 'OFFLINE']);
    await ann.call('switchStatusNotice', { isOpen: 0 });
    expect((await ann.call('queryNoticeConf', {})).popup).toEqual(['SOS']);
  });

  test('can differ for single rules of the account', async () => {
    const ann = await harbour.person('rosa');
    const { groupId } = await ann.call('createGroup', { groupName: 'Pop-ups' });
    const confined = await harbour.person('rita', { permission: 'viewer', groupIds: [groupId] });
    const condition = { type: 'fence', fenceIds: null, direction: 'IN', dwellMinutes: 0 } as const;
    const add = async (ruleName: string, targets: 'all' | 'groups') => {
      const groupIds = targets === 'groups' ? [groupId] : [];
      return (await ann.call('addRule', { ruleName, condition, appliesTo: targets, groupIds })).ruleId;
    };
    const everywhere = await add('Everywhere', 'all');
    const ofGroup = await add('Of the group', 'groups');
    expect((await confined.call('queryNoticeConf', {})).accountRules).toEqual([
      { ruleId: everywhere, ruleName: 'Everywhere', msgTypes: ['IN'] },
      { ruleId: ofGroup, ruleName: 'Of the group', msgTypes: ['IN'] },
    ]);
    const quiet = { ruleId: everywhere, popup: false, sound: null, desktop: null };
    const loud = { ruleId: ofGroup, popup: true, sound: 'critical' as const, desktop: true };
    await confined.call('editNoticeConf', { rules: [{ ...quiet, popup: true }, loud, quiet] });
    expect((await confined.call('queryUserConfig', {})).noticeConf.rules).toEqual([quiet, loud]);
    // For this user only, and kept by other changes.
    expect((await ann.call('queryNoticeConf', {})).rules).toEqual([]);
    await confined.call('editNoticeConf', { sound: false });
    await confined.call('switchStatusNotice', { isOpen: 1 });
    expect((await confined.call('queryNoticeConf', {})).rules).toEqual([quiet, loud]);
    // A rule that was removed in the meantime is left out.
    await ann.call('deleteRule', { ruleId: everywhere });
    await confined.call('editNoticeConf', { rules: [quiet, loud] });
    expect((await confined.call('queryNoticeConf', {})).rules).toEqual([loud]);
  });

  test('refuse rules that the user cannot see, unknown sounds and too many', async () => {
    const ann = await harbour.person('rosa');
    const { groupId } = await ann.call('createGroup', { groupName: 'Visible' });
    const { groupId: hidden } = await ann.call('createGroup', { groupName: 'Hidden' });
    const confined = await harbour.person('ruth', { permission: 'viewer', groupIds: [groupId] });
    const condition = { type: 'started' } as const;
    const { ruleId } = await ann.call('addRule', {
      ruleName: 'Of another group',
      condition,
      appliesTo: 'groups',
      groupIds: [hidden],
    });
    const own = { ruleId, popup: true, sound: null, desktop: null };
    for (const unknown of [own, { ...own, ruleId: 2_000_000_000 }])
      await expect(confined.call('editNoticeConf', { rules: [unknown] })).rejects.toMatchObject({
        errorName: 'rule-unknown',
      });
    for (const rules of [[{ ...own, sound: 'siren' as never }], Array<typeof own>(201).fill(own)])
      await expect(ann.call('editNoticeConf', { rules })).rejects.toMatchObject({
        errorName: 'field-invalid',
      });
    expect((await confined.call('queryNoticeConf', {})).rules).toEqual([]);
  });

  test('refuse unknown types', async () => {
    const ann = await harbour.person('ann');
    await expect(ann.call('editNoticeConf', { popup: ['PARTY'] as never })).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'popup.0' },
    });
    await expect(ann.call('switchStatusNotice', { isOpen: 2 as never })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });
});

describe('branding of the console', () => {
  test('follows the link code and the browser language for anonymous users', async () => {
    await world.database.db
      .updateTable('account')
      .set({
        link_code: 'hv7',
        branding: JSON.stringify({ sysName: 'Harbour Watch', themeColor: '#123456' }),
      })
      .where('account_id', '=', (await world.account('lighthouse')).accountId)
      .execute();
    expect(
      await createClient({ baseUrl: world.url, prefix: world.prefix }).call('loadSysConf', { t: 'hv7' }),
    ).toMatchObject({
      sysName: 'Harbour Watch',
      themeColor: '#123456',
      logoUrl: null,
      isOpenRegister: 0,
    });
    const english = await world.post('loadSysConf', { headers: { 'accept-language': 'en-GB,en;q=0.9' } });
    expect(await english.json()).toMatchObject({
      result: { sysName: 'location service platform', lang: 'en_US' },
    });
    const chinese = await world.post('loadSysConf', { headers: { 'accept-language': 'zh-CN' } });
    expect(await chinese.json()).toMatchObject({ result: { sysName: '定位服务平台', lang: 'zh_CN' } });
    // A language chosen on the page has priority over the browser's.
    const chosen = await world.post('loadSysConf', {
      headers: { 'accept-language': 'zh-CN' },
      body: new URLSearchParams({ lang: 'en_US' }),
    });
    expect(await chosen.json()).toMatchObject({
      result: { sysName: 'location service platform', lang: 'en_US' },
    });
  });

  test('includes the functions in the order of the user, new ones last, after sign-in', async () => {
    const ada = await harbour.person('ada of an order');
    await world.database.db
      .updateTable('app_user')
      .set({
        roles: ['eob_plugin_loc_monitor', 'eob_plugin_device_mg', 'eob_plugin_sys_conf', 'unknown-role'],
        plugins_order: ['eob_plugin_sys_conf', 'eob_plugin_loc_monitor', 'eob_plugin_task'],
        config: JSON.stringify({ speedUnits: 2, locationFormat: 9 }),
      })
      .where('user_id', '=', ada.userId)
      .execute();
    expect(await ada.call('queryUserConfig', {})).toMatchObject({
      speedUnits: 2,
      locationFormat: 1,
      lang: 'zh_CN',
      timeZone: 'Asia/Shanghai',
      // This server is configured with free ports.
      devicePorts: Object.fromEntries(PROTOCOL_NAMES.map((name) => [name, 0])),
      pluginsOrder: [
        { key: 'eob_plugin_sys_conf' },
        { key: 'eob_plugin_loc_monitor' },
        { key: 'eob_plugin_device_mg' },
      ],
    });
  });
});

test('uses the chosen language of a user for messages and notices', async () => {
  const account = await world.account('language harbour');
  const ada = await account.person('ada of languages', { language: 'zh_CN' });
  const other = await account.person('bob of languages', { language: 'zh_CN' });
  const trackerId = await account.tracker('language-1');
  expect(await ada.call('editUserLang', { lang: 'en_US' })).toEqual({});
  expect(await ada.call('queryUserConfig', {})).toMatchObject({ lang: 'en_US', speedUnits: 1 });
  await expect(ada.call('addTracker', { trackerName: '', imei: 'x' })).rejects.toThrow(/^Please submit/);
  await world.appendNotice(account.accountId, trackerId, { noticeType: 'LOWPOWER' });
  expect((await ada.call('queryAllNotices', {})).list[0]).toMatchObject({ title: 'Low battery' });
  expect(await other.call('queryUserConfig', {})).toMatchObject({ lang: 'zh_CN' });
  await expect(ada.call('editUserLang', { lang: 'fr_FR' as 'en_US' })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'lang' },
  });
});
