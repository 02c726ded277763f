import type { Role } from '@wakeline/contract/roles';
import { expect, it } from 'vitest';
import { buildMenu, findStartPage, GROUND_SUPPORT, isEntryOf, type MenuItem, type MenuUser } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.ts';

const entries: readonly MenuItem[] = [
  { key: 'monitor', path: '/', role: 'eob_plugin_loc_monitor', reduced: true },
  { key: 'settings', path: '/systemSet', role: 'eob_plugin_sys_conf', reduced: true, neverFirst: true },
  { key: GROUND_SUPPORT, path: '', role: 'eob_plugin_ground_support', neverFirst: true },
  { key: 'panels', path: '/extensionPanel', role: 'eob_plugin_custom_window' },
  { key: 'panel-1', path: '/extensionPanel/view/1', role: 'eob_plugin_custom_window' },
  { key: 'shop', path: '/appCenter', role: null },
];

const ALL_ABILITIES = {
  brand: true,
  subUsers: true,
  audit: true,
  plugins: true,
  unregistered: true,
  feeds: true,
  accountTasks: true,
  alarms: true,
  delivery: true,
};

function createUser(plugins: readonly Role[], overrides: Partial<MenuUser> = {}): MenuUser {
  return {
    pluginsOrder: plugins.map((key) => ({ key })),
    menu: 'full',
    groundSupport: true,
    abilities: ALL_ABILITIES,
    ...overrides,
  };
}

const getMenuKeys = (user: MenuUser) => buildMenu(entries, user).map(({ key }) => key);

it("follows the user's order and puts entries without a role last", () => {
  expect(
    getMenuKeys(createUser(['eob_plugin_custom_window', 'eob_plugin_match', 'eob_plugin_loc_monitor'])),
  ).toEqual(['panels', 'panel-1', 'monitor', 'shop']);
});

it("shows only entries of the user's plugins", () => {
  expect(getMenuKeys(createUser([]))).toEqual(['shop']);
});

it('shows the reduced menu', () => {
  const all: Role[] = ['eob_plugin_sys_conf', 'eob_plugin_custom_window', 'eob_plugin_loc_monitor'];
  expect(getMenuKeys(createUser(all, { menu: 'reduced' }))).toEqual(['settings', 'monitor']);
});

it('shows an entry of several plugins once, at the position of the first of its own', () => {
  const messagingItem: readonly MenuItem[] = [
    ...entries,
    { key: 'news', path: '/satelliteNews', role: ['eob_plugin_bdhl', 'eob_plugin_irim'] },
  ];
  const getVisibleKeys = (...plugins: Role[]) =>
    buildMenu(messagingItem, createUser(plugins)).map(({ key }) => key);
  expect(getVisibleKeys('eob_plugin_irim', 'eob_plugin_loc_monitor', 'eob_plugin_bdhl')).toEqual([
    'monitor',
    'news',
    'shop',
  ]);
  expect(getVisibleKeys('eob_plugin_irim', 'eob_plugin_loc_monitor')).toEqual(['news', 'monitor', 'shop']);
  expect(getVisibleKeys('eob_plugin_bdhl')).toEqual(['news', 'shop']);
  expect(getVisibleKeys('eob_plugin_loc_monitor')).toEqual(['monitor', 'shop']);
});

it('shows ground support only if it is available', () => {
  expect(getMenuKeys(createUser(['eob_plugin_ground_support']))).toEqual([GROUND_SUPPORT, 'shop']);
  expect(getMenuKeys(createUser(['eob_plugin_ground_support'], { groundSupport: false }))).toEqual(['shop']);
});

it('shows remote instructions with either of their functions', () => {
  for (const role of ['eob_plugin_instructions', 'eob_plugin_match_live'] as const) {
    const user = createUser([role]);
    expect(buildMenu(MENU_ENTRIES, user)[0]?.key).toBe('instructions');
    expect(findStartPage(MENU_ENTRIES, user)).toBe('/remoteInstruct');
  }
});

it('hides entries whose ability is missing', () => {
  const all: readonly MenuItem[] = [
    ...entries,
    { key: 'rights', path: '/authorityManage', role: 'eob_plugin_auth_mg', ability: 'subUsers' },
  ];
  const user = createUser(['eob_plugin_auth_mg']);
  expect(buildMenu(all, user).map(({ key }) => key)).toEqual(['rights', 'shop']);
  expect(
    buildMenu(all, { ...user, abilities: { ...ALL_ABILITIES, subUsers: false } }).map(({ key }) => key),
  ).toEqual(['shop']);
});

it('starts with the first page, skipping links to other sites', () => {
  expect(
    findStartPage(
      entries,
      createUser(['eob_plugin_ground_support', 'eob_plugin_sys_conf', 'eob_plugin_loc_monitor']),
    ),
  ).toBe('/');
  expect(findStartPage(entries.slice(0, 3), createUser(['eob_plugin_sys_conf']))).toBeNull();
});

it('finds the entry of an address among entries with pages of the same section', () => {
  const entryOf = (page: string) => ({
    path: `/satelliteNews/messageRecord?of=${page}`,
    section: '/satelliteNews',
  });
  const isCurrent = (page: string, pathname: string, search: string, isOnly = false) =>
    isEntryOf(entryOf(page), { pathname, search }, isOnly);
  expect(isCurrent('beidou', '/satelliteNews/messageRecord', '?of=beidou&type=x')).toBe(true);
  expect(isCurrent('beidou', '/satellitenews/phoneAccount', '?of=beidou')).toBe(true);
  expect(isCurrent('beidou', '/satelliteNews/sendMessage', '?of=iridium')).toBe(false);
  expect(isCurrent('iridium', '/satelliteNews/sendMessage', '?of=iridium')).toBe(true);
  // Without the parameter it is the page of all functions, unless the user has one only.
  expect(isCurrent('beidou', '/satelliteNews/sendMessage', '')).toBe(false);
  expect(isCurrent('beidou', '/satelliteNews/sendMessage', '', true)).toBe(true);
  const planes = { path: '/planeManage', section: '/planeManage' };
  expect(isEntryOf(planes, { pathname: '/planemanage', search: '?kind=drone' }, true)).toBe(true);
  expect(isEntryOf(planes, { pathname: '/planeManage/landingPlaces', search: '' }, true)).toBe(true);
  expect(isEntryOf(planes, { pathname: '/planeManagement', search: '' }, true)).toBe(false);
  const devices = { path: '/deviceManger' };
  expect(isEntryOf(devices, { pathname: '/deviceManger', search: '?tab=x' }, true)).toBe(true);
  expect(isEntryOf(devices, { pathname: '/deviceManger/7', search: '' }, true)).toBe(false);
});
