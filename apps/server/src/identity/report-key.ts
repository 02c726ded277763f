import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';

const SECRET_NAME = 'device-report-key';
/** Hexadecimal digits of a key: 80 bits. A person may have to type it into a phone. */
const KEY_LENGTH = 20;

/** The key of a tracker, after `version` renewals. */
export type ReportKey = (trackerId: number, version: number) => string;

/**
 * The keys that devices send with each report if their protocol has no other authentication: HMAC-SHA-256 under a
 * secret of this database. Not the registration code (`ingest/auth-code.ts`), which any device receives that knows a
 * registered number.
 */
export async function loadReportKey(db: Db): Promise<ReportKey> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  return (trackerId, version) =>
    createHmac('sha256', secret).update(`${trackerId}:${version}`).digest('hex').slice(0, KEY_LENGTH);
}
