import type { Db } from '../../db/database.ts';
import { endSessions } from '../../identity/session.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount, findUser } from '../find-account.ts';
import { recordOperator } from '../record.ts';

export const endSessionsCommand: Command = {
  summary: 'Sign out a login or all logins of an account',
  usage: '--user LOGIN | --account ACCOUNT',
  help: `Open consoles are closed at once. API tokens stay valid: reset-password revokes them, too.

  --user LOGIN       one login
  --account ACCOUNT  all logins of an account, by the login of its holder`,

  prepare(args) {
    const { values } = readArguments(args, { user: { type: 'string' }, account: { type: 'string' } });
    const { user, account } = values;
    const login = user ?? account;
    if (login === undefined || (user !== undefined && account !== undefined)) {
      throw new UsageError('either --user or --account is required');
    }

    return async ({ db, now, print }) => {
      const { accountId, userIds } =
        user === undefined ? await usersOfAccount(db, login) : await userByLogin(db, login);
      const count = await db.transaction().execute(async (tx) => {
        let ended = 0;
        for (const userId of userIds) ended += await endSessions(tx, userId, null);
        await recordOperator(tx, {
          accountId,
          now,
          command: 'end-sessions',
          target: login,
          after: { sessions: ended },
        });
        return ended;
      });
      print(`Ended ${count} ${count === 1 ? 'session' : 'sessions'}`);
    };
  },
};

interface Users {
  readonly accountId: number;
  readonly userIds: readonly number[];
}

async function userByLogin(db: Db, login: string): Promise<Users> {
  const { accountId, userId } = await findUser(db, login);
  return { accountId, userIds: [userId] };
}

async function usersOfAccount(db: Db, login: string): Promise<Users> {
  const { accountId } = await findAccount(db, login);
  const users = await db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .select('user_id')
    .execute();
  return { accountId, userIds: users.map(({ user_id }) => user_id) };
}
