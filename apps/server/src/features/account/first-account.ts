import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { ROLES } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { hashDigest, passwordDigest } from './password.ts';

/** The specification gives devices a first password without saying which; this one is customary. */
const FIRST_DEVICE_PASSWORD = '123456';

export interface FirstAccount {
  readonly login: string;
  /** In clear, as the operator gave it. */
  readonly password: string;
  /** The account's name; by default the login. */
  readonly name?: string;
  readonly language?: (typeof LANGUAGES)[number];
}

/**
 * Makes the operator's account with its holder, who may do everything. A login that exists already is left as it
 * is, with its password. Safe when several servers start at once.
 *
 * @returns the account's id, and whether it was made now.
 */
export async function ensureFirstAccount(
  db: Db,
  { login, password, name = login, language = LANGUAGES[0] }: FirstAccount,
): Promise<{ readonly accountId: number; readonly made: boolean }> {
  const password_hash = await hashDigest(passwordDigest(password));
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('wakeline first account', 0))`.execute(tx);
    const known = await tx
      .selectFrom('app_user')
      .select('account_id')
      .where('login', '=', login)
      .executeTakeFirst();
    if (known !== undefined) return { accountId: known.account_id, made: false };
    const { account_id } = await tx
      .insertInto('account')
      .values({ name, device_password: FIRST_DEVICE_PASSWORD, operator: true })
      .returning('account_id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('app_user')
      .values({
        account_id,
        login,
        password_hash,
        permission: 'holder',
        roles: [...ROLES],
        plugins_order: [...ROLES],
        config: JSON.stringify({ lang: language }),
      })
      .execute();
    return { accountId: account_id, made: true };
  });
}
