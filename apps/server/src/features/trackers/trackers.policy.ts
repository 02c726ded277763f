import type { Operation } from '@wakeline/contract/operation';
import { getTrackByTime } from '@wakeline/contract/replay/tracks';
import { liftSos } from '@wakeline/contract/sos';
import {
  addTracker,
  editTracker,
  queryAllTrackers,
  removeTracker,
} from '@wakeline/contract/trackers/trackers';
import { transferTrackers } from '@wakeline/contract/trackers/transfer';
import { queryUnregisteredDevices } from '@wakeline/contract/trackers/unregistered';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

/** The user whose access is checked. */
export interface TrackerUser extends Subject, Scope {
  readonly operator: boolean;
}

/** The tracker that is accessed. */
export interface Owned {
  readonly accountId: number;
  readonly groupId: number | null;
}

/** Users with access to the live map see the trackers of their account, or of the groups granted to them. */
export function canReadTrackers(user: TrackerUser): boolean {
  return hasAccess(queryAllTrackers.access, user);
}

export function canReadTracker(user: TrackerUser, tracker: Owned): boolean {
  return canReadTrackers(user) && canSee(user, tracker);
}

/** Users confined to some groups need at least one of them for a new tracker. */
export function canAddTrackers(user: TrackerUser): boolean {
  return hasAccess(addTracker.access, user) && user.groupIds?.length !== 0;
}

/** Users confined to some groups can place trackers only in these, so that the trackers stay in their scope. */
export function canPlaceTracker(user: TrackerUser, groupId: number | null): boolean {
  return canSeeGroup(user, groupId);
}

export function canEditTracker(user: TrackerUser, tracker: Owned): boolean {
  return canPerform(editTracker, user, tracker);
}

export function canRemoveTracker(user: TrackerUser, tracker: Owned): boolean {
  return canPerform(removeTracker, user, tracker);
}

export function canClearSos(user: TrackerUser, tracker: Owned): boolean {
  return canPerform(liftSos, user, tracker);
}

export function canReplayTracker(user: TrackerUser, tracker: Owned): boolean {
  return canPerform(getTrackByTime, user, tracker);
}

/** Transferred devices leave the account, which requires full scope. */
export function canTransferTrackers(user: TrackerUser): boolean {
  return hasAccess(transferTrackers.access, user) && user.groupIds === null;
}

/**
 * Unregistered devices may belong to any account, so only the operator's users see them. They are in no group, which
 * requires full scope.
 */
export function canReadUnregistered(user: TrackerUser): boolean {
  return hasAccess(queryUnregisteredDevices.access, user) && user.operator && user.groupIds === null;
}

function canPerform(operation: Operation, user: TrackerUser, tracker: Owned): boolean {
  return hasAccess(operation.access, user) && canSee(user, tracker);
}

function canSee(user: TrackerUser, { accountId, groupId }: Owned): boolean {
  return accountId === user.accountId && canSeeGroup(user, groupId);
}
