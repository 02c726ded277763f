import type { Operation } from '@wakeline/contract/operation';
import { getTrackByTime } from '@wakeline/contract/replay/tracks';
import { liftSos } from '@wakeline/contract/sos';
import {
  addTracker,
  editTracker,
  queryAllTrackers,
  removeTracker,
} from '@wakeline/contract/trackers/trackers';
import { allows, type Subject } from '../../identity/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

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
export function mayReadTrackers(user: TrackerUser): boolean {
  return allows(queryAllTrackers.access, user);
}

export function mayReadTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayReadTrackers(user) && sees(user, tracker);
}

/** Who sees some groups only needs one of them to put a tracker into. */
export function mayAddTrackers(user: TrackerUser): boolean {
  return allows(addTracker.access, user) && user.groupIds?.length !== 0;
}

/** Who sees some groups only puts trackers into these and nowhere else: what he adds or moves stays in his sight. */
export function mayPlaceTracker(user: TrackerUser, groupId: number | null): boolean {
  return seesGroup(user, groupId);
}

export function mayEditTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(editTracker, user, tracker);
}

export function mayRemoveTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(removeTracker, user, tracker);
}

export function mayLiftSos(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(liftSos, user, tracker);
}

export function mayReplayTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(getTrackByTime, user, tracker);
}

/**
 * Devices that nobody has registered are shown to the operator's own people: they may belong to any account. They are in
 * no group, so those who see some groups only do not see them.
 */
export function mayReadUnregistered(user: TrackerUser): boolean {
  return user.operator && user.groupIds === null;
}

function mayDo(operation: Operation, user: TrackerUser, tracker: Owned): boolean {
  return allows(operation.access, user) && sees(user, tracker);
}

function sees(user: TrackerUser, { accountId, groupId }: Owned): boolean {
  return accountId === user.accountId && seesGroup(user, groupId);
}
