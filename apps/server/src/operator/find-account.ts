import type { Db } from '../db/database.ts';
import { isLogin } from '../identity/login-name.ts';
import { CommandError } from './command-error.ts';

export interface FoundUser {
  readonly userId: number;
  readonly accountId: number;
  readonly login: string;
  readonly permission: 'holder' | 'administrator' | 'editor' | 'viewer';
}

/** @throws CommandError if the login does not exist */
export async function findUser(db: Db, login: string): Promise<FoundUser> {
  const row = await db
    .selectFrom('app_user')
    .where(isLogin(login))
    .select(['user_id', 'account_id', 'login', 'permission'])
    .executeTakeFirst();
  if (row === undefined) throw new CommandError(`${login}: no such login`);
  return { userId: row.user_id, accountId: row.account_id, login: row.login, permission: row.permission };
}

/**
 * Finds an account by the login of its holder.
 *
 * @throws CommandError if it does not exist, or if the login is a sub-account's
 */
export async function findAccount(db: Db, login: string): Promise<FoundUser> {
  const user = await findUser(db, login);
  if (user.permission === 'holder') return user;
  const holder = await db
    .selectFrom('app_user')
    .where('account_id', '=', user.accountId)
    .where('permission', '=', 'holder')
    .select('login')
    .executeTakeFirst();
  throw new CommandError(`${login} is a sub-account of ${holder?.login ?? 'an account without a holder'}`);
}
