import { SHAPES } from '@wakeline/contract/shapes';
import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

export const groundSupportCommand: Command = {
  summary: 'says where the ground-support entry of an account leads',
  usage: 'ACCOUNT URL|off',
  help: `The page is opened with userName, timestamp and sign, signed with the account's secret: give it one with sign-secret. Without
an address or without a secret there is no entry.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 2 });
    const [login = '', address = ''] = positionals;
    const url = address === 'off' ? null : address;
    if (url !== null && (!SHAPES.webAddress.isValid(url) || url.length > 2_000 || !URL.canParse(url))) {
      throw new UsageError(`${url}: ${SHAPES.webAddress.messages.en_US}`);
    }

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('account')
          .set({ ground_support_url: url })
          .where('account_id', '=', accountId)
          .execute();
        await recordOperator(tx, {
          accountId,
          now,
          command: 'ground-support',
          target: login,
          after: { url },
        });
        await sendEvent(tx, { type: 'account', accountId });
      });
      print(url === null ? `${login} has no ground support` : `Ground support of ${login}: ${url}`);
    };
  },
};
