import { uploadPicture } from '@wakeline/contract/settings/settings';
import { allows, type Subject } from '../../identity/access.ts';

/** Everybody may choose how the console is for himself. Only an administrator, or the holder, who has system settings may change what all of the account see: its name, pictures, colours and time zone. */
export function mayBrand(caller: Subject): boolean {
  return allows(uploadPicture.access, caller);
}
