import type { Role } from '@wakeline/contract/roles';
import { describe, expect, it } from 'vitest';
import { guard, type Verdict, type Visit } from './guard.ts';
import type { MenuFacts } from './menu.ts';
import { screenAt } from './routes.tsx';

const MONITOR = 'eob_plugin_loc_monitor';
const TASK = 'eob_plugin_task';

const menu: readonly MenuFacts[] = [
  { key: 'monitor', path: '/', role: MONITOR },
  { key: 'tasks', path: '/taskTracking', role: TASK },
  { key: 'settings', path: '/systemSet', role: 'eob_plugin_sys_conf', neverFirst: true },
  { key: 'shop', path: '/appCenter', role: null },
];

type User = NonNullable<Visit['session']>;

function userWith(...roles: Role[]): User {
  return {
    roles: roles.map((name) => ({ name })),
    pluginsOrder: roles.map((key) => ({ key })),
    menu: 'full',
    groundSupport: false,
    abilities: { brand: true, subUsers: true, audit: true, plugins: true },
  };
}

const watcher = userWith(MONITOR);
const planner = userWith(TASK, MONITOR);

/** A visit to an address of the real table. */
function visit(address: string, session: User | null, more: Partial<Visit> = {}): Verdict {
  const { pathname: path, search } = new URL(address, 'http://console');
  return guard({ path, search, route: screenAt(path), session, menu, signed: false, ...more });
}

const show: Verdict = { kind: 'show' };
const go = (to: string): Verdict => ({ kind: 'go', to });
const login = (from: string) => go(`/login?${new URLSearchParams({ from })}`);

describe('without a session', () => {
  it.each([
    ['/login', show],
    ['/traceReplay', show],
    ['/realTimeTrace', show],
    ['/flvLive', show],
    ['/findPsd', show],
    ['/resetPsd', show],
    ['/resetSuccess', show],
    ['/', go('/login')],
    ['/Map', login('/Map')],
    ['/dashboard', login('/dashboard')],
    ['/visualScreen', login('/visualScreen')],
    ['/dataScreen', login('/dataScreen')],
    ['/dataCenter', login('/dataCenter')],
    ['/traceReplaySingle?trackerId=7', login('/traceReplaySingle?trackerId=7')],
    ['/extensionPanel/view/3', login('/extensionPanel/view/3')],
    // Strangers learn nothing of what exists.
    ['/nowhere', login('/nowhere')],
    // What signed somebody in does not stay in an address.
    ['/Map?userName=a&timestamp=1&sign=b&t=x', login('/Map?t=x')],
    ['/login?userName=a&timestamp=1&sign=b', go('/login')],
  ])('%s', (address, verdict) => {
    expect(visit(address, null)).toEqual(verdict);
  });

  it.each(['/', '/login', '/Map', '/nowhere'])(
    'the signature of a third party is tried first, wherever it leads: %s',
    (address) => {
      expect(visit(address, null, { signed: true })).toEqual({ kind: 'sign-in' });
    },
  );
});

describe('after signing in', () => {
  it.each([
    [
      'the wanted page opens',
      '/login?from=%2FtraceReplaySingle%3FtrackerId%3D7',
      '/traceReplaySingle?trackerId=7',
    ],
    ['another host is not followed', '/login?from=//evil.example', '/'],
    ['another scheme is not followed', '/login?from=https://evil.example', '/'],
    ['a backslash is no slash', '/login?from=/%5Cevil.example', '/'],
    ['a script is no page', '/login?from=javascript:0', '/'],
  ])('%s', (_, address, to) => {
    expect(visit(address, watcher)).toEqual(go(to));
  });

  it('the first plugin in the order of the user opens', () => {
    expect(visit('/login', planner)).toEqual(go('/taskTracking'));
  });
});

describe('with a session', () => {
  it.each([
    ['the start page is the first plugin', '/', planner, go('/taskTracking')],
    ['which may be the map', '/', watcher, show],
    ['a device is looked at on the map, whatever comes first', '/?device=7', planner, show],
    ['the map has an address for who begins elsewhere', '/Map', planner, show],
    ['a page for other times is not the first', '/', userWith('eob_plugin_sys_conf'), go('/appCenter')],
    ['a page without its function is refused', '/Map', userWith(TASK), { kind: 'refuse', nothing: false }],
    ['a device is refused who has no map', '/?device=7', userWith(TASK), { kind: 'refuse', nothing: false }],
    ['one of several functions is enough', '/remoteInstruct', userWith('eob_plugin_match_live'), show],
    [
      'one device is replayed with live monitoring',
      '/traceReplaySingle?trackerId=7',
      userWith(MONITOR),
      show,
    ],
    ['or with multiple playback', '/traceReplaySingle', userWith('eob_plugin_multiple_playback'), show],
    [
      'and with neither it is refused',
      '/traceReplaySingle',
      userWith(TASK),
      { kind: 'refuse', nothing: false },
    ],
    [
      'several are not replayed with live monitoring alone',
      '/traceReplaySatellite',
      watcher,
      { kind: 'refuse', nothing: false },
    ],
    ['and none of them is not', '/remoteInstruct', watcher, { kind: 'refuse', nothing: false }],
    ['a page for everybody needs none', '/systemSet', userWith(), show],
    ['a signature is taken out of the address', '/Map?userName=a&sign=b&timestamp=1', watcher, go('/Map')],
    ['and the rest stays', '/Map?sign=b&device=7', watcher, go('/Map?device=7')],
    [
      'messages lead to their records',
      '/satelliteNews',
      userWith('eob_plugin_irim'),
      go('/satelliteNews/messageRecord'),
    ],
    ['live to its settings', '/liveManger', userWith('eob_plugin_match_live'), go('/liveManger/liveSetting')],
    ['data to the overview', '/dataCenter?t=x', watcher, go('/dataCenter/operationCountRecord?t=x')],
    ['figures too', '/dataCount', watcher, go('/dataCount/operationCountRecord')],
    ['addresses have no capitals', '/MAP/', watcher, show],
  ] as const)('%s', (_, address, session, verdict) => {
    expect(visit(address, session)).toEqual(verdict);
  });

  it('who has nothing of what exists is told so', () => {
    expect(visit('/', userWith('eob_plugin_match'), { menu: menu.slice(0, 2) })).toEqual({
      kind: 'refuse',
      nothing: true,
    });
  });

  it('the menu of three begins with its own first', () => {
    expect(
      visit('/', { ...planner, menu: 'reduced' }, { menu: [{ ...(menu[0] as MenuFacts), reduced: true }] }),
    ).toEqual(show);
  });
});
