import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

export const dealerCommand: Command = {
  summary: 'Set or remove the dealer of an account',
  usage: 'ACCOUNT DEALER|none',
  help: `ACCOUNT and DEALER are logins of holders. The account uses its dealer's branding until it has its own, and sees the dealer
as its sales contact; "none": the operator is the sales contact.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 2 });
    const [login = '', dealerLogin = ''] = positionals;

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const dealer = dealerLogin === 'none' ? null : await findAccount(db, dealerLogin);
      if (dealer?.accountId === accountId) throw new CommandError('an account cannot be its own dealer');
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
      print(dealer === null ? `Removed the dealer of ${login}` : `The dealer of ${login} is ${dealer.login}`);
    };
  },
};
