import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

export const dealerCommand: Command = {
  summary: 'says which account sells to an account',
  usage: 'ACCOUNT DEALER|none',
  help: `Both are logins of holders. The account has its dealer's looks until it has its own, and buys from him; "none": from the
operator.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 2 });
    const [login = '', dealerLogin = ''] = positionals;

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const dealer = dealerLogin === 'none' ? null : await findAccount(db, dealerLogin);
      if (dealer?.accountId === accountId) throw new CommandError('an account does not sell to itself');
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('account')
          .set({ dealer_id: dealer?.accountId ?? null })
          .where('account_id', '=', accountId)
          .execute();
        await recordOperator(tx, {
          accountId,
          now,
          command: 'dealer',
          target: login,
          after: { dealer: dealer?.login ?? null },
        });
        await sendEvent(tx, { type: 'account', accountId });
      });
      print(dealer === null ? `${login} buys from the operator` : `${login} buys from ${dealer.login}`);
    };
  },
};
