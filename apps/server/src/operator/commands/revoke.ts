import { revokeRoles } from '../../features/plugins/grant.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';
import { parseRoles, ROLE_NAMES, shortName } from '../values.ts';

export const revokeCommand: Command = {
  summary: 'takes functions from an account',
  usage: 'ACCOUNT ROLE...',
  help: `ACCOUNT is the login of the account's holder. All of its people are without the functions at once. To whom the holder had
given them is kept for the day when the account has them again. "all": every function.

Functions:
  ${ROLE_NAMES}`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 100 });
    const [login = '', ...names] = positionals;
    const roles = parseRoles(names);

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const taken = await db.transaction().execute(async (tx) => {
        const had = await revokeRoles(tx, accountId, roles);
        if (had.length === 0) throw new CommandError(`${login} has none of these functions`);
        await recordOperator(tx, {
          accountId,
          now,
          command: 'revoke',
          target: login,
          before: { roles: had },
          after: { roles: [] },
        });
        return had;
      });
      print(`${login} has no more: ${taken.map(shortName).join(', ')}`);
    };
  },
};
