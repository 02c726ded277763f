import type { Operation } from '@wakeline/contract/operation';
import { addTracker, editTracker, queryAllTrackers, removeTracker } from '@wakeline/contract/trackers';
import { getTrackByTime } from '@wakeline/contract/tracks';
import { allows, type Subject } from '../../http/access.ts';

/** Who asks. */
export interface TrackerUser extends Subject {
  readonly accountId: number;
  readonly operator: boolean;
}

/** What is asked about. */
interface Owned {
  readonly accountId: number;
}

/** Who may watch trackers at all sees every tracker of his account. */
export function mayReadTrackers(user: TrackerUser): boolean {
  return allows(queryAllTrackers.access, user);
}

export function mayReadTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayReadTrackers(user) && owns(user, tracker);
}

export function mayAddTrackers(user: TrackerUser): boolean {
  return allows(addTracker.access, user);
}

export function mayEditTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(editTracker, user, tracker);
}

export function mayRemoveTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(removeTracker, user, tracker);
}

export function mayReplayTracker(user: TrackerUser, tracker: Owned): boolean {
  return mayDo(getTrackByTime, user, tracker);
}

/** Devices that nobody has registered are shown to the operator's own people: they may belong to any account. */
export function mayReadUnregistered(user: TrackerUser): boolean {
  return user.operator;
}

function mayDo(operation: Operation, user: TrackerUser, tracker: Owned): boolean {
  return allows(operation.access, user) && owns(user, tracker);
}

function owns(user: TrackerUser, { accountId }: Owned): boolean {
  return accountId === user.accountId;
}
