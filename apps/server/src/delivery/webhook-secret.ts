import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';

const SECRET_NAME = 'webhook-signature';

/** The key of a webhook after `version` renewals: `whsec_` and 256 bits in base64. */
export type WebhookSecret = (recipientId: number, version: number) => string;

/**
 * Keys are an HMAC-SHA-256 under a secret of this database, so that none is stored.
 *
 * @param name of that secret
 */
export async function loadWebhookSecret(db: Db, name = SECRET_NAME): Promise<WebhookSecret> {
  const secret = await loadServerSecret(db, name);
  return (recipientId, version) =>
    `whsec_${createHmac('sha256', secret).update(`${recipientId}:${version}`).digest('base64')}`;
}
