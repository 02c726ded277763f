import type { Caller } from '../identity/caller.ts';
import { scopeKey } from '../identity/scope.ts';

/** Which trackers a console is shown, by the rights that its user has at this moment. */
export interface Visibility {
  /** Its user may see trackers at all. */
  readonly canWatch: boolean;
  /** Groups that it is limited to, with the trackers in them; null: every tracker of the account. */
  readonly groups: ReadonlySet<number> | null;
  /** Consoles of one account with the same key are shown the same. */
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

/** @param groupId of a tracker; null: it is in no group; undefined: its group is not known yet. */
export function canSee({ canWatch, groups }: Visibility, groupId: number | null | undefined): boolean {
  if (!canWatch) return false;
  return groups === null || (typeof groupId === 'number' && groups.has(groupId));
}
