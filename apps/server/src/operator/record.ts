import { recordAudit } from '../audit/record.ts';
import type { Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

export interface OperatorEntry {
  readonly accountId: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Name of the command. */
  readonly command: string;
  /** The login, or the name of the thing, that it was done to. */
  readonly target: string;
  readonly before?: JsonFields | null;
  /** Never a secret. */
  readonly after?: JsonFields;
}

/** Writes into an account's audit log what the operator did to it on the server itself. */
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
