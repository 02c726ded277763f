import { uploadPicture } from '@wakeline/contract/settings/settings';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Everybody may choose how the console is for himself. Only an administrator, or the holder, who has system settings may change what all of the account see: its name, pictures, colours and time zone. */
export function canEditBranding(caller: Subject): boolean {
  return hasAccess(uploadPicture.access, caller);
}
