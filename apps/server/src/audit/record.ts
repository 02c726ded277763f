import type { OperationName } from '@wakeline/contract/operations';
import type { Tx } from '../db/database.ts';
import type { Facts } from '../db/schema.ts';
import type { Call, Caller } from '../http/caller.ts';

/** What is written down besides operations: what happens to a login. */
export type AuditEvent = 'sign-in' | 'sign-in-failed' | 'code-sign-in' | 'third-party-sign-in' | 'operator';

/** Who did it, and from where. */
export interface Actor extends Pick<Caller, 'accountId' | 'login'> {
  /** Null: nobody of the account, as the operator on the command line. */
  readonly userId: number | null;
}

export interface AuditEntry {
  readonly action: OperationName | AuditEvent;
  /** Name of what it was done to, as a person knows it. */
  readonly target: string;
  /** The fields that changed, before and after. Never a secret: a password is `{password: 'changed'}`. */
  readonly before?: Facts | null;
  readonly after?: Facts | null;
}

/** Writes into the account's audit log what a caller did: in the transaction that did it, so that neither is there without the other. */
export async function recordAudit(
  tx: Tx,
  actor: Actor,
  { now, address }: Pick<Call, 'now' | 'address'>,
  { action, target, before = null, after = null }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      account_id: actor.accountId,
      at: new Date(now),
      user_id: actor.userId,
      login: actor.login,
      action,
      target,
      address,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
}

/** The fields that differ, with their values before and after: what an entry says of a change. Null, null where none does. */
export function difference(
  before: Facts,
  after: Facts,
): { readonly before: Facts | null; readonly after: Facts | null } {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  if (changed.length === 0) return { before: null, after: null };
  const pick = (facts: Facts) => Object.fromEntries(changed.map((field) => [field, facts[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}
