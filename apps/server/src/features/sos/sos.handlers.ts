import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { inScope } from '../../identity/scope.ts';

/**
 * Ending an SOS. The engine keeps the states in its memory, perhaps in another server: it is told by an event, and by a row that
 * stays until it has done it.
 */
export function sosHandlers(db: Db): Pick<Handlers, 'liftSos'> {
  return {
    async liftSos({ trackerId }, caller, call) {
      const { accountId, userId } = caller;
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('tracker')
          .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
          .leftJoin('sos_lift', 'sos_lift.tracker_id', 'tracker.tracker_id')
          .where('tracker.tracker_id', '=', trackerId)
          .where('tracker.account_id', '=', accountId)
          .where(inScope(caller, 'tracker.group_id'))
          .select([
            'tracker.name',
            'tracker_state.status',
            'tracker_state.status_since',
            'sos_lift.lifted_at',
          ])
          .forUpdate('tracker')
          .executeTakeFirst();
        if (row === undefined) throw new NamedError('tracker-unknown');
        // One that was ended and is not worked in yet is ended.
        if (row.status !== 'SOS' || row.lifted_at !== null) throw new NamedError('sos-not-open');
        await tx
          .insertInto('sos_lift')
          .values({
            tracker_id: trackerId,
            account_id: accountId,
            lifted_at: new Date(call.now),
            user_id: userId,
          })
          .execute();
        await recordAudit(tx, caller, call, {
          action: 'liftSos',
          target: row.name,
          before: { status: 'SOS', since: row.status_since },
        });
        await sendEvent(tx, { type: 'sos-lifted', accountId, trackerId, at: call.now });
      });
      return {};
    },
  };
}
