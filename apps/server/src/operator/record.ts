import { recordAudit } from '../audit/record.ts';
import type { Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

export interface OperatorEntry {
  readonly accountId: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Name of the command. */
  readonly command: string;
  /** The login or the name of the changed object. */
  readonly target: string;
  readonly before?: JsonFields | null;
  /** Never a secret. */
  readonly after?: JsonFields;
}

/** Adds an operator's command to the account's audit log. */
export async function recordOperator(
  tx: Tx,
  { accountId, now, command, target, before = null, after = {} }: OperatorEntry,
): Promise<void> {
  await recordAudit(
    tx,
    { accountId, login: 'operator', userId: null },
    { now, address: '' },
    { action: 'operator', target, before, after: { command, ...after } },
  );
}
