import { unlockLogin } from '../../identity/lockout.ts';
import { hashDigest, passwordDigest } from '../../identity/password.ts';
import { revokeAllAccess } from '../../identity/session.ts';
import { type Command, readArguments } from '../command.ts';
import { findUser } from '../find-account.ts';
import { readNewPassword } from '../read-password.ts';
import { recordOperator } from '../record.ts';

export const resetPasswordCommand: Command = {
  summary: 'gives a login a new password and ends its sessions',
  usage: 'LOGIN',
  help: `The password is asked for, or read as a line from standard input. Sessions of the login end, and the tokens of its
programs; when too many wrong passwords have locked it, it is open again.`,

  async prepare(args, input) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const [login = ''] = positionals;
    const passwordHash = await hashDigest(passwordDigest(await readNewPassword(login, input)));

    return async ({ db, now, print }) => {
      const { userId, accountId } = await findUser(db, login);
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('app_user')
          .set({ password_hash: passwordHash })
          .where('user_id', '=', userId)
          .execute();
        await revokeAllAccess(tx, userId);
        await unlockLogin(tx, login);
        await recordOperator(tx, {
          accountId,
          now,
          command: 'reset-password',
          target: login,
          after: { password: 'changed' },
        });
      });
      print(`${login} has a new password; its sessions have ended`);
    };
  },
};
