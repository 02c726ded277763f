import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';

const SECRET_NAME = 'feed-token';
/** Hexadecimal digits: 96 bits. */
const LENGTH = 24;

/** The token of a listening feed after `version` renewals: `12-3f1c…`. */
export type FeedToken = (feedId: number, version: number) => string;

/** Tokens are an HMAC-SHA-256 under a secret of this database, so that none is stored. */
export async function loadFeedToken(db: Db): Promise<FeedToken> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  return (feedId, version) => {
    const digest = createHmac('sha256', secret).update(`${feedId}:${version}`).digest('hex');
    return `${feedId}-${digest.slice(0, LENGTH)}`;
  };
}
