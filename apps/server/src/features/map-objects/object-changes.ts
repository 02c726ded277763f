import { NamedError } from '@wakeline/contract/errors';
import type { ChangedResource } from '@wakeline/contract/live/messages';
import { type AuditEntry, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { canPlaceObject } from './map-objects.policy.ts';

/** What consoles and the engine ask for again. */
export type ObjectResource = Extract<ChangedResource, 'fences' | 'labelPoints' | 'routes'>;

/** Writes a change down, and has the maps of the account follow it. */
export async function recordObjectChange(
  tx: Tx,
  caller: Caller,
  call: Call,
  { what, ...entry }: AuditEntry & { readonly what: ObjectResource },
): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await notifyObjectsChanged(tx, caller.accountId, what);
}

export async function notifyObjectsChanged(tx: Tx, accountId: number, what: ObjectResource): Promise<void> {
  await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
}

/**
 * The group stays until the transaction ends. The account is held before it, as by whoever deletes a group: two that wait for each
 * other would both fail. So this comes before any other row is locked.
 *
 * @throws NamedError `group-unknown` for a group that the caller does not see, or the whole account where he sees some groups only
 */
export async function requireTargetGroup(tx: Tx, caller: Caller, groupId: number | null): Promise<void> {
  if (!canPlaceObject(caller, groupId)) throw new NamedError('group-unknown');
  await lockAccount(tx, caller.accountId);
  if (groupId === null) return;
  const row = await tx
    .selectFrom('tracker_group')
    .select('group_id')
    .where('group_id', '=', groupId)
    .where('account_id', '=', caller.accountId)
    .forKeyShare()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('group-unknown');
}

/** Without the fields that were not given: what is left is set. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
