import { type Command, readArguments } from '../command.ts';
import { tableOf } from '../table.ts';
import { formatTime, shortName } from '../values.ts';

export const issuedCodesCommand: Command = {
  summary: 'List the activation codes that can still be used',
  usage: '[--all]',
  help: `Shows the first characters of each code, and its number for withdraw-codes. Full codes cannot be shown again.

  --all  include used codes, with the holder of the account that used them, and expired codes`,

  prepare(args) {
    const { values } = readArguments(args, { all: { type: 'boolean' } });
    return async ({ db, now, print }) => {
      const usable = values.all !== true;
      const codes = await db
        .selectFrom('activation_code')
        .leftJoin('app_user as holder', (join) =>
          join
            .onRef('holder.account_id', '=', 'activation_code.used_by')
            .on('holder.permission', '=', 'holder'),
        )
        .select([
          'code_id',
          'beginning',
          'activation_code.roles',
          'days',
          'activation_code.created_at',
          'expires_at',
          'used_at',
          'holder.login',
          'note',
        ])
        .$if(usable, (query) =>
          query
            .where('used_at', 'is', null)
            .where((where) =>
              where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now))]),
            ),
        )
        .orderBy('code_id')
        .execute();
      const rows = codes.map((code) => [
        String(code.code_id),
        `${code.beginning}…`,
        code.roles.map(shortName).join(','),
        code.days === null ? 'unlimited' : String(code.days),
        formatTime(code.created_at),
        code.expires_at === null ? '' : formatTime(code.expires_at),
        code.used_at === null ? '' : formatTime(code.used_at),
        code.login ?? '',
        code.note,
      ]);
      const heading = ['NUMBER', 'CODE', 'FUNCTIONS', 'DAYS', 'CREATED', 'EXPIRES', 'USED', 'BY', 'NOTE'];
      for (const line of tableOf(heading, rows)) print(line);
    };
  },
};
