import { unlockLogin } from '../../identity/lockout.ts';
import { hashDigest, passwordDigest } from '../../identity/password.ts';
import { revokeAllAccess } from '../../identity/session.ts';
import { type Command, readArguments } from '../command.ts';
import { findUser } from '../find-account.ts';
import { readNewPassword } from '../read-password.ts';
import { recordOperator } from '../record.ts';

export const resetPasswordCommand: Command = {
  summary: 'Set a new password for a login and end its sessions',
  usage: 'LOGIN',
  help: `Prompts for the password, or reads it as one line from standard input. Ends the sessions of the login, revokes its API
tokens, and unlocks it if too many wrong passwords have locked it.`,

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
      print(`Changed the password of ${login} and ended its sessions`);
    };
  },
};
