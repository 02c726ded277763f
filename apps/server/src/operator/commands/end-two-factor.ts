import { disableTwoFactor } from '../../identity/totp.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { findUser } from '../find-account.ts';
import { recordOperator } from '../record.ts';

export const endTwoFactorCommand: Command = {
  summary: 'Disable two-factor sign-in for a login that has lost its authenticator',
  usage: 'LOGIN',
  help: `Disables two-factor sign-in until it is set up again, and invalidates the recovery codes. Verify the identity of the user
first.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const [login = ''] = positionals;

    return async ({ db, now, print }) => {
      const { userId, accountId } = await findUser(db, login);
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('app_user')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('totp_secret', 'is not', null)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) throw new CommandError(`${login} does not use two-factor sign-in`);
        await disableTwoFactor(tx, userId);
        await recordOperator(tx, {
          accountId,
          now,
          command: 'end-two-factor',
          target: login,
          before: { twoFactor: true },
          after: { twoFactor: false },
        });
      });
      print(`Disabled two-factor sign-in for ${login}`);
    };
  },
};
