import { addLayer, deleteLayer, editLayer } from '@wakeline/contract/layers';
import { hasAccess, type Subject } from '../../identity/access.ts';

export function canAddLayers(user: Subject): boolean {
  return hasAccess(addLayer.access, user);
}

/** Layers belong to the account: users who can change one can change all of them. */
export function layerAbilities(user: Subject): { readonly edit: boolean; readonly remove: boolean } {
  return { edit: hasAccess(editLayer.access, user), remove: hasAccess(deleteLayer.access, user) };
}
