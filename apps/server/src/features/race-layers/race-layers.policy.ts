import { deleteRaceLayer, saveOrUpdateRaceLayer } from '@wakeline/contract/race-layers';
import { hasAccess, type Subject } from '../../identity/access.ts';

export function canAddRaceLayers(user: Subject): boolean {
  return hasAccess(saveOrUpdateRaceLayer.access, user);
}

/** Race layers belong to the account: users who can change one can change all of them. */
export function raceLayerAbilities(user: Subject): { readonly edit: boolean; readonly remove: boolean } {
  return {
    edit: hasAccess(saveOrUpdateRaceLayer.access, user),
    remove: hasAccess(deleteRaceLayer.access, user),
  };
}
