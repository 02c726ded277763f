import { uploadPicture } from '@wakeline/contract/settings/settings';
import { hasAccess, type Subject } from '../../identity/access.ts';

/**
 * All users can change their own settings. Account-wide settings (name, pictures, colours, time zone) require an
 * administrator or the holder with the system settings function.
 */
export function canEditBranding(caller: Subject): boolean {
  return hasAccess(uploadPicture.access, caller);
}
