import { randomInt } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import type { Tx } from '../db/database.ts';

/** Capital letters and digits without those that look alike: 32 to the power of 8 codes. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Creates the code by which a WeChat user becomes a contact. It replaces the last one of the user. */
export async function createBindCode(
  tx: Tx,
  { accountId, userId, now }: { readonly accountId: number; readonly userId: number; readonly now: number },
): Promise<{ readonly code: string; readonly expireTime: number }> {
  await tx
    .deleteFrom('satellite_bind_code')
    .where((is) => is.or([is('user_id', '=', userId), is('expires_at', '<=', new Date(now))]))
    .execute();
  const code = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const expireTime = now + LIMITS.satelliteBindMinutes * 60_000;
  await tx
    .insertInto('satellite_bind_code')
    .values({ code, account_id: accountId, user_id: userId, expires_at: new Date(expireTime) })
    .execute();
  return { code, expireTime };
}
