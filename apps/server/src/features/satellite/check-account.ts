import { NamedError } from '@wakeline/contract/errors';
import type { BdUserForm } from '@wakeline/contract/satellite/accounts';
import { fitsNetwork } from '@wakeline/domain/satellite/card-number';
import { hasGateway, type SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import type { Scope } from '../../identity/scope.ts';
import type { AccountColumns, CommunicationAccountRow } from '../../satellite/accounts.ts';
import { lockTrackersForBinding } from '../../trackers/lock-for-binding.ts';

export type AccountDetails = Omit<BdUserForm, 'cardNumber' | 'network' | 'password'>;

/** @throws NamedError `card-network-mismatch` */
export function requireFittingCard(cardNumber: string, network: SatelliteNetwork): void {
  if (!fitsNetwork(cardNumber, network)) throw new NamedError('card-network-mismatch');
}

/** @throws NamedError `terminal-gateway-mismatch` */
export function requireFittingGateway(
  { gateway }: Pick<AccountDetails, 'gateway'>,
  network: SatelliteNetwork,
): void {
  if (gateway !== null && !hasGateway(network, gateway)) throw new NamedError('terminal-gateway-mismatch');
}

/**
 * Checks the device that carries a terminal. A user whose scope is limited to groups sees the terminals of their devices
 * only, so they cannot leave it out.
 *
 * @throws NamedError `tracker-unknown`, `not-allowed`
 */
export async function requireCarrier(tx: Tx, scope: Scope, trackerId: number | null): Promise<void> {
  if (trackerId === null) {
    if (scope.groupIds !== null) throw new NamedError('not-allowed');
    return;
  }
  await lockTrackersForBinding(tx, scope, [trackerId]);
}

export function columnsOf(details: AccountDetails): Omit<AccountColumns, 'network' | 'password_hash'> {
  return {
    name: details.bdUserName,
    note: details.note,
    tracker_id: details.trackerId,
    level: details.level,
    bits: details.bits,
    frequency: details.frequency,
    card_kind: details.cardKind,
    gateway: details.gateway,
  };
}

export function detailsOf(row: CommunicationAccountRow): AccountDetails {
  return {
    bdUserName: row.name,
    note: row.note,
    trackerId: row.tracker_id,
    level: row.level,
    bits: row.bits,
    frequency: row.frequency,
    cardKind: row.card_kind,
    gateway: row.gateway,
  };
}

/** Audit details, without the name, which is the target. */
export function auditOf({ bdUserName: _, ...details }: AccountDetails): JsonFields {
  return details;
}
