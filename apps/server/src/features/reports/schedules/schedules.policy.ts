import { queryReportSchedules, runReportSchedule } from '@wakeline/contract/reports/schedules';
import { hasAccess, hasPermission, type Subject } from '../../../identity/access.ts';
import type { Scope } from '../../../identity/scope.ts';

export interface ScheduleUser extends Subject, Scope {}

interface OwnedSchedule {
  readonly accountId: number;
  /** Null: the owner was deleted. */
  readonly userId: number | null;
}

/** Administrators of complete accounts see, pause and delete the schedules of others: all of their data is visible to them. */
function isAdministered(user: ScheduleUser, { accountId }: OwnedSchedule): boolean {
  return accountId === user.accountId && hasPermission(user, 'administrator') && user.groupIds === null;
}

export function isOwnSchedule(user: ScheduleUser, { accountId, userId }: OwnedSchedule): boolean {
  return accountId === user.accountId && userId === user.userId;
}

export function canReadSchedule(user: ScheduleUser, schedule: OwnedSchedule): boolean {
  return (
    hasAccess(queryReportSchedules.access, user) &&
    (isOwnSchedule(user, schedule) || isAdministered(user, schedule))
  );
}

/** A schedule runs with the rights of its owner, so nobody else decides what it sends to whom. */
export function canEditSchedule(user: ScheduleUser, schedule: OwnedSchedule): boolean {
  return hasAccess(runReportSchedule.access, user) && isOwnSchedule(user, schedule);
}

/** Others can only turn it off. */
export function canSwitchSchedule(user: ScheduleUser, schedule: OwnedSchedule, enabled: boolean): boolean {
  return canEditSchedule(user, schedule) || (!enabled && canReadSchedule(user, schedule));
}

export function canRemoveSchedule(user: ScheduleUser, schedule: OwnedSchedule): boolean {
  return canReadSchedule(user, schedule);
}

/** Whether a user sees the other users of the account, and can send reports to them. */
export function canChooseUsers(user: ScheduleUser): boolean {
  return hasPermission(user, 'administrator') && user.groupIds === null;
}

/** As with share links, passing data to people outside the account requires an editor. */
export function canChooseAddresses(user: ScheduleUser): boolean {
  return hasPermission(user, 'editor');
}
