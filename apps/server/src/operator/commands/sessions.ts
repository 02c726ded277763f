import { type Command, readArguments } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { tableOf } from '../table.ts';
import { formatTime } from '../values.ts';

/** Maximum rows: the list is for human readers. */
const MAX_ROWS = 1_000;

export const sessionsCommand: Command = {
  summary: 'List the active sessions',
  usage: '[--account ACCOUNT]',
  help: `Most recently used first, at most ${MAX_ROWS}.

  --account ACCOUNT  only users of this account, by the login of its holder`,

  prepare(args) {
    const { values } = readArguments(args, { account: { type: 'string' } });
    return async ({ db, now, print }) => {
      const accountId =
        values.account === undefined ? null : (await findAccount(db, values.account)).accountId;
      const sessions = await db
        .selectFrom('session')
        .innerJoin('app_user', 'app_user.user_id', 'session.user_id')
        .where('session.expires_at', '>', new Date(now))
        .$if(accountId !== null, (query) => query.where('app_user.account_id', '=', accountId))
        .select(['login', 'session.created_at', 'last_seen_at', 'address', 'user_agent'])
        .orderBy('last_seen_at', 'desc')
        .orderBy('login')
        .limit(MAX_ROWS)
        .execute();
      const rows = sessions.map((row) => [
        row.login,
        formatTime(row.created_at),
        formatTime(row.last_seen_at),
        row.address,
        row.user_agent.slice(0, 80),
      ]);
      for (const line of tableOf(['LOGIN', 'SINCE', 'LAST USED', 'ADDRESS', 'USER AGENT'], rows)) print(line);
    };
  },
};
