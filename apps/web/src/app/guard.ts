import type { Session } from '../service/session.ts';
import { findStartPage, hasRole, type MenuItem, type MenuUser, type RouteDefinition } from './menu.ts';

/** What to do with a visit. */
export type GuardResult =
  | { readonly kind: 'show' }
  | { readonly kind: 'go'; readonly to: string }
  /** Nobody is signed in, but the address brought the signature of a third party. */
  | { readonly kind: 'sign-in' }
  /** Signed in, but without the visible function; `nothing`: without any that exists. */
  | { readonly kind: 'refuse'; readonly nothing: boolean };

export interface Visit {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Null: an address that the table does not know. */
  readonly route: RouteDefinition | null;
  readonly session: (MenuUser & Pick<Session, 'roles'>) | null;
  readonly menu: readonly MenuItem[];
  /** Whether a third party's signature is kept that has not been tried. */
  readonly hasSignature: boolean;
}

const LOGIN_PATH = '/login';

/** Query values that sign somebody in: they do not stay in an address. */
const SIGNATURE_PARAMETERS = ['userName', 'timestamp', 'sign'] as const;

/** Only addresses of this console: `//host` and `https:` would lead away from it. */
function getReturnPath(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  return from !== null && /^\/(?![/\\])/.test(from) ? from : null;
}

/** The query without what signs somebody in; as it was where there is nothing of that in it. */
function removeSignature(search: string): string {
  const query = new URLSearchParams(search);
  if (!SIGNATURE_PARAMETERS.some((name) => query.has(name))) return search;
  for (const name of SIGNATURE_PARAMETERS) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

/** The rule of the navigation guard: who is shown what, and where everybody else goes. */
export function checkNavigation(visit: Visit): GuardResult {
  const { path, route, session, menu } = visit;
  const search = removeSignature(visit.search);
  if (session === null) {
    if (visit.hasSignature) return { kind: 'sign-in' };
    if (search !== visit.search && route?.isPublic) return { kind: 'go', to: path + search };
    if (route?.isPublic) return { kind: 'show' };
    const returnQuery =
      path === '/' && search === '' ? '' : `?${new URLSearchParams({ from: path + search })}`;
    return { kind: 'go', to: LOGIN_PATH + returnQuery };
  }
  const startPage = findStartPage(menu, session);
  if (path === LOGIN_PATH) return { kind: 'go', to: getReturnPath(search) ?? startPage ?? '/' };
  if (search !== visit.search) return { kind: 'go', to: path + search };
  if (route?.redirect !== undefined) return { kind: 'go', to: route.redirect + search };
  // Who names a device wants the map, whatever comes first.
  if (path === '/' && !new URLSearchParams(search).has('device')) {
    if (startPage === null) return { kind: 'refuse', nothing: true };
    return startPage === '/' ? { kind: 'show' } : { kind: 'go', to: startPage };
  }
  if (hasRole(route?.role ?? null, session.roles)) return { kind: 'show' };
  return { kind: 'refuse', nothing: startPage === null };
}
