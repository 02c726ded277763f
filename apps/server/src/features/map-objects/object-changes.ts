import { NamedError } from '@wakeline/contract/errors';
import type { ChangedResource } from '@wakeline/contract/live/messages';
import { type AuditEntry, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { canPlaceObject } from './map-objects.policy.ts';

/** Resources that consoles and the engine reload. */
export type ObjectResource = Extract<ChangedResource, 'fences' | 'labelPoints' | 'routes'>;

/** Records a change in the audit log and notifies the account's open maps. */
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
 * Locks the group until the transaction ends. Like group deletion it locks the account first, which avoids deadlocks. So it
 * has to run before any other row is locked.
 *
 * @throws NamedError `group-unknown` for a group outside the caller's scope, or for null if the caller is confined to some groups
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

/** Omits undefined fields; the remaining ones are to be set. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
