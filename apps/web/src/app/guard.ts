import type { Session } from '../service/session.ts';
import { type MenuFacts, menuOf, type RouteFacts } from './menu.ts';

/** What to do with a visit. */
export type Verdict =
  | { readonly kind: 'show' }
  | { readonly kind: 'go'; readonly to: string }
  /** Signed in, but without the visible function. */
  | { readonly kind: 'refuse' };

export interface Visit {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Null: an address that the table does not know. */
  readonly route: RouteFacts | null;
  readonly session: Pick<Session, 'roles' | 'pluginsOrder'> | null;
  readonly menu: readonly MenuFacts[];
}

const LOGIN = '/login';

/** Only addresses of this console: `//host` and `https:` would lead away from it. */
function wantedPage(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  return from !== null && /^\/(?![/\\])/.test(from) ? from : null;
}

/** The rule of the navigation guard: who is shown what, and where everybody else goes. */
export function guard({ path, search, route, session, menu }: Visit): Verdict {
  if (session === null) {
    if (route?.open) return { kind: 'show' };
    const wanted = path === '/' && search === '' ? '' : `?${new URLSearchParams({ from: path + search })}`;
    return { kind: 'go', to: LOGIN + wanted };
  }
  const [first] = menuOf(menu, session.pluginsOrder);
  if (path === LOGIN) return { kind: 'go', to: wantedPage(search) ?? first?.path ?? '/' };
  if (path === '/') {
    if (!first) return { kind: 'refuse' };
    return first.path === '/' ? { kind: 'show' } : { kind: 'go', to: first.path };
  }
  const role = route?.role ?? null;
  if (role !== null && !session.roles.some(({ name }) => name === role)) return { kind: 'refuse' };
  return { kind: 'show' };
}
