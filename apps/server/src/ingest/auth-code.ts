import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';

const NAME = 'device-auth-code';
const SECRET_BYTES = 32;
/** Hexadecimal digits of a code: 64 bits, which no one guesses over a network, and every protocol's field can hold. */
const CODE_LENGTH = 16;

/**
 * The codes that devices get when they register and show when they authenticate: HMAC-SHA-256 of the device's number under a
 * secret of this database. So they need no table, and are the same after a restart and in every server.
 */
export async function loadAuthCode(sql: Sql): Promise<(deviceId: string) => string> {
  await sql`
    insert into server_secret (name, value) values (${NAME}, ${randomBytes(SECRET_BYTES)})
    on conflict (name) do nothing`;
  const [row] = await sql<{ value: Buffer }[]>`select value from server_secret where name = ${NAME}`;
  if (row === undefined) throw new Error('the secret for device codes was deleted while it was read');
  return (deviceId) => createHmac('sha256', row.value).update(deviceId).digest('hex').slice(0, CODE_LENGTH);
}
