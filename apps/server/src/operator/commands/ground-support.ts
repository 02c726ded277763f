import { SHAPES } from '@wakeline/contract/shapes';
import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

export const groundSupportCommand: Command = {
  summary: 'Set or remove the ground-support page of an account',
  usage: 'ACCOUNT URL|off',
  help: `The page is opened with userName, timestamp and sign, signed with the account's secret: create one with sign-secret. Without
a URL or a secret the entry is hidden.`,

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
      print(url === null ? `Removed the ground support of ${login}` : `Ground support of ${login}: ${url}`);
    };
  },
};
