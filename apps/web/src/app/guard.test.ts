import type { Role } from '@wakeline/contract/roles';
import { describe, expect, it } from 'vitest';
import { guard } from './guard.ts';
import { menuOf, type RouteFacts } from './menu.ts';

const login: RouteFacts = { path: '/login', header: false, open: true, role: null };
const live: RouteFacts = { path: '/', header: true, open: false, role: 'eob_plugin_loc_monitor' };
const replay: RouteFacts = {
  path: '/traceReplaySingle',
  header: true,
  open: false,
  role: 'eob_plugin_loc_monitor',
};

const menu = [
  { key: 'monitor', path: '/', role: 'eob_plugin_loc_monitor' },
  { key: 'tasks', path: '/taskTracking', role: 'eob_plugin_task' },
  { key: 'shop', path: '/appCenter', role: null },
] as const;

function userWith(...roles: Role[]) {
  return { roles: roles.map((name) => ({ name })), pluginsOrder: roles.map((key) => ({ key })) };
}

const monitor = userWith('eob_plugin_loc_monitor');

describe('without a session', () => {
  it('the login page is shown', () => {
    expect(guard({ path: '/login', search: '', route: login, session: null, menu })).toEqual({
      kind: 'show',
    });
  });

  it('every other page leads to it and is remembered with its query', () => {
    expect(
      guard({ path: '/traceReplaySingle', search: '?trackerId=7', route: replay, session: null, menu }),
    ).toEqual({ kind: 'go', to: '/login?from=%2FtraceReplaySingle%3FtrackerId%3D7' });
  });

  it('an unknown page leads there too: strangers learn nothing of what exists', () => {
    expect(guard({ path: '/nowhere', search: '', route: null, session: null, menu }).kind).toBe('go');
  });

  it('the plain start page needs no memory', () => {
    expect(guard({ path: '/', search: '', route: live, session: null, menu })).toEqual({
      kind: 'go',
      to: '/login',
    });
  });
});

describe('after signing in', () => {
  const arrive = (search: string, session = monitor) =>
    guard({ path: '/login', search, route: login, session, menu });

  it('the wanted page opens', () => {
    expect(arrive('?from=%2FtraceReplaySingle%3FtrackerId%3D7')).toEqual({
      kind: 'go',
      to: '/traceReplaySingle?trackerId=7',
    });
  });

  it.each([
    '?from=//evil.example',
    '?from=https://evil.example',
    '?from=/%5Cevil.example',
    '?from=javascript:0',
  ])('an address outside of the console is not followed: %s', (search) => {
    expect(arrive(search)).toEqual({ kind: 'go', to: '/' });
  });

  it('the first plugin in the order of the user opens', () => {
    expect(arrive('', userWith('eob_plugin_task', 'eob_plugin_loc_monitor'))).toEqual({
      kind: 'go',
      to: '/taskTracking',
    });
  });
});

describe('with a session', () => {
  it('/ is the first plugin of the user', () => {
    const visit = { path: '/', search: '', route: live, menu };
    expect(guard({ ...visit, session: monitor })).toEqual({ kind: 'show' });
    expect(guard({ ...visit, session: userWith('eob_plugin_task') })).toEqual({
      kind: 'go',
      to: '/taskTracking',
    });
  });

  it('a page is refused to a user without its visible function', () => {
    const visit = { path: '/traceReplaySingle', search: '', route: replay, menu };
    expect(guard({ ...visit, session: monitor })).toEqual({ kind: 'show' });
    expect(guard({ ...visit, session: userWith('eob_plugin_task') })).toEqual({ kind: 'refuse' });
  });

  it('/ is refused to a user without any plugin that exists', () => {
    const session = userWith('eob_plugin_match');
    expect(guard({ path: '/', search: '', route: live, session, menu: menu.slice(0, 2) })).toEqual({
      kind: 'refuse',
    });
  });
});

describe('the menu', () => {
  it('follows the order of the user, then entries without a role', () => {
    const plugins = userWith('eob_plugin_task', 'eob_plugin_match', 'eob_plugin_loc_monitor').pluginsOrder;
    expect(menuOf(menu, plugins).map(({ key }) => key)).toEqual(['tasks', 'monitor', 'shop']);
  });

  it('shows no entry that is not in the list', () => {
    expect(menuOf(menu, []).map(({ key }) => key)).toEqual(['shop']);
  });
});
