import { randomBytes } from 'node:crypto';
import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

const SECRET_BYTES = 32;

export const signSecretCommand: Command = {
  summary: 'makes the secret by which a third party signs people of an account in',
  usage: 'ACCOUNT new|off',
  help: `Prints the secret; it is not to be had a second time. It is 32 random bytes in hexadecimal: the key of
the HMAC is the bytes. A new one makes the former worthless; "off": nobody is signed in by a signature any more, and the account has no ground support.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 2 });
    const [login = '', state = ''] = positionals;
    if (state !== 'new' && state !== 'off') throw new UsageError(`${state}: new or off`);

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const secret = state === 'new' ? randomBytes(SECRET_BYTES) : null;
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('account')
          .set({ sign_secret: secret })
          .where('account_id', '=', accountId)
          .execute();
        await recordOperator(tx, {
          accountId,
          now,
          command: 'sign-secret',
          target: login,
          after: { secret: state === 'new' ? 'changed' : 'removed' },
        });
        await sendEvent(tx, { type: 'account', accountId });
      });
      print(secret?.toString('hex') ?? `${login} has no secret any more`);
    };
  },
};
