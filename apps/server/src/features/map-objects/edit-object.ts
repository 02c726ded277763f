import { NamedError } from '@wakeline/contract/errors';
import { type AuditEntry, difference } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import type { JsonFields } from '../../db/schema.ts';
import type { Call } from '../../http/call.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { canEditObject } from './map-objects.policy.ts';
import { type ObjectResource, recordObjectChange, requireTargetGroup } from './object-changes.ts';

/** Fields that all kinds of map objects have. */
interface ObjectRow {
  readonly account_id: number;
  readonly group_id: number | null;
  readonly name: string;
}

/** What editing and deleting needs of one kind of map object. */
export interface ObjectKind<Row extends ObjectRow> {
  readonly what: ObjectResource;
  /** @throws NamedError when the caller can see no such object */
  readonly lock: (tx: Tx, caller: Caller, id: number) => Promise<Row>;
  readonly remove: (tx: Tx, row: Row) => Promise<void>;
  /** Details for the audit log. */
  readonly auditDetails: (row: Row) => JsonFields;
}

export interface ObjectChange<Row> {
  readonly db: Db;
  readonly caller: Caller;
  readonly call: Call;
  readonly action: AuditEntry['action'];
  readonly id: number;
  /** Target group; undefined leaves the object in its group. */
  readonly groupId: number | null | undefined;
  /** Stores the change and returns the details before and after it for the audit log. */
  readonly store: (tx: Tx, row: Row) => Promise<{ readonly before: JsonFields; readonly after: JsonFields }>;
}

export function ownerOf(row: Pick<ObjectRow, 'account_id' | 'group_id'>) {
  return { accountId: row.account_id, groupId: row.group_id };
}

/** @throws NamedError `not-allowed`, `group-unknown`, or that of `lock` */
export async function editObject<Row extends ObjectRow>(
  kind: ObjectKind<Row>,
  { db, caller, call, action, id, groupId, store }: ObjectChange<Row>,
): Promise<void> {
  await transactionAs(db, caller, call, async (tx) => {
    await lockAccount(tx, caller.accountId);
    const row = await lockEditable(tx, kind, caller, id);
    if (groupId !== undefined) await requireTargetGroup(tx, caller, groupId);
    const { before, after } = await store(tx, row);
    const changed = difference(before, after);
    await recordObjectChange(tx, caller, call, { what: kind.what, action, target: row.name, ...changed });
  });
}

/** @throws NamedError `not-allowed`, or that of `lock` */
export async function deleteObject<Row extends ObjectRow>(
  kind: ObjectKind<Row>,
  { db, caller, call, action, id }: Omit<ObjectChange<Row>, 'groupId' | 'store'>,
): Promise<void> {
  await transactionAs(db, caller, call, async (tx) => {
    const row = await lockEditable(tx, kind, caller, id);
    await kind.remove(tx, row);
    await recordObjectChange(tx, caller, call, {
      what: kind.what,
      action,
      target: row.name,
      before: kind.auditDetails(row),
    });
  });
}

async function lockEditable<Row extends ObjectRow>(
  tx: Tx,
  { lock }: ObjectKind<Row>,
  caller: Caller,
  id: number,
): Promise<Row> {
  const row = await lock(tx, caller, id);
  if (!canEditObject(caller, ownerOf(row))) throw new NamedError('not-allowed');
  return row;
}
