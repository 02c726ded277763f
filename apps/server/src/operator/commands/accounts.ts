import { sql } from 'kysely';
import { trackerCountOfAccount } from '../../trackers/in-scope.ts';
import { type Command, readArguments } from '../command.ts';
import { tableOf } from '../table.ts';
import { formatTime } from '../values.ts';

export const accountsCommand: Command = {
  summary: 'List the accounts',
  usage: '',
  help: 'Shows the login of the holder, by which all other commands identify an account, and the number of logins and devices.',

  prepare(args) {
    readArguments(args, {});
    return async ({ db, print }) => {
      const accounts = await db
        .selectFrom('account')
        .leftJoin('app_user as holder', (join) =>
          join.onRef('holder.account_id', '=', 'account.account_id').on('holder.permission', '=', 'holder'),
        )
        .leftJoin('app_user as dealer', (join) =>
          join.onRef('dealer.account_id', '=', 'account.dealer_id').on('dealer.permission', '=', 'holder'),
        )
        .select([
          'holder.login',
          'account.created_at',
          'account.operator',
          'account.link_code',
          'account.name',
          'dealer.login as dealer',
          sql<number>`(select count(*) from app_user where app_user.account_id = account.account_id)`.as(
            'users',
          ),
          trackerCountOfAccount().as('trackers'),
        ])
        .orderBy('account.account_id')
        .execute();
      const rows = accounts.map((row) => [
        row.login ?? '',
        formatTime(row.created_at),
        String(row.users),
        String(row.trackers),
        row.operator ? '(operator)' : (row.dealer ?? ''),
        row.link_code ?? '',
        row.name,
      ]);
      const heading = ['ACCOUNT', 'CREATED', 'LOGINS', 'DEVICES', 'DEALER', 'LINK CODE', 'NAME'];
      for (const line of tableOf(heading, rows)) print(line);
    };
  },
};
