import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { undoAttempt } from '../../identity/lockout.ts';
import { isRole, notifySessionsEnded } from '../../identity/session.ts';
import { hashToken, newApiToken } from '../../identity/tokens.ts';
import { type PasswordProof, verifyPassword } from '../../identity/verify-password.ts';
import { canIssueToken } from './security.policy.ts';

const DAY = 24 * 60 * 60_000;

type TokenOperation = 'queryTokens' | 'createToken' | 'deleteToken';

/** Tokens of the caller. Each query is confined to the user, so tokens of others are unknown. */
export function tokenHandlers(db: Db): Pick<Handlers, TokenOperation> {
  return {
    async queryTokens(_payload, caller) {
      const rows = await db
        .selectFrom('api_token')
        .selectAll()
        .where('user_id', '=', caller.userId)
        .orderBy('token_id', 'desc')
        .execute();
      const list = rows.map((row) => ({
        tokenId: row.token_id,
        name: row.name,
        permission: row.permission,
        roles: row.roles.filter(isRole),
        createTime: row.created_at.getTime(),
        expireTime: row.expires_at.getTime(),
        lastUsedTime: row.last_used_at?.getTime() ?? null,
      }));
      return { list, total: list.length };
    },

    async createToken({ oldPD, name, permission, roles, days }, caller, call) {
      if (!canIssueToken(caller, { permission, roles })) throw new NamedError('right-not-yours');
      // Checked before the expensive password hash, and again inside the transaction.
      await requireTokenQuota(db, caller.userId, call.now);
      const proof = await verifyPassword(db, caller, oldPD, call);
      const token = newApiToken();
      const scope = [...new Set(roles)];
      const expiresAt = new Date(call.now + days * DAY);
      const tokenId = await transactionAs(db, caller, call, async (tx) => {
        await prepareTokenQuota(tx, caller.userId, proof, call.now);
        await undoAttempt(tx, proof.attempt);
        const { token_id } = await tx
          .insertInto('api_token')
          .values({
            user_id: caller.userId,
            name,
            token_hash: hashToken(token),
            permission,
            roles: scope,
            created_at: new Date(call.now),
            expires_at: expiresAt,
          })
          .returning('token_id')
          .executeTakeFirstOrThrow();
        const after = { permission, roles: scope, expireTime: expiresAt.getTime() };
        await recordAudit(tx, caller, call, { action: 'createToken', target: name, after });
        return token_id;
      });
      return { tokenId, token };
    },

    async deleteToken({ tokenId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const deletedToken = await tx
          .deleteFrom('api_token')
          .where('token_id', '=', tokenId)
          .where('user_id', '=', caller.userId)
          .returning(['token_hash', 'name', 'permission', 'roles'])
          .executeTakeFirst();
        if (deletedToken === undefined) throw new NamedError('token-unknown');
        await notifySessionsEnded(tx, caller.userId, [deletedToken]);
        const before = { permission: deletedToken.permission, roles: deletedToken.roles };
        await recordAudit(tx, caller, call, { action: 'deleteToken', target: deletedToken.name, before });
      });
      return {};
    },
  };
}

/**
 * Deletes expired tokens and checks the quota.
 *
 * @throws NamedError `token-limit`; `password-wrong` when the password was changed since it was verified
 */
async function prepareTokenQuota(
  tx: Tx,
  userId: number,
  { passwordHash }: PasswordProof,
  now: number,
): Promise<void> {
  // Serializes concurrent creations.
  const user = await tx
    .selectFrom('app_user')
    .select('password_hash')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // A new password revokes every token, so the old one must not create another.
  if (user.password_hash !== passwordHash) throw new NamedError('password-wrong');
  await tx
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', new Date(now))
    .execute();
  await requireTokenQuota(tx, userId, now);
}

/** @throws NamedError `token-limit` */
async function requireTokenQuota(db: Db, userId: number, now: number): Promise<void> {
  const { count } = await db
    .selectFrom('api_token')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.tokensPerUser) throw new NamedError('token-limit');
}
