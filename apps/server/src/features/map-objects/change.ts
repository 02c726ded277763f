import { NamedError } from '@wakeline/contract/errors';
import type { ChangedThing } from '@wakeline/contract/live/messages';
import { type AuditEntry, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { holdAccount } from '../../db/hold-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { mayPlaceObject } from './map-objects.policy.ts';

/** What consoles and the engine ask for again. */
export type ObjectThing = Extract<ChangedThing, 'fences' | 'labelPoints' | 'routes'>;

/** Writes a change down, and has the maps of the account follow it. */
export async function tell(
  tx: Tx,
  caller: Caller,
  call: Call,
  { what, ...entry }: AuditEntry & { readonly what: ObjectThing },
): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendObjectsChanged(tx, caller.accountId, what);
}

export async function sendObjectsChanged(tx: Tx, accountId: number, what: ObjectThing): Promise<void> {
  await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
}

/**
 * The group stays until the transaction ends. The account is held before it, as by whoever deletes a group: two that wait for each
 * other would both fail. So this comes before any other row is locked.
 *
 * @throws NamedError `group-unknown` for a group that the caller does not see, or the whole account where he sees some groups only
 */
export async function requirePlace(tx: Tx, caller: Caller, groupId: number | null): Promise<void> {
  if (!mayPlaceObject(caller, groupId)) throw new NamedError('group-unknown');
  await holdAccount(tx, caller.accountId);
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
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
