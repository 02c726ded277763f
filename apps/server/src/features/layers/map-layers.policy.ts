import { addLayer, deleteLayer, editLayer } from '@wakeline/contract/layers';
import { allows, type Subject } from '../../identity/access.ts';

export function mayAddLayers(user: Subject): boolean {
  return allows(addLayer.access, user);
}

/** Layers are the whole account's: who may change one may change all of them. */
export function layerAbilities(user: Subject): { readonly edit: boolean; readonly remove: boolean } {
  return { edit: allows(editLayer.access, user), remove: allows(deleteLayer.access, user) };
}
