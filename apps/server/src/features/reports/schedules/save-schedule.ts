import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { REPORTS } from '@wakeline/contract/reports/reports';
import type { ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import type { Tx } from '../../../db/database.ts';
import { findOrAddRecipient, sendFirstCode } from '../../../delivery/address-contacts.ts';
import { readUsers } from '../../../delivery/recipients.ts';
import { checkAccess } from '../../../identity/access.ts';
import type { Caller } from '../../../identity/caller.ts';
import { type ChosenRecipients, readScheduleRecipients } from './schedule-rows.ts';
import { canChooseAddresses, canChooseUsers } from './schedules.policy.ts';

/**
 * Checks what does not depend on stored data.
 *
 * @throws NamedError `not-allowed` without the right to the report, `report-recipients`
 */
export function checkSchedule(caller: Caller, { content, userIds, addresses }: ReportScheduleForm): void {
  checkAccess(REPORTS[content.report].access, caller);
  const count = new Set(userIds).size + new Set(addresses.map(({ address }) => address.toLowerCase())).size;
  if (count === 0 || count > LIMITS.reportRecipients) throw new NamedError('report-recipients');
}

interface ScheduleOwner {
  readonly caller: Caller;
  /** The configured channels. */
  readonly channels: ReadonlySet<DeliveryChannel>;
  /** Whose recipients can stay; null: a new schedule. */
  readonly scheduleId: number | null;
}

/**
 * The recipients of a schedule. A new address becomes a recipient of the account, to whom a code is sent. The account must be
 * locked.
 *
 * @throws NamedError `report-recipient-unknown`, `report-addresses-denied`, `channel-unavailable`, `recipient-limit`
 */
export async function chooseRecipients(
  tx: Tx,
  { caller, channels, scheduleId }: ScheduleOwner,
  form: Pick<ReportScheduleForm, 'userIds' | 'addresses'>,
  now: number,
): Promise<ChosenRecipients> {
  const { accountId } = caller;
  const before = await readScheduleRecipients(tx, scheduleId === null ? [] : [scheduleId]);
  const userIds = [...new Set(form.userIds)];
  const users = canChooseUsers(caller) ? await readUsers(tx, accountId) : [{ userId: caller.userId }];
  const known = new Set([...users.map(({ userId }) => userId), ...before.map((row) => row.user_id)]);
  if (userIds.some((userId) => !known.has(userId))) throw new NamedError('report-recipient-unknown');

  const addresses = new Map<number, ChosenRecipients['addresses'][number]>();
  for (const { address, language } of form.addresses) {
    const recipientId = await findOrAddRecipient(tx, { accountId, channel: 'email', address, language }, now);
    const isNew = !before.some((row) => row.recipient_id === recipientId);
    if (isNew && !canChooseAddresses(caller)) throw new NamedError('report-addresses-denied');
    if (isNew && !channels.has('email')) throw new NamedError('channel-unavailable');
    addresses.set(recipientId, { recipientId, language });
    if (isNew) await sendFirstCode(tx, accountId, recipientId, 'email', now);
  }
  return { userIds, addresses: [...addresses.values()] };
}
