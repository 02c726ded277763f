import { addOcadMap, deleteOcadMap, editOcadMap } from '@wakeline/contract/ocad-maps/ocad-maps';
import { hasAccess, type Subject } from '../../identity/access.ts';

export function canAddOcadMaps(user: Subject): boolean {
  return hasAccess(addOcadMap.access, user);
}

/** Maps belong to the account: users who can change one can change all of them. */
export function ocadMapAbilities(user: Subject): { readonly edit: boolean; readonly remove: boolean } {
  return { edit: hasAccess(editOcadMap.access, user), remove: hasAccess(deleteOcadMap.access, user) };
}
