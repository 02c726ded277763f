import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';

const SECRET_NAME = 'device-auth-code';
/**
 * Hexadecimal digits of a code: 64 bits cannot be guessed over a network, and the field of every protocol can hold
 * it.
 */
const CODE_LENGTH = 16;

/**
 * The codes that devices receive on registration and present on authentication: HMAC-SHA-256 of the device's number
 * under a secret of this database. They need no table and are the same after a restart and on every server.
 */
export async function loadAuthCode(db: Db): Promise<(deviceId: string) => string> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  return (deviceId) => createHmac('sha256', secret).update(deviceId).digest('hex').slice(0, CODE_LENGTH);
}
