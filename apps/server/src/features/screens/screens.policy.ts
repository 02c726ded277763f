import type { Role } from '@wakeline/contract/roles';
import { createScreenLink } from '@wakeline/contract/screens/screen-links';
import {
  type BigScreenKind,
  queryScreens,
  removeScreen,
  saveScreen,
} from '@wakeline/contract/screens/screens';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** The function whose menu entry opens a kind of screen. */
const ROLE_OF: Readonly<Record<BigScreenKind, Role>> = {
  visual: 'eob_plugin_visual_screen',
  data: 'eob_plugin_data_screen',
};

export interface ScreenUser extends Subject {
  readonly accountId: number;
}

interface Owned {
  readonly accountId: number;
  readonly kind: BigScreenKind;
}

/** Users with the function of the kind see all screens of their account; the devices on them are those they may see. */
export function canReadScreen(user: ScreenUser, screen: Owned): boolean {
  return hasAccess(queryScreens.access, user) && isOwn(user, screen);
}

export function canEditScreen(user: ScreenUser, screen: Owned): boolean {
  return hasAccess(saveScreen.access, user) && isOwn(user, screen);
}

export function canRemoveScreen(user: ScreenUser, screen: Owned): boolean {
  return hasAccess(removeScreen.access, user) && isOwn(user, screen);
}

/** A link shows what its owner can share at this moment: it ends when they are no longer an editor or lose the function. */
export function canShareScreen(owner: ScreenUser, screen: Owned): boolean {
  return hasAccess(createScreenLink.access, owner) && isOwn(owner, screen);
}

function isOwn(user: ScreenUser, { accountId, kind }: Owned): boolean {
  return accountId === user.accountId && user.roles.includes(ROLE_OF[kind]);
}
