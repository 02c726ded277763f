import type { Caller } from '../identity/caller.ts';
import { scopeKey } from '../identity/scope.ts';

/** Which trackers a console is shown, by the rights that its user has at this moment. */
export interface Sight {
  /** Its user may see trackers at all. */
  readonly watches: boolean;
  /** Groups that it is limited to, with the trackers in them; null: every tracker of the account. */
  readonly groups: ReadonlySet<number> | null;
  /** Consoles of one account with the same key are shown the same. */
  readonly key: string;
}

/** @param watches whether the user may see trackers at all */
export function sightOf(user: Caller, watches: boolean): Sight {
  return {
    watches,
    groups: user.groupIds === null ? null : new Set(user.groupIds),
    key: watches ? scopeKey(user) : 'none',
  };
}

/** @param groupId of a tracker; null: it is in no group; undefined: its group is not known yet. */
export function sees({ watches, groups }: Sight, groupId: number | null | undefined): boolean {
  if (!watches) return false;
  return groups === null || (typeof groupId === 'number' && groups.has(groupId));
}
