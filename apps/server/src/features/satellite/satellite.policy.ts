import { NamedError } from '@wakeline/contract/errors';
import { createBdUsers } from '@wakeline/contract/satellite/accounts';
import { createSatelliteContact } from '@wakeline/contract/satellite/contacts';
import { sendEobBdMsg } from '@wakeline/contract/satellite/messages';
import { editSatelliteQuota } from '@wakeline/contract/satellite/settings';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { hasAccess, hasPermission, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';
import { networksOf, ROLES_OF_NETWORK } from '../../satellite/visibility.ts';

/** @throws NamedError `not-allowed` */
export function requireNetwork(user: Subject, network: SatelliteNetwork): void {
  if (!networksOf(user).includes(network))
    throw new NamedError('not-allowed', { role: ROLES_OF_NETWORK[network].join(' ') });
}

/** Whether the user may create, change and delete communication accounts that they see. */
export function canChangeAccounts(user: Subject): boolean {
  return hasAccess(createBdUsers.access, user);
}

/** Whether the user may send, cancel and repeat messages to terminals that they see. */
export function canSendMessages(user: Subject): boolean {
  return hasAccess(sendEobBdMsg.access, user);
}

/** Urgent messages go before those of all others. */
export function canSendUrgent(user: Subject): boolean {
  return canSendMessages(user) && hasPermission(user, 'administrator');
}

/** @throws NamedError `not-allowed` */
export function requireUrgent(user: Subject): void {
  if (!canSendUrgent(user)) throw new NamedError('not-allowed', { permission: 'administrator' });
}

type FullSubject = Subject & Pick<Scope, 'groupIds'>;

/** What concerns all terminals of the account requires full scope. @throws NamedError `not-allowed` */
export function requireFullScope({ groupIds }: Pick<Scope, 'groupIds'>): void {
  if (groupIds !== null) throw new NamedError('not-allowed');
}

/** Contacts write to any terminal of the account. */
export function canChangeContacts(user: FullSubject): boolean {
  return hasAccess(createSatelliteContact.access, user) && user.groupIds === null;
}

/** Convention of addresses and monthly quota hold for all terminals of the account. */
export function canChangeSettings(user: FullSubject): boolean {
  return hasAccess(editSatelliteQuota.access, user) && user.groupIds === null;
}
