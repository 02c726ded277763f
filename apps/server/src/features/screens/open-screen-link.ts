import { NamedError } from '@wakeline/contract/errors';
import type { Screen } from '@wakeline/contract/screens/screens';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { findLink, touchLink } from '../../identity/open-link.ts';
import { canShareScreen } from './screens.policy.ts';
import { readScreen } from './screens.queries.ts';

/** A link to a screen that is open at this moment. */
export interface OpenScreenLink {
  readonly shareId: number;
  readonly expireTime: number;
  readonly hidesNames: boolean;
  readonly screen: Screen;
  /** Creator of the link, with their present rights. */
  readonly owner: Caller;
}

/** @throws NamedError `share-gone`: unknown, expired, revoked, or its owner can no longer share the screen */
export async function openScreenLink(db: Db, code: string, now: number): Promise<OpenScreenLink> {
  const link = await findLink(db, code, now);
  const { owner, screen_id: screenId } = link;
  const screen = screenId === null ? null : await readScreen(db, owner.accountId, screenId);
  if (screen === null || !canShareScreen(owner, { accountId: owner.accountId, kind: screen.kind }))
    throw new NamedError('share-gone');
  await touchLink(db, link, now);
  return {
    shareId: link.share_id,
    expireTime: link.expires_at.getTime(),
    hidesNames: link.hides_names,
    screen,
    owner,
  };
}
