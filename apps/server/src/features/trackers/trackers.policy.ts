import type { Operation, Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import { addTracker, editTracker, queryAllTrackers, removeTracker } from '@wakeline/contract/trackers';
import { getTrackByTime } from '@wakeline/contract/tracks';
import { allows } from '../../http/access.ts';

/** Who asks. */
export interface TrackerUser {
  readonly userId: number;
  readonly login: string;
  readonly accountId: number;
  readonly permission: Permission;
  readonly roles: readonly Role[];
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
