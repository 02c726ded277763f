import { randomBytes } from 'node:crypto';
import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

const SECRET_BYTES = 32;

export const signSecretCommand: Command = {
  summary: 'Create or remove the secret with which a third party signs in users of an account',
  usage: 'ACCOUNT new|off',
  help: `Prints the secret, which cannot be printed again: 32 random bytes in hexadecimal. The bytes are the HMAC key. A new secret
invalidates the previous one. "off" removes it: signatures are no longer accepted, and the account has no ground support.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 2 });
    const [login = '', state = ''] = positionals;
    if (state !== 'new' && state !== 'off') throw new UsageError(`${state}: must be new or off`);

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
      print(secret?.toString('hex') ?? `Removed the secret of ${login}`);
    };
  },
};
