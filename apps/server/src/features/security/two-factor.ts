import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { clearFailures, countAttempt, undoAttempt } from '../../identity/lockout.ts';
import {
  consumeSecondFactor,
  describeTotp,
  disableTwoFactor,
  findTotpStep,
  newTotpSecret,
  renewRecoveryCodes,
} from '../../identity/totp.ts';
import { verifyPassword } from '../../identity/verify-password.ts';

type TwoFactorOperation = 'beginTwoFactor' | 'confirmTwoFactor' | 'endTwoFactor';

/** Enables two-factor sign-in in two steps, and disables it. */
export function twoFactorHandlers(db: Db): Pick<Handlers, TwoFactorOperation> {
  return {
    async beginTwoFactor({ oldPD }, caller, call) {
      // Checked before the expensive password hash, and again inside the transaction.
      if (await hasTwoFactor(db, caller)) throw new NamedError('two-factor-on');
      const { attempt } = await verifyPassword(db, caller, oldPD, call);
      const secret = newTotpSecret();
      await transactionAs(db, caller, call, async (tx) => {
        if ((await lockTwoFactor(tx, caller)).confirmed) throw new NamedError('two-factor-on');
        await undoAttempt(tx, attempt);
        await tx
          .updateTable('app_user')
          .set({ totp_secret: secret, totp_last_step: null })
          .where('user_id', '=', caller.userId)
          .execute();
      });
      return describeTotp(secret, caller.login);
    },

    async confirmTwoFactor({ otp }, caller, call) {
      const attempt = { login: caller.login, address: call.address, at: call.now };
      await countAttempt(db, attempt);
      const recoveryCodes = await transactionAs(db, caller, call, async (tx) => {
        const { secret, confirmed } = await lockTwoFactor(tx, caller);
        if (confirmed) throw new NamedError('two-factor-on');
        if (secret === null) throw new NamedError('two-factor-off');
        const step = findTotpStep(secret, otp, call.now);
        if (step === null) throw new NamedError('second-factor-wrong');
        await undoAttempt(tx, attempt);
        await tx
          .updateTable('app_user')
          .set({ totp_confirmed_at: new Date(call.now), totp_last_step: step })
          .where('user_id', '=', caller.userId)
          .execute();
        await recordAudit(tx, caller, call, {
          action: 'confirmTwoFactor',
          target: caller.login,
          before: { twoFactor: false },
          after: { twoFactor: true },
        });
        return renewRecoveryCodes(tx, caller.userId);
      });
      return { recoveryCodes: [...recoveryCodes] };
    },

    async endTwoFactor({ oldPD, otp }, caller, call) {
      if (!(await hasTwoFactor(db, caller))) throw new NamedError('two-factor-off');
      const { attempt } = await verifyPassword(db, caller, oldPD, call);
      const factorAttempt = {
        login: caller.login,
        method: 'factor',
        address: call.address,
        at: call.now,
      } as const;
      await countAttempt(db, factorAttempt);
      await transactionAs(db, caller, call, async (tx) => {
        if (!(await lockTwoFactor(tx, caller)).confirmed) throw new NamedError('two-factor-off');
        if (!(await consumeSecondFactor(tx, caller.userId, otp, call.now))) {
          throw new NamedError('second-factor-wrong');
        }
        await clearFailures(tx, attempt);
        await clearFailures(tx, factorAttempt);
        await disableTwoFactor(tx, caller.userId);
        await recordAudit(tx, caller, call, {
          action: 'endTwoFactor',
          target: caller.login,
          before: { twoFactor: true },
          after: { twoFactor: false },
        });
      });
      return {};
    },
  };
}

async function hasTwoFactor(
  db: Db,
  { userId, accountId }: Pick<Caller, 'userId' | 'accountId'>,
): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select('totp_confirmed_at')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return user.totp_confirmed_at !== null;
}

/** Locks the two-factor state of the user until the transaction ends. */
async function lockTwoFactor(
  tx: Tx,
  { userId, accountId }: Pick<Caller, 'userId' | 'accountId'>,
): Promise<{ readonly secret: Buffer | null; readonly confirmed: boolean }> {
  const user = await tx
    .selectFrom('app_user')
    .select(['totp_secret', 'totp_confirmed_at'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { secret: user.totp_secret, confirmed: user.totp_confirmed_at !== null };
}
