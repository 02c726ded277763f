import { addTrackModel, deleteTrackModel, editTrackModel } from '@wakeline/contract/trackers/models';
import { hasAccess, type Subject } from '../../../identity/access.ts';
import type { Scope } from '../../../identity/scope.ts';

export function canAddModels(user: Subject): boolean {
  return hasAccess(addTrackModel.access, user);
}

/** Requires full scope: a new name is entered in all devices of the model, and some groups do not contain all of them. */
export function canEditModels(user: Subject & Scope): boolean {
  return hasAccess(editTrackModel.access, user) && user.groupIds === null;
}

/** Requires full scope for the same reason: all devices of the model lose what it determines. */
export function canRemoveModels(user: Subject & Scope): boolean {
  return hasAccess(deleteTrackModel.access, user) && user.groupIds === null;
}
