import { revokeRoles } from '../../features/plugins/grant.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';
import { parseRoles, ROLE_NAMES, shortName } from '../values.ts';

export const revokeCommand: Command = {
  summary: 'Revoke functions of an account',
  usage: 'ACCOUNT ROLE...',
  help: `ACCOUNT is the login of the account's holder. All users of the account lose the functions at once. If they are granted
again, the same users have them again. ROLE "all" means all functions.

Functions:
  ${ROLE_NAMES}`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 100 });
    const [login = '', ...names] = positionals;
    const roles = parseRoles(names);

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const revoked = await db.transaction().execute(async (tx) => {
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
      print(`Revoked from ${login}: ${revoked.map(shortName).join(', ')}`);
    };
  },
};
