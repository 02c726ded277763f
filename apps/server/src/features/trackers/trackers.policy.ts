import type { Operation } from '@wakeline/contract/operation';
import { getTrackByTime } from '@wakeline/contract/replay/tracks';
import { liftSos } from '@wakeline/contract/sos';
import {
  addTracker,
  editTracker,
  queryAllTrackers,
  removeTracker,
} from '@wakeline/contract/trackers/trackers';
import { hasAccess, type Subject } from '../../identity/access.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';

/** Who asks. */
export interface TrackerUser extends Subject, Scope {
  readonly operator: boolean;
}

/** What is asked about. */
export interface Owned {
  readonly accountId: number;
  readonly groupId: number | null;
}

/** Who may watch trackers at all sees those of his account, or, where he was given groups, those in them. */
export function canReadTrackers(user: TrackerUser): boolean {
  return hasAccess(queryAllTrackers.access, user);
}

export function canReadTracker(user: TrackerUser, tracker: Owned): boolean {
  return canReadTrackers(user) && canSee(user, tracker);
}

/** Who sees some groups only needs one of them to put a tracker into. */
export function canAddTrackers(user: TrackerUser): boolean {
  return hasAccess(addTracker.access, user) && user.groupIds?.length !== 0;
}

/** Who sees some groups only puts trackers into these and nowhere else: what he adds or moves stays in his sight. */
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

/**
 * Devices that nobody has registered are shown to the operator's own people: they may belong to any account. They are in
 * no group, so those who see some groups only do not see them.
 */
export function canReadUnregistered(user: TrackerUser): boolean {
  return user.operator && user.groupIds === null;
}

function canPerform(operation: Operation, user: TrackerUser, tracker: Owned): boolean {
  return hasAccess(operation.access, user) && canSee(user, tracker);
}

function canSee(user: TrackerUser, { accountId, groupId }: Owned): boolean {
  return accountId === user.accountId && canSeeGroup(user, groupId);
}
