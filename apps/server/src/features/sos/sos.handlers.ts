import { NamedError } from '@wakeline/contract/errors';
import { resolveClearedSos } from '../../alarms/resolve-sos.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { isValidAt } from '../../trackers/validity.ts';

/**
 * Clears an SOS. The engine, possibly in another server, has the states in memory: it receives an event, and a row that
 * stays until the engine has applied the change. The notice of the SOS is resolved with it.
 */
export function sosHandlers(db: Db): Pick<Handlers, 'liftSos'> {
  return {
    async liftSos({ trackerId }, caller, call) {
      const { accountId, userId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const tracker = await trackersInScope(tx, caller)
          .where('tracker_id', '=', trackerId)
          .select(['name', isValidAt(call.now).as('valid')])
          .forUpdate()
          .executeTakeFirst();
        if (tracker === undefined) throw new NamedError('tracker-unknown');
        // Read after the lock: of two concurrent calls the second one sees the result of the first.
        const row = await tx
          .selectFrom('tracker_state')
          .leftJoin('sos_lift', 'sos_lift.tracker_id', 'tracker_state.tracker_id')
          .where('tracker_state.tracker_id', '=', trackerId)
          .select(['tracker_state.status', 'tracker_state.status_since', 'sos_lift.lifted_at'])
          .executeTakeFirst();
        // An SOS whose clear request is still pending counts as cleared; that of an expired device is not visible.
        if (!tracker.valid || row?.status !== 'SOS' || row.lifted_at !== null)
          throw new NamedError('sos-not-open');
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
          target: tracker.name,
          before: { status: 'SOS', since: row.status_since },
        });
        await resolveClearedSos(tx, { accountId, trackerId, until: null }, caller, call.now);
        await sendEvent(tx, { type: 'sos-lifted', accountId, trackerId, at: call.now });
      });
      return {};
    },
  };
}
