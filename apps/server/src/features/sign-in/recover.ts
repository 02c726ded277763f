import { randomBytes } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { CODE_TYPES, type checkResetCode, type resetPd } from '@wakeline/contract/sign-in';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { useCode } from '../../identity/codes.ts';
import { isCommonDigest } from '../../identity/common-passwords.ts';
import { clearFailures, countAttempt, undoAttempt } from '../../identity/lockout.ts';
import { addressHashSource, hashQueued, verifyQueued } from '../../identity/password.ts';
import { revokeAllAccess } from '../../identity/session.ts';
import { hashToken } from '../../identity/tokens.ts';
import { revokeUserLinks } from '../../identity/user-share-links.ts';
import { verifyPhone } from './verify-phone.ts';

/** Validity of a reset token. */
export const RESET_TOKEN_TTL_MS = 10 * 60_000;
const RESET_TOKEN_BYTES = 32;

/** Issues a reset token for the code that was sent to the phone of an enabled user. */
export function checkResetCodeHandler(db: Db): Handler<typeof checkResetCode> {
  return async ({ phone, code }, _anonymous, call) => {
    const { codeId, attempt } = await verifyPhone(db, { phone, type: CODE_TYPES.recovery, code }, call);
    const resetToken = randomBytes(RESET_TOKEN_BYTES).toString('base64url');
    await db.transaction().execute(async (tx) => {
      await useCode(tx, codeId);
      const user = await tx
        .selectFrom('app_user')
        .select('user_id')
        .where('phone', '=', phone)
        .where('disabled', '=', false)
        .executeTakeFirst();
      if (user === undefined) throw new NamedError('code-wrong');
      // Only this attempt: access to the phone must not clear failures of the second factor, which count for it.
      await undoAttempt(tx, attempt);
      await tx
        .insertInto('reset_ticket')
        .values({
          ticket_hash: hashToken(resetToken),
          user_id: user.user_id,
          expires_at: new Date(call.now + RESET_TOKEN_TTL_MS),
        })
        .execute();
    });
    return { ticket: resetToken };
  };
}

/** Sets a new password with a reset token and ends all access: sessions, tokens and other reset tokens. */
export function resetPdHandler(db: Db): Handler<typeof resetPd> {
  return async ({ ticket: resetToken, newPD, withdrawLinks }, _anonymous, call) => {
    // Checked before the token is consumed, so that another password can be tried.
    if (isCommonDigest(newPD)) throw new NamedError('password-common');
    const attempt = { login: '', method: 'ticket', address: call.address, at: call.now } as const;
    await countAttempt(db, attempt);
    // Only valid tokens get to the password hash, which is deliberately expensive.
    const current = await readPasswordHash(db, resetToken, call.now);
    if (current === null) throw new NamedError('ticket-gone');
    if (await verifyQueued(addressHashSource(call), current, newPD)) throw new NamedError('password-same');
    const passwordHash = await hashQueued(addressHashSource(call), newPD);
    await db.transaction().execute(async (tx) => {
      const used = await tx
        .deleteFrom('reset_ticket')
        .where('ticket_hash', '=', hashToken(resetToken))
        .where('expires_at', '>', new Date(call.now))
        .returning('user_id')
        .executeTakeFirst();
      if (used === undefined) throw new NamedError('ticket-gone');
      const user = await tx
        .updateTable('app_user')
        .set({ password_hash: passwordHash })
        .where('user_id', '=', used.user_id)
        .where('disabled', '=', false)
        .returning(['user_id', 'account_id', 'login', 'totp_confirmed_at'])
        .executeTakeFirst();
      if (user === undefined) throw new NamedError('ticket-gone');
      const { user_id: userId, account_id: accountId, login } = user;
      await undoAttempt(tx, attempt);
      await revokeAllAccess(tx, userId);
      // Users who were locked out by mistyping can use the new password. Failures of the second factor stay counted.
      if (user.totp_confirmed_at === null)
        await clearFailures(tx, { login, address: call.address, at: call.now });
      if (withdrawLinks) await revokeUserLinks(tx, { accountId, userId, login }, call);
      await recordAudit(tx, { accountId, userId, login }, call, {
        action: 'resetPd',
        target: login,
        after: { password: 'changed' },
      });
    });
    return {};
  };
}

/** Hash of the password that a reset token is to replace; null for an invalid token. */
async function readPasswordHash(db: Db, resetToken: string, now: number): Promise<string | null> {
  const user = await db
    .selectFrom('reset_ticket')
    .innerJoin('app_user', 'app_user.user_id', 'reset_ticket.user_id')
    .select('password_hash')
    .where('ticket_hash', '=', hashToken(resetToken))
    .where('expires_at', '>', new Date(now))
    .where('disabled', '=', false)
    .executeTakeFirst();
  return user?.password_hash ?? null;
}

/** Deletes expired reset tokens. */
export async function dropOldResetTokens(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('reset_ticket').where('expires_at', '<', new Date(now)).execute();
}
