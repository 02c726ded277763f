import type { Role } from '@wakeline/contract/roles';
import { describe, expect, it } from 'vitest';
import { checkNavigation, type GuardResult, type Visit } from './guard.ts';
import type { MenuItem } from './menu.ts';
import { findScreen } from './routes.tsx';

const MONITOR = 'eob_plugin_loc_monitor';
const TASK = 'eob_plugin_task';

const menu: readonly MenuItem[] = [
  { key: 'monitor', path: '/', role: MONITOR },
  { key: 'tasks', path: '/taskTracking', role: TASK },
  { key: 'settings', path: '/systemSet', role: 'eob_plugin_sys_conf', neverFirst: true },
  { key: 'shop', path: '/appCenter', role: null },
];

type User = NonNullable<Visit['session']>;

function createUser(...roles: Role[]): User {
  return {
    roles: roles.map((name) => ({ name })),
    pluginsOrder: roles.map((key) => ({ key })),
    menu: 'full',
    groundSupport: false,
    abilities: { brand: true, subUsers: true, audit: true, plugins: true },
  };
}

const monitorUser = createUser(MONITOR);
const taskUser = createUser(TASK, MONITOR);

/** A visit to an address of the real table. */
function evaluateVisit(address: string, session: User | null, overrides: Partial<Visit> = {}): GuardResult {
  const { pathname: path, search } = new URL(address, 'http://console');
  return checkNavigation({
    path,
    search,
    route: findScreen(path),
    session,
    menu,
    hasSignature: false,
    ...overrides,
  });
}

const SHOW: GuardResult = { kind: 'show' };
const goTo = (to: string): GuardResult => ({ kind: 'go', to });
const goToLogin = (from: string) => goTo(`/login?${new URLSearchParams({ from })}`);

describe('without a session', () => {
  it.each([
    ['/login', SHOW],
    ['/traceReplay', SHOW],
    ['/realTimeTrace', SHOW],
    ['/flvLive', SHOW],
    ['/findPsd', SHOW],
    ['/resetPsd', SHOW],
    ['/resetSuccess', SHOW],
    ['/', goTo('/login')],
    ['/Map', goToLogin('/Map')],
    ['/dashboard', goToLogin('/dashboard')],
    ['/visualScreen', goToLogin('/visualScreen')],
    ['/dataScreen', goToLogin('/dataScreen')],
    ['/dataCenter', goToLogin('/dataCenter')],
    ['/traceReplaySingle?trackerId=7', goToLogin('/traceReplaySingle?trackerId=7')],
    ['/extensionPanel/view/3', goToLogin('/extensionPanel/view/3')],
    // Strangers learn nothing of what exists.
    ['/nowhere', goToLogin('/nowhere')],
    // What signed somebody in does not stay in an address.
    ['/Map?userName=a&timestamp=1&sign=b&t=x', goToLogin('/Map?t=x')],
    ['/login?userName=a&timestamp=1&sign=b', goTo('/login')],
  ])('%s', (address, verdict) => {
    expect(evaluateVisit(address, null)).toEqual(verdict);
  });

  it.each(['/', '/login', '/Map', '/nowhere'])(
    'the signature of a third party is tried first, wherever it leads: %s',
    (address) => {
      expect(evaluateVisit(address, null, { hasSignature: true })).toEqual({ kind: 'sign-in' });
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
    expect(evaluateVisit(address, monitorUser)).toEqual(goTo(to));
  });

  it('the first plugin in the order of the user opens', () => {
    expect(evaluateVisit('/login', taskUser)).toEqual(goTo('/taskTracking'));
  });
});

describe('with a session', () => {
  it.each([
    ['the start page is the first plugin', '/', taskUser, goTo('/taskTracking')],
    ['which may be the map', '/', monitorUser, SHOW],
    ['a device is looked at on the map, whatever comes first', '/?device=7', taskUser, SHOW],
    ['the map has an address for who begins elsewhere', '/Map', taskUser, SHOW],
    ['a page for other times is not the first', '/', createUser('eob_plugin_sys_conf'), goTo('/appCenter')],
    ['a page without its function is refused', '/Map', createUser(TASK), { kind: 'refuse', nothing: false }],
    [
      'a device is refused who has no map',
      '/?device=7',
      createUser(TASK),
      { kind: 'refuse', nothing: false },
    ],
    ['one of several functions is enough', '/remoteInstruct', createUser('eob_plugin_match_live'), SHOW],
    [
      'one device is replayed with live monitoring',
      '/traceReplaySingle?trackerId=7',
      createUser(MONITOR),
      SHOW,
    ],
    ['or with multiple playback', '/traceReplaySingle', createUser('eob_plugin_multiple_playback'), SHOW],
    [
      'and with neither it is refused',
      '/traceReplaySingle',
      createUser(TASK),
      { kind: 'refuse', nothing: false },
    ],
    [
      'several are not replayed with live monitoring alone',
      '/traceReplaySatellite',
      monitorUser,
      { kind: 'refuse', nothing: false },
    ],
    ['and none of them is not', '/remoteInstruct', monitorUser, { kind: 'refuse', nothing: false }],
    ['a page for everybody needs none', '/systemSet', createUser(), SHOW],
    [
      'a signature is taken out of the address',
      '/Map?userName=a&sign=b&timestamp=1',
      monitorUser,
      goTo('/Map'),
    ],
    ['and the rest stays', '/Map?sign=b&device=7', monitorUser, goTo('/Map?device=7')],
    [
      'messages lead to their records',
      '/satelliteNews',
      createUser('eob_plugin_irim'),
      goTo('/satelliteNews/messageRecord'),
    ],
    [
      'live to its settings',
      '/liveManger',
      createUser('eob_plugin_match_live'),
      goTo('/liveManger/liveSetting'),
    ],
    ['data to the overview', '/dataCenter?t=x', monitorUser, goTo('/dataCenter/operationCountRecord?t=x')],
    ['figures too', '/dataCount', monitorUser, goTo('/dataCount/operationCountRecord')],
    ['addresses have no capitals', '/MAP/', monitorUser, SHOW],
  ] as const)('%s', (_, address, session, verdict) => {
    expect(evaluateVisit(address, session)).toEqual(verdict);
  });

  it('who has nothing of what exists is told so', () => {
    expect(evaluateVisit('/', createUser('eob_plugin_match'), { menu: menu.slice(0, 2) })).toEqual({
      kind: 'refuse',
      nothing: true,
    });
  });

  it('the menu of three begins with its own first', () => {
    expect(
      evaluateVisit(
        '/',
        { ...taskUser, menu: 'reduced' },
        { menu: [{ ...(menu[0] as MenuItem), reduced: true }] },
      ),
    ).toEqual(SHOW);
  });
});
