import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { isLogin } from './login-name.ts';
import { hashDigest, passwordDigest } from './password.ts';

/** The specification requires an initial device password without naming one; this one is customary. */
const DEFAULT_DEVICE_PASSWORD = '123456';

export interface NewAccount {
  readonly login: string;
  /** From `hashDigest`. */
  readonly passwordHash: string;
  /** Name of the account. */
  readonly name: string;
  readonly language: Language;
  /** Functions of the account, without expiry. */
  readonly roles: readonly Role[];
  /** Verified by a code. */
  readonly phone?: string;
  /** The dealer's account, whose branding is used until the account has its own. */
  readonly dealerId?: number | null;
  /** The operator's own account. */
  readonly operator?: boolean;
}

/**
 * Creates an account with its holder, who has all functions of the account.
 *
 * @throws a unique violation for a login or a phone that is taken
 */
export async function createAccount(
  tx: Tx,
  { login, passwordHash, name, language, roles, phone, dealerId, operator }: NewAccount,
): Promise<{ readonly accountId: number; readonly userId: number }> {
  const { account_id } = await tx
    .insertInto('account')
    .values({
      name,
      device_password: DEFAULT_DEVICE_PASSWORD,
      operator: operator ?? false,
      dealer_id: dealerId ?? null,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  if (roles.length > 0) {
    await tx
      .insertInto('account_plugin')
      .values(roles.map((role) => ({ account_id, role })))
      .execute();
  }
  const { user_id } = await tx
    .insertInto('app_user')
    .values({
      account_id,
      login,
      password_hash: passwordHash,
      phone: phone ?? null,
      permission: 'holder',
      roles: [...roles],
      plugins_order: [...roles],
      config: JSON.stringify({ lang: language }),
      // Updates published before the account was created do not count as unread.
      update_read_to: sql`(select coalesce(max(entry_id), 0) from update_entry)`,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return { accountId: account_id, userId: user_id };
}

export interface FirstAccount {
  readonly login: string;
  /** In plain text, as configured by the operator. */
  readonly password: string;
  /** Name of the account; the login by default. */
  readonly name?: string;
  readonly language?: Language;
}

/**
 * Creates the operator's account with its holder, who has all rights. An existing login stays unchanged, including
 * its password. Safe when several servers start at once.
 *
 * @returns the account's id, and whether it was created now.
 */
export async function ensureFirstAccount(
  db: Db,
  { login, password, name = login, language = LANGUAGES[0] }: FirstAccount,
): Promise<{ readonly accountId: number; readonly created: boolean }> {
  const passwordHash = await hashDigest(passwordDigest(password));
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('wakeline first account', 0))`.execute(tx);
    const existing = await tx
      .selectFrom('app_user')
      .select('account_id')
      .where(isLogin(login))
      .executeTakeFirst();
    if (existing !== undefined) return { accountId: existing.account_id, created: false };
    const account = await createAccount(tx, {
      login,
      passwordHash,
      name,
      language,
      roles: ROLES,
      operator: true,
    });
    return { accountId: account.accountId, created: true };
  });
}
