import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import {
  type AccountSettings,
  REJECTION_REASONS,
  reportSettings,
} from '@wakeline/contract/settings/account-settings';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { hasPermission } from '../../../identity/access.ts';
import { inScope } from '../../../identity/scope.ts';
import { markAllDays } from '../../../positions/late-positions.ts';
import type { PositionHistory } from '../../../positions/position-store.ts';
import { countTrackersBefore } from '../../../positions/retention.ts';
import { REPORT_SETTING_COLUMNS } from '../../../reports/report-settings.ts';

const DAY = 86_400_000;
/** Maximum number of refused devices in a response, latest first. */
const MAX_LISTED = 1_000;

type AccountSettingsOperation =
  | 'queryAccountSettings'
  | 'editAccountSettings'
  | 'countRetentionLoss'
  | 'queryRefusedDevices';

/** Settings of an account for its devices and their history. */
export function accountSettingsHandlers(history: PositionHistory): Pick<Handlers, AccountSettingsOperation> {
  const { db } = history;
  return {
    async queryAccountSettings(_payload, caller) {
      const settings = await selectSettings(db, caller.accountId).executeTakeFirstOrThrow();
      return { ...settings, abilities: { retention: hasPermission(caller, 'holder') } };
    },

    async editAccountSettings({ uid: _, ...change }, caller, call) {
      // A shorter retention erases history permanently.
      if (change.retentionDays !== undefined && !hasPermission(caller, 'holder')) {
        throw new NamedError('not-allowed', { permission: 'holder' });
      }
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await selectSettings(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
        const after = { ...before, ...omitUndefined(change) };
        await saveSettings(tx, accountId, after);
        // Days of the past are counted again by the new settings.
        if (difference(reportSettings.parse(before), reportSettings.parse(after)).after !== null)
          await markAllDays(tx, accountId, call.now);
        const changed = difference(auditDetailsOf(before), auditDetailsOf(after));
        const secret = before.devicePassword === after.devicePassword ? {} : { devicePassword: 'changed' };
        await recordAudit(tx, caller, call, {
          action: 'editAccountSettings',
          target: caller.accountName,
          before: changed.before,
          after: { ...changed.after, ...secret },
        });
        await sendEvent(tx, { type: 'account', accountId });
      });
      return {};
    },

    async countRetentionLoss({ retentionDays }, { accountId }, { now }) {
      const before = now - retentionDays * DAY;
      const older = db
        .selectFrom('audit_entry')
        .where('account_id', '=', accountId)
        .where('at', '<', new Date(before))
        .select('audit_id')
        .limit(LIMITS.retentionCount);
      const { count } = await db
        .selectFrom(older.as('older'))
        .select((query) => query.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const trackers = await countTrackersBefore(history, accountId, before, LIMITS.retentionCount);
      return { before, trackers, auditEntries: count };
    },

    async queryRefusedDevices(_payload, caller) {
      const rows = await db
        .selectFrom('refused_device')
        .innerJoin('tracker', 'tracker.tracker_id', 'refused_device.tracker_id')
        .where('tracker.account_id', '=', caller.accountId)
        .where(inScope(caller, 'tracker.group_id'))
        .selectAll('refused_device')
        .select(['tracker.name', 'tracker.imei'])
        .orderBy('refused_device.last_time', 'desc')
        .orderBy('refused_device.tracker_id')
        .limit(MAX_LISTED)
        .execute();
      const list = rows.map((row) => ({
        trackerId: row.tracker_id,
        trackerName: row.name,
        imei: row.imei,
        protocol: row.protocol,
        reason: REJECTION_REASONS.find((reason) => reason === row.reason) ?? REJECTION_REASONS[0],
        address: row.address,
        firstTime: row.first_time.getTime(),
        lastTime: row.last_time.getTime(),
        count: row.count,
      }));
      return { list, total: list.length };
    },
  };
}

function selectSettings(db: Db, accountId: number) {
  return db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select([
      'device_password as devicePassword',
      'device_auth as deviceAuth',
      'retention_days as retentionDays',
      'offline_minutes as offlineMinutes',
      ...REPORT_SETTING_COLUMNS,
    ]);
}

type Change = { readonly [Field in keyof AccountSettings]?: AccountSettings[Field] | undefined };

function omitUndefined(change: Change): Partial<AccountSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Details for the audit log, without the secret device password. */
function auditDetailsOf({ devicePassword: _, ...details }: AccountSettings) {
  return details;
}

async function saveSettings(tx: Tx, accountId: number, settings: AccountSettings): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      device_password: settings.devicePassword,
      device_auth: settings.deviceAuth,
      retention_days: settings.retentionDays,
      offline_minutes: settings.offlineMinutes,
      moving_speed: settings.movingSpeed,
      min_trip_metres: settings.minTripMetres,
      min_trip_minutes: settings.minTripMinutes,
      min_stop_minutes: settings.minStopMinutes,
      gap_minutes: settings.gapMinutes,
      night_start: settings.nightStart,
      night_end: settings.nightEnd,
    })
    .where('account_id', '=', accountId)
    .execute();
}
