import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { limitKey } from './limit-key.ts';
import type { Attempt } from './lockout.ts';

/** A place that a person has not signed in at for so long is as strange as any other. */
const RECENT_MS = 30 * 86_400_000;
/** Sign-ins that are looked at, the latest: more than a person makes in places that he comes back to. */
const MAX_SIGN_INS = 500;

/**
 * Whether the user of this login, or of this phone, has signed in lately at this address, by his sessions and by the
 * audit log. Looked up in the same way where there is no such user.
 */
export async function isKnownAddress(
  tx: Tx,
  { login, way, address, at }: Pick<Attempt, 'login' | 'way' | 'address' | 'at'>,
): Promise<boolean> {
  const since = new Date(at - RECENT_MS);
  const { rows } = await sql<{ address: string }>`
    with who as (
      select user_id, account_id from app_user
      where case when ${way === 'code'} then phone = ${login} else lower(login) = lower(${login}) end)
    (select session.address from session join who using (user_id) where last_seen_at > ${since} limit ${MAX_SIGN_INS})
    union
    (select address from audit_entry join who using (account_id, user_id)
      where at > ${since} and action in ('sign-in', 'code-sign-in', 'third-party-sign-in')
      order by audit_id desc limit ${MAX_SIGN_INS})`.execute(tx);
  const key = limitKey(address);
  return rows.some((row) => limitKey(row.address) === key);
}
