import type { Session } from '../service/session.ts';
import { firstPage, hasRole, type MenuFacts, type MenuOwner, type RouteFacts } from './menu.ts';

/** What to do with a visit. */
export type Verdict =
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
  readonly route: RouteFacts | null;
  readonly session: (MenuOwner & Pick<Session, 'roles'>) | null;
  readonly menu: readonly MenuFacts[];
  /** Whether a third party's signature is kept that has not been tried. */
  readonly signed: boolean;
}

const LOGIN = '/login';

/** Query values that sign somebody in: they do not stay in an address. */
const SIGNATURE = ['userName', 'timestamp', 'sign'] as const;

/** Only addresses of this console: `//host` and `https:` would lead away from it. */
function wantedPage(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  return from !== null && /^\/(?![/\\])/.test(from) ? from : null;
}

/** The query without what signs somebody in; as it was where there is nothing of that in it. */
function withoutSignature(search: string): string {
  const query = new URLSearchParams(search);
  if (!SIGNATURE.some((name) => query.has(name))) return search;
  for (const name of SIGNATURE) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

/** The rule of the navigation guard: who is shown what, and where everybody else goes. */
export function guard(visit: Visit): Verdict {
  const { path, route, session, menu } = visit;
  const search = withoutSignature(visit.search);
  if (session === null) {
    if (visit.signed) return { kind: 'sign-in' };
    if (search !== visit.search && route?.open) return { kind: 'go', to: path + search };
    if (route?.open) return { kind: 'show' };
    const wanted = path === '/' && search === '' ? '' : `?${new URLSearchParams({ from: path + search })}`;
    return { kind: 'go', to: LOGIN + wanted };
  }
  const first = firstPage(menu, session);
  if (path === LOGIN) return { kind: 'go', to: wantedPage(search) ?? first ?? '/' };
  if (search !== visit.search) return { kind: 'go', to: path + search };
  if (route?.redirect !== undefined) return { kind: 'go', to: route.redirect + search };
  // Who names a device wants the map, whatever comes first.
  if (path === '/' && !new URLSearchParams(search).has('device')) {
    if (first === null) return { kind: 'refuse', nothing: true };
    return first === '/' ? { kind: 'show' } : { kind: 'go', to: first };
  }
  if (hasRole(route?.role ?? null, session.roles)) return { kind: 'show' };
  return { kind: 'refuse', nothing: first === null };
}
