import { isScreenCode } from '@wakeline/contract/screens/screen-code';
import type { Session } from '../service/session.ts';
import { findStartPage, hasRole, type MenuItem, type MenuUser, type RouteDefinition } from './menu.ts';

/** Result of the navigation guard. */
export type GuardResult =
  | { readonly kind: 'show' }
  | { readonly kind: 'go'; readonly to: string }
  /** Not signed in, but the address contains the signature of a third party. */
  | { readonly kind: 'sign-in' }
  /** Signed in, but without the required visible function; `noPages`: without any that exists. */
  | { readonly kind: 'refuse'; readonly noPages: boolean };

export interface Visit {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Null: the route table does not contain the address. */
  readonly route: RouteDefinition | null;
  readonly session: (MenuUser & Pick<Session, 'roles'>) | null;
  readonly menu: readonly MenuItem[];
  /** Whether an untried signature of a third party is stored. */
  readonly hasSignature: boolean;
}

const LOGIN_PATH = '/login';

/** Query parameters that sign a user in; they do not stay in an address. */
const SIGNATURE_PARAMETERS = ['userName', 'timestamp', 'sign'] as const;

/** Only addresses of this console: `//host` and `https:` would lead to another site. */
function getReturnPath(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  return from !== null && /^\/(?![/\\])/.test(from) ? from : null;
}

/** The query without the signature; unchanged if it contains none. */
function removeSignature(search: string): string {
  const query = new URLSearchParams(search);
  if (!SIGNATURE_PARAMETERS.some((name) => query.has(name))) return search;
  for (const name of SIGNATURE_PARAMETERS) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

/** The rule of the navigation guard: which page a user sees, and where others are redirected. */
export function checkNavigation(visit: Visit): GuardResult {
  const { path, route, session, menu } = visit;
  const search = removeSignature(visit.search);
  // A link opens by its code alone, also for signed-in users.
  const isPublic =
    route?.isPublic === true ||
    (route?.hasLinks === true && isScreenCode(new URLSearchParams(search).get('t')));
  if (session === null) {
    if (visit.hasSignature) return { kind: 'sign-in' };
    if (search !== visit.search && isPublic) return { kind: 'go', to: path + search };
    if (isPublic) return { kind: 'show' };
    const returnQuery =
      path === '/' && search === '' ? '' : `?${new URLSearchParams({ from: path + search })}`;
    return { kind: 'go', to: LOGIN_PATH + returnQuery };
  }
  const startPage = findStartPage(menu, session);
  if (path === LOGIN_PATH) return { kind: 'go', to: getReturnPath(search) ?? startPage ?? '/' };
  if (search !== visit.search) return { kind: 'go', to: path + search };
  if (route?.redirect !== undefined) return { kind: 'go', to: route.redirect + search };
  // An address with a device always opens the map.
  if (path === '/' && !new URLSearchParams(search).has('device')) {
    if (startPage === null) return { kind: 'refuse', noPages: true };
    return startPage === '/' ? { kind: 'show' } : { kind: 'go', to: startPage };
  }
  if (isPublic || hasRole(route?.role ?? null, session.roles)) return { kind: 'show' };
  return { kind: 'refuse', noPages: startPage === null };
}
