import type { Role } from '@wakeline/contract/roles';
import { expect, it } from 'vitest';
import { firstPage, GROUND_SUPPORT, type MenuFacts, type MenuOwner, menuOf } from './menu.ts';

const entries: readonly MenuFacts[] = [
  { key: 'monitor', path: '/', role: 'eob_plugin_loc_monitor', reduced: true },
  { key: 'settings', path: '/systemSet', role: 'eob_plugin_sys_conf', reduced: true, neverFirst: true },
  { key: GROUND_SUPPORT, path: '', role: 'eob_plugin_ground_support', neverFirst: true },
  { key: 'panels', path: '/extensionPanel', role: 'eob_plugin_custom_window' },
  { key: 'panel-1', path: '/extensionPanel/view/1', role: 'eob_plugin_custom_window' },
  { key: 'shop', path: '/appCenter', role: null },
];

const ABLE = { brand: true, subUsers: true, audit: true, plugins: true };

function owner(plugins: readonly Role[], more: Partial<MenuOwner> = {}): MenuOwner {
  return {
    pluginsOrder: plugins.map((key) => ({ key })),
    menu: 'full',
    groundSupport: true,
    abilities: ABLE,
    ...more,
  };
}

const keys = (of: MenuOwner) => menuOf(entries, of).map(({ key }) => key);

it('follows the order of the user; what has no role stands at the end', () => {
  expect(keys(owner(['eob_plugin_custom_window', 'eob_plugin_match', 'eob_plugin_loc_monitor']))).toEqual([
    'panels',
    'panel-1',
    'monitor',
    'shop',
  ]);
});

it('shows nothing that is not in the list', () => {
  expect(keys(owner([]))).toEqual(['shop']);
});

it('has three entries when it is reduced', () => {
  const all: Role[] = ['eob_plugin_sys_conf', 'eob_plugin_custom_window', 'eob_plugin_loc_monitor'];
  expect(keys(owner(all, { menu: 'reduced' }))).toEqual(['settings', 'monitor']);
});

it('shows an entry of several plugins once, where the first of them stands', () => {
  const news: readonly MenuFacts[] = [
    ...entries,
    { key: 'news', path: '/satelliteNews', role: ['eob_plugin_bdhl', 'eob_plugin_irim'] },
  ];
  const shown = (...plugins: Role[]) => menuOf(news, owner(plugins)).map(({ key }) => key);
  expect(shown('eob_plugin_irim', 'eob_plugin_loc_monitor', 'eob_plugin_bdhl')).toEqual([
    'news',
    'monitor',
    'shop',
  ]);
  expect(shown('eob_plugin_bdhl')).toEqual(['news', 'shop']);
  expect(shown('eob_plugin_loc_monitor')).toEqual(['monitor', 'shop']);
});

it('leads to ground support only where there is one', () => {
  expect(keys(owner(['eob_plugin_ground_support']))).toEqual([GROUND_SUPPORT, 'shop']);
  expect(keys(owner(['eob_plugin_ground_support'], { groundSupport: false }))).toEqual(['shop']);
});

it('leaves out what its function alone does not open', () => {
  const all: readonly MenuFacts[] = [
    ...entries,
    { key: 'rights', path: '/authorityManage', role: 'eob_plugin_auth_mg', ability: 'subUsers' },
  ];
  const of = owner(['eob_plugin_auth_mg']);
  expect(menuOf(all, of).map(({ key }) => key)).toEqual(['rights', 'shop']);
  expect(menuOf(all, { ...of, abilities: { ...ABLE, subUsers: false } }).map(({ key }) => key)).toEqual([
    'shop',
  ]);
});

it('begins with the first page, not with what leads elsewhere', () => {
  expect(
    firstPage(entries, owner(['eob_plugin_ground_support', 'eob_plugin_sys_conf', 'eob_plugin_loc_monitor'])),
  ).toBe('/');
  expect(firstPage(entries.slice(0, 3), owner(['eob_plugin_sys_conf']))).toBeNull();
});
