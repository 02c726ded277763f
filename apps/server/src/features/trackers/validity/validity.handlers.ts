import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { auditDevices, auditTargetOf } from '../../../trackers/audit-devices.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import { type Renewal, renewTrackers } from '../../../trackers/renew.ts';
import { lockSelectedDevices } from '../../../trackers/selected-devices.ts';
import { readValidityChanges } from '../../../trackers/validity-history.ts';

type ValidityOperation = 'renewTrackers' | 'queryValidityHistory';

/** Renews devices, and lists the changes of a device's validity. */
export function validityHandlers(db: Db): Pick<Handlers, ValidityOperation> {
  return {
    async renewTrackers({ uid: _, validUntil, months, ...selection }, caller, call) {
      const renewal = toRenewal(validUntil, months, call.now);
      return transactionAs(db, caller, call, async (tx) => {
        const devices = await lockSelectedDevices(tx, caller, selection, call.now);
        const trackerIds = devices.map(({ tracker_id }) => tracker_id);
        const { accountId } = caller;
        const changed = await renewTrackers(tx, accountId, { trackerIds, renewal, now: call.now });
        await recordAudit(tx, caller, call, {
          action: 'renewTrackers',
          target: auditTargetOf(devices),
          after: {
            ...auditDevices(devices),
            ...(months === undefined ? { validUntil } : { months }),
            changed,
          },
        });
        return { count: devices.length, changed };
      });
    },

    async queryValidityHistory({ trackerId, pageIndex, pageSize }, caller) {
      const tracker = await trackersInScope(db, caller)
        .where('tracker_id', '=', trackerId)
        .select('tracker_id')
        .executeTakeFirst();
      if (tracker === undefined) throw new NamedError('tracker-unknown');
      const { accountId } = caller;
      const { rows, total } = await readValidityChanges(
        db,
        { accountId, trackerId },
        { pageIndex, pageSize },
      );
      const list = rows.map((row) => ({
        changeId: row.change_id,
        changeTime: row.changed_at.getTime(),
        login: row.login,
        from: row.valid_from?.getTime() ?? null,
        to: row.valid_until?.getTime() ?? null,
      }));
      return { list, total };
    },
  };
}

/** @throws NamedError `field-invalid` unless there is exactly one of both, `validity-in-past` */
function toRenewal(validUntil: number | null | undefined, months: number | undefined, now: number): Renewal {
  if ((validUntil === undefined) === (months === undefined)) {
    throw new NamedError('field-invalid', { field: 'months' });
  }
  if (months !== undefined) return { months };
  if (typeof validUntil !== 'number') return { until: null };
  if (validUntil <= now) throw new NamedError('validity-in-past');
  return { until: new Date(validUntil) };
}
