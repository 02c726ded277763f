import { NamedError } from '@wakeline/contract/errors';
import { withdrawOwnShareLinks } from '@wakeline/contract/shares';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { hasAccess } from '../../identity/access.ts';
import { endSessions, notifySessionsEnded } from '../../identity/session.ts';
import { countOpenLinks } from '../../identity/user-share-links.ts';

type SessionOperation = 'querySessions' | 'endSession';

/** The caller's own sessions. Each query is confined to the user, so sessions of others are unknown. */
export function sessionHandlers(db: Db): Pick<Handlers, SessionOperation> {
  return {
    async querySessions(_payload, caller, { now }) {
      const rows = await db
        .selectFrom('session')
        .select(['session_id', 'token_hash', 'created_at', 'last_seen_at', 'address', 'user_agent'])
        .where('user_id', '=', caller.userId)
        .where('expires_at', '>', new Date(now))
        .orderBy('last_seen_at', 'desc')
        .orderBy('session_id', 'desc')
        .execute();
      const list = rows
        .map((row) => ({
          sessionId: row.session_id,
          current: row.token_hash.equals(caller.tokenHash),
          createTime: row.created_at.getTime(),
          lastSeenTime: row.last_seen_at.getTime(),
          address: row.address,
          userAgent: row.user_agent,
        }))
        .toSorted((one, other) => Number(other.current) - Number(one.current));
      return {
        list,
        total: list.length,
        openLinks: await countOpenLinks(db, caller.userId, now),
        abilities: { withdrawLinks: hasAccess(withdrawOwnShareLinks.access, caller) },
      };
    },

    async endSession({ sessionId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const entry = { action: 'endSession', target: caller.login } as const;
        if (sessionId === undefined) {
          const ended = await endSessions(tx, caller.userId, caller.tokenHash);
          if (ended > 0) await recordAudit(tx, caller, call, { ...entry, before: { sessions: ended } });
          return;
        }
        const ended = await tx
          .deleteFrom('session')
          .where('session_id', '=', sessionId)
          .where('user_id', '=', caller.userId)
          .returning(['token_hash', 'address', 'user_agent'])
          .executeTakeFirst();
        if (ended === undefined) throw new NamedError('session-unknown');
        await notifySessionsEnded(tx, caller.userId, [ended]);
        const before = { address: ended.address, userAgent: ended.user_agent };
        await recordAudit(tx, caller, call, { ...entry, before });
      });
      return {};
    },
  };
}
