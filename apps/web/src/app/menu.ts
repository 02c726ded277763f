import type { Role } from '@wakeline/contract/roles';
import type { Session } from '../service/session.ts';

/** A route: its path, its layout, and who can see it. */
export interface RouteDefinition {
  readonly path: string;
  /** Whether it is displayed with header and side menu. */
  readonly header: boolean;
  /** Whether it is accessible without signing in. */
  readonly isPublic: boolean;
  /** Whether the code of a screen link in `t` opens it for anyone. */
  readonly hasLinks?: true;
  /** Visible function that it requires, or several of which one suffices; null: any signed-in user. */
  readonly role: Role | readonly Role[] | null;
  /** It only redirects to this address. */
  readonly redirect?: string;
}

/** An entry of the side menu. */
export interface MenuItem {
  readonly key: string;
  /** Path of its page, with the parameters that select it among pages of the same path. */
  readonly path: string;
  /** Path of its pages, if it has several. */
  readonly section?: string;
  /** Plugin that shows it, or several of which the first that the user has places it; null: every user sees it. */
  readonly role: RouteDefinition['role'];
  /** It also requires this ability. */
  readonly ability?: keyof Session['abilities'];
  /** It is part of the reduced menu as well. */
  readonly reduced?: boolean;
  /** It is never the start page: rarely used, or a page of another site. */
  readonly neverFirst?: boolean;
}

/** User data that defines the menu; keys of plugins without pages are ignored. */
export type MenuUser = Pick<Session, 'pluginsOrder' | 'menu' | 'groundSupport' | 'abilities'>;

/**
 * Whether an address shows a page of an entry.
 *
 * @param isOnly no other entry has pages of the same section, so the address need not name the parameters
 */
export function isEntryOf(
  { path, section }: Pick<MenuItem, 'path' | 'section'>,
  { pathname, search }: { readonly pathname: string; readonly search: string },
  isOnly: boolean,
): boolean {
  const [entryPath = '', query] = path.split('?');
  const current = pathname.toLowerCase();
  const isOwnPath =
    current === entryPath.toLowerCase() ||
    (section !== undefined && current.startsWith(`${section.toLowerCase()}/`));
  const parameters = new URLSearchParams(search);
  return (
    isOwnPath &&
    [...new URLSearchParams(query)].every(
      ([name, value]) => (parameters.get(name) ?? (isOnly ? value : null)) === value,
    )
  );
}

/** Key of the entry that opens the ground-support pages. */
export const GROUND_SUPPORT = 'groundSupport';

/** The user's menu entries in the order of their plugins; entries without a role follow at the end. */
export function buildMenu<Entry extends MenuItem>(
  entries: readonly Entry[],
  { pluginsOrder, menu, groundSupport, abilities }: MenuUser,
): Entry[] {
  const availableEntries = entries.filter(
    ({ key, reduced, ability }) =>
      (menu === 'full' || reduced === true) &&
      (ability === undefined || abilities[ability]) &&
      (key !== GROUND_SUPPORT || groundSupport),
  );
  const plugins = pluginsOrder.map(({ key }) => key);
  const ordered = plugins.flatMap((plugin) =>
    availableEntries.filter(({ role }) => findPlacingRole(role, plugins) === plugin),
  );
  return [...ordered, ...availableEntries.filter(({ role }) => role === null)];
}

/** The plugin at whose position an entry is: the first of its own that the user has. */
export function findPlacingRole(role: RouteDefinition['role'], plugins: readonly Role[]): Role | null {
  return role === null ? null : (toRoleList(role).find((one) => plugins.includes(one)) ?? null);
}

/** The user's start page: the first plugin of the menu. */
export function findStartPage(entries: readonly MenuItem[], user: MenuUser): string | null {
  return buildMenu(entries, user).find(({ neverFirst }) => neverFirst !== true)?.path ?? null;
}

/** Whether the user has one of these functions. */
export function hasRole(needed: RouteDefinition['role'], roles: readonly { readonly name: Role }[]): boolean {
  if (needed === null) return true;
  return roles.some(({ name }) => toRoleList(needed).includes(name));
}

function toRoleList(role: Role | readonly Role[]): readonly Role[] {
  return typeof role === 'string' ? [role] : role;
}
