import type { Role } from '@wakeline/contract/roles';

/** A route as the table declares it: where it is, what stands around it, and who may see it. */
export interface RouteFacts {
  readonly path: string;
  /** Whether header and tab stand above it. */
  readonly header: boolean;
  /** Whether it is reached without signing in. */
  readonly open: boolean;
  /** Visible function that it needs; null: any signed-in user. */
  readonly role: Role | null;
}

/** An entry of the side menu. */
export interface MenuFacts {
  readonly key: string;
  readonly path: string;
  /** Plugin that shows it; null: everybody sees it. */
  readonly role: Role | null;
}

/**
 * Menu entries that a user sees, in the user's plugin order; entries without a role follow at the end.
 *
 * @param plugins the user's ordered plugin list; keys whose area does not exist are passed over.
 */
export function menuOf<Entry extends MenuFacts>(
  entries: readonly Entry[],
  plugins: readonly { readonly key: Role }[],
): Entry[] {
  const ordered = plugins.flatMap(({ key }) => entries.filter((entry) => entry.role === key));
  return [...ordered, ...entries.filter((entry) => entry.role === null)];
}
