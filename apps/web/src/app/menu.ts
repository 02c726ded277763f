import type { Role } from '@wakeline/contract/roles';
import type { Session } from '../service/session.ts';

/** A route as the table declares it: where it is, what stands around it, and who may see it. */
export interface RouteDefinition {
  readonly path: string;
  /** Whether header and side menu stand around it. */
  readonly header: boolean;
  /** Whether it is reached without signing in. */
  readonly isPublic: boolean;
  /** Visible function that it needs, or several of which one is enough; null: any signed-in user. */
  readonly role: Role | readonly Role[] | null;
  /** It only leads on to this address. */
  readonly redirect?: string;
}

/** An entry of the side menu. */
export interface MenuItem {
  readonly key: string;
  readonly path: string;
  /** Plugin that shows it, or several of which one is enough; null: everybody sees it. */
  readonly role: RouteDefinition['role'];
  /** It is for those alone who may do this as well. */
  readonly ability?: keyof Session['abilities'];
  /** It stands in the menu of three as well. */
  readonly reduced?: boolean;
  /** It is no page to start with: a page for other times, or one of somebody else. */
  readonly neverFirst?: boolean;
}

/** What of the user the menu follows; keys of plugins whose area does not exist are passed over. */
export type MenuUser = Pick<Session, 'pluginsOrder' | 'menu' | 'groundSupport' | 'abilities'>;

/** Key of the entry that leaves for pages of the ground support. */
export const GROUND_SUPPORT = 'groundSupport';

/** Menu entries that a user sees, in the user's plugin order; entries without a role follow at the end. */
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
  const ordered = pluginsOrder.flatMap(({ key }) =>
    availableEntries.filter(({ role }) => role !== null && toRoleList(role).includes(key)),
  );
  // An entry of several plugins stands where the first of them does.
  return [...new Set([...ordered, ...availableEntries.filter(({ role }) => role === null)])];
}

/** The page with which a user starts: the first plugin of the menu. */
export function findStartPage(entries: readonly MenuItem[], user: MenuUser): string | null {
  return buildMenu(entries, user).find(({ neverFirst }) => neverFirst !== true)?.path ?? null;
}

/** Whether one of these functions is among those of the user. */
export function hasRole(needed: RouteDefinition['role'], roles: readonly { readonly name: Role }[]): boolean {
  if (needed === null) return true;
  return roles.some(({ name }) => toRoleList(needed).includes(name));
}

function toRoleList(role: Role | readonly Role[]): readonly Role[] {
  return typeof role === 'string' ? [role] : role;
}
