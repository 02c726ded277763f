import { NamedError } from '@wakeline/contract/errors';
import type { getSignParam } from '@wakeline/contract/sign-in';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { computeSignature } from '../../identity/third-party-sign.ts';
import { markSignUsed } from './verify-sign.ts';

/**
 * Signs the caller's login for the ground-support pages with the secret that the account shares with them. This server
 * marks the signature as used: it is sent in a URL, and a token must not be able to open a session with it.
 */
export function signParamHandler(db: Db): Handler<typeof getSignParam> {
  return async (_payload, { accountId, login }, { now }) => {
    const account = await db
      .selectFrom('account')
      .select(['sign_secret', 'ground_support_url'])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const { sign_secret: secret, ground_support_url: url } = account;
    if (secret === null || url === null) throw new NamedError('ground-support-unset');
    const sign = computeSignature(secret, login, now);
    await db.transaction().execute((tx) => markSignUsed(tx, sign, now));
    return { userName: login, timestamp: now, sign, url };
  };
}
