import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';

/**
 * Notifies open consoles, when `tx` commits, that an account's branding, link code or contact changed: those of the
 * account, and of the accounts under it, which use its branding until they have their own, and buy from it.
 */
export async function notifyBranding(tx: Tx, accountId: number): Promise<void> {
  const accounts = await tx
    .selectFrom('account')
    .select('account_id')
    .where((where) => where.or([where('account_id', '=', accountId), where('dealer_id', '=', accountId)]))
    .execute();
  for (const { account_id } of accounts) await sendEvent(tx, { type: 'account', accountId: account_id });
}
