import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { limitKey } from './limit-key.ts';
import type { Attempt } from './lockout.ts';

/** An address without a sign-in of the user for this long counts as unknown. */
const RECENT_MS = 30 * 86_400_000;
/** Number of latest sign-ins that are checked, far more than the addresses a person regularly uses. */
const MAX_SIGN_INS = 500;

/**
 * Whether the user of this login or phone recently signed in from this address, by their sessions and the audit log.
 * Runs the same queries when there is no such user.
 */
export async function isKnownAddress(
  tx: Tx,
  { login, method, address, at }: Pick<Attempt, 'login' | 'method' | 'address' | 'at'>,
): Promise<boolean> {
  const since = new Date(at - RECENT_MS);
  const { rows } = await sql<{ address: string }>`
    with who as (
      select user_id, account_id from app_user
      where case when ${method === 'code'} then phone = ${login} else lower(login) = lower(${login}) end)
    (select session.address from session join who using (user_id) where last_seen_at > ${since} limit ${MAX_SIGN_INS})
    union
    (select address from audit_entry join who using (account_id, user_id)
      where at > ${since} and action in ('sign-in', 'code-sign-in', 'third-party-sign-in')
      order by audit_id desc limit ${MAX_SIGN_INS})`.execute(tx);
  const key = limitKey(address);
  return rows.some((row) => limitKey(row.address) === key);
}
