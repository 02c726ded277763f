import type { Role } from '@wakeline/contract/roles';
import { describe, expect, it } from 'vitest';
import { checkNavigation, type GuardResult, type Visit } from './guard.ts';
import type { MenuItem } from './menu.ts';
import { findScreen } from './routes.tsx';

const SCREEN_CODE = 'scr-0123456789abcdefghijkl';
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
    abilities: {
      brand: true,
      subUsers: true,
      audit: true,
      plugins: true,
      unregistered: true,
      feeds: true,
      accountTasks: true,
      alarms: true,
      delivery: true,
    },
  };
}

const monitorUser = createUser(MONITOR);
const taskUser = createUser(TASK, MONITOR);

/** Evaluates a visit against the real route table. */
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
    // The code of a screen link opens these pages only; the link code of an account opens none.
    [`/visualScreen?t=${SCREEN_CODE}`, SHOW],
    [`/dataScreen?t=${SCREEN_CODE}`, SHOW],
    [`/dashboard?t=${SCREEN_CODE}`, goToLogin(`/dashboard?t=${SCREEN_CODE}`)],
    ['/visualScreen?t=harbour', goToLogin('/visualScreen?t=harbour')],
    ['/dataCenter', goToLogin('/dataCenter')],
    ['/traceReplaySingle?trackerId=7', goToLogin('/traceReplaySingle?trackerId=7')],
    ['/extensionPanel/view/3', goToLogin('/extensionPanel/view/3')],
    // Responses to anonymous visitors do not reveal which pages exist.
    ['/nowhere', goToLogin('/nowhere')],
    // Credentials do not stay in an address.
    ['/Map?userName=a&timestamp=1&sign=b&t=x', goToLogin('/Map?t=x')],
    ['/login?userName=a&timestamp=1&sign=b', goTo('/login')],
  ])('%s', (address, verdict) => {
    expect(evaluateVisit(address, null)).toEqual(verdict);
  });

  it.each(['/', '/login', '/Map', '/nowhere'])(
    'tries the signature of a third party first: %s',
    (address) => {
      expect(evaluateVisit(address, null, { hasSignature: true })).toEqual({ kind: 'sign-in' });
    },
  );
});

describe('after signing in', () => {
  it.each([
    [
      'opens the requested page',
      '/login?from=%2FtraceReplaySingle%3FtrackerId%3D7',
      '/traceReplaySingle?trackerId=7',
    ],
    ['ignores another host', '/login?from=//evil.example', '/'],
    ['ignores another scheme', '/login?from=https://evil.example', '/'],
    ['ignores a backslash', '/login?from=/%5Cevil.example', '/'],
    ['ignores a script', '/login?from=javascript:0', '/'],
  ])('%s', (_, address, to) => {
    expect(evaluateVisit(address, monitorUser)).toEqual(goTo(to));
  });

  it("opens the first plugin in the user's order", () => {
    expect(evaluateVisit('/login', taskUser)).toEqual(goTo('/taskTracking'));
  });
});

describe('with a session', () => {
  it.each([
    ['starts with the first plugin', '/', taskUser, goTo('/taskTracking')],
    ['starts with the map if it is first', '/', monitorUser, SHOW],
    ['shows a device on the map, whatever is first', '/?device=7', taskUser, SHOW],
    ['shows the map at /Map for users who start elsewhere', '/Map', taskUser, SHOW],
    [
      'skips entries that are never the start page',
      '/',
      createUser('eob_plugin_sys_conf'),
      goTo('/appCenter'),
    ],
    ['denies a page without its function', '/Map', createUser(TASK), { kind: 'refuse', noPages: false }],
    [
      'denies a device without the map function',
      '/?device=7',
      createUser(TASK),
      { kind: 'refuse', noPages: false },
    ],
    ['accepts one of several functions', '/remoteInstruct', createUser('eob_plugin_match_live'), SHOW],
    [
      'allows the replay of one device with live monitoring',
      '/traceReplaySingle?trackerId=7',
      createUser(MONITOR),
      SHOW,
    ],
    [
      'allows the replay of one device with multiple playback',
      '/traceReplaySingle',
      createUser('eob_plugin_multiple_playback'),
      SHOW,
    ],
    [
      'denies the replay of one device with neither',
      '/traceReplaySingle',
      createUser(TASK),
      { kind: 'refuse', noPages: false },
    ],
    [
      'denies the replay of several devices with live monitoring only',
      '/traceReplaySatellite',
      monitorUser,
      { kind: 'refuse', noPages: false },
    ],
    [
      'denies a page with none of several functions',
      '/remoteInstruct',
      monitorUser,
      { kind: 'refuse', noPages: false },
    ],
    ['allows a page that requires no function', '/systemSet', createUser(), SHOW],
    ['removes a signature from the address', '/Map?userName=a&sign=b&timestamp=1', monitorUser, goTo('/Map')],
    ['keeps the rest of the query', '/Map?sign=b&device=7', monitorUser, goTo('/Map?device=7')],
    [
      'redirects messages to their records',
      '/satelliteNews',
      createUser('eob_plugin_irim'),
      goTo('/satelliteNews/messageRecord'),
    ],
    [
      'redirects live to its settings',
      '/liveManger',
      createUser('eob_plugin_match_live'),
      goTo('/liveManger/liveSetting'),
    ],
    [
      'redirects the data center to the overview',
      '/dataCenter?t=x',
      monitorUser,
      goTo('/dataCenter/operationCountRecord?t=x'),
    ],
    [
      'redirects statistics to the overview',
      '/dataCount',
      monitorUser,
      goTo('/dataCount/operationCountRecord'),
    ],
    ['ignores the case of addresses', '/MAP/', monitorUser, SHOW],
  ] as const)('%s', (_, address, session, verdict) => {
    expect(evaluateVisit(address, session)).toEqual(verdict);
  });

  it('reports a user without any existing page', () => {
    expect(evaluateVisit('/', createUser('eob_plugin_match'), { menu: menu.slice(0, 2) })).toEqual({
      kind: 'refuse',
      noPages: true,
    });
  });

  it('starts the reduced menu with its own first entry', () => {
    expect(
      evaluateVisit(
        '/',
        { ...taskUser, menu: 'reduced' },
        { menu: [{ ...(menu[0] as MenuItem), reduced: true }] },
      ),
    ).toEqual(SHOW);
  });
});
