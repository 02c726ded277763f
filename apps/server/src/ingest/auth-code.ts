import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';

const SECRET_NAME = 'device-auth-code';
/** Hexadecimal digits of a code: 64 bits, which no one guesses over a network, and every protocol's field can hold. */
const CODE_LENGTH = 16;

/**
 * The codes that devices get when they register and show when they authenticate: HMAC-SHA-256 of the device's number under a
 * secret of this database. So they need no table, and are the same after a restart and in every server.
 */
export async function loadAuthCode(db: Db): Promise<(deviceId: string) => string> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  return (deviceId) => createHmac('sha256', secret).update(deviceId).digest('hex').slice(0, CODE_LENGTH);
}
