import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';

const NAME = 'device-auth-code';
const SECRET_BYTES = 32;
/** Hexadecimal digits of a code: 64 bits, which no one guesses over a network, and every protocol's field can hold. */
const CODE_LENGTH = 16;

/**
 * The codes that devices get when they register and show when they authenticate: HMAC-SHA-256 of the device's number under a
 * secret of this database. So they need no table, and are the same after a restart and in every server.
 */
export async function loadAuthCode(db: Db): Promise<(deviceId: string) => string> {
  await db
    .insertInto('server_secret')
    .values({ name: NAME, value: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return (deviceId) => createHmac('sha256', row.value).update(deviceId).digest('hex').slice(0, CODE_LENGTH);
}
