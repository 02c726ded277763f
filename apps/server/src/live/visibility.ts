import type { Caller } from '../identity/caller.ts';
import { scopeKey } from '../identity/scope.ts';

/** Which trackers a console receives, by the current rights of its user. */
export interface Visibility {
  /** Whether its user may see trackers at all. */
  readonly canWatch: boolean;
  /** Groups whose trackers it is limited to; null: every tracker of the account. */
  readonly groups: ReadonlySet<number> | null;
  /** Consoles of an account with the same key receive the same. */
  readonly key: string;
}

/** @param canWatch whether the user may see trackers at all */
export function visibilityOf(user: Caller, canWatch: boolean): Visibility {
  return {
    canWatch,
    groups: user.groupIds === null ? null : new Set(user.groupIds),
    key: canWatch ? scopeKey(user) : 'none',
  };
}

/** @param groupId of a tracker; null: in no group; undefined: not known yet. */
export function canSee({ canWatch, groups }: Visibility, groupId: number | null | undefined): boolean {
  if (!canWatch) return false;
  return groups === null || (typeof groupId === 'number' && groups.has(groupId));
}
