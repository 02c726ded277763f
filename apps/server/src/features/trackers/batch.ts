import { trackerForm } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { batchAddTrackers } from '@wakeline/contract/trackers/trackers';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Call } from '../../http/call.ts';
import { errorMessageOf } from '../../http/envelope.ts';
import { parseBySchema } from '../../http/payload.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { auditDevices, auditTargetOf } from '../../trackers/audit-devices.ts';
import {
  findVisibleGroups,
  insertTrackers,
  remainingTrackerQuota,
  type TrackerForm,
} from '../../trackers/write.ts';
import { lockIcons, withStoredIcon } from './icon.ts';
import { canPlaceTracker } from './trackers.policy.ts';

type BatchResult = ResultOf<typeof batchAddTrackers>;
type Row = { readonly row: number; readonly form: TrackerForm };

/**
 * Registers the valid rows and returns the others with their errors; each row is checked on its own. One audit entry
 * covers all registered trackers; without any there is no entry.
 */
export async function addBatch(
  { db, files }: { readonly db: Db; readonly files: Files },
  user: Caller,
  rows: readonly Readonly<Record<string, unknown>>[],
  call: Call,
): Promise<BatchResult> {
  const { accountId } = user;
  const { language } = call;
  const failed: BatchResult['failed'] = [];
  const fail = (row: number, imei: unknown, error: NamedError) => {
    const message = errorMessageOf(error, language);
    failed.push({ row, imei: typeof imei === 'string' ? imei : '', error: error.errorName, message });
  };

  const parsedRows: Row[] = [];
  const imeis = new Set<string>();
  for (const [index, fields] of rows.entries()) {
    const row = index + 1;
    try {
      const form = parseBySchema(trackerForm, fields, language);
      // The second of two equal rows fails as it would in a separate call.
      if (imeis.has(form.imei)) throw new NamedError('imei-taken');
      imeis.add(form.imei);
      parsedRows.push({ row, form });
    } catch (error) {
      if (!(error instanceof NamedError)) throw error;
      fail(row, fields.imei, error);
    }
  }

  const added = await transactionAs(db, user, call, async (tx) => {
    const groups = await findVisibleGroups(
      tx,
      user,
      parsedRows.map(({ form }) => form.groupId),
    );
    const icons = await lockIcons(
      tx,
      files,
      accountId,
      parsedRows.map(({ form }) => form),
    );
    let capacity = await remainingTrackerQuota(tx, accountId);
    const acceptedRows = parsedRows.flatMap(({ row, form }) => {
      const stored = withStoredIcon(icons, form);
      if (stored === null) {
        fail(row, form.imei, new NamedError('icon-unknown'));
        return [];
      }
      const groupId = form.groupId ?? null;
      if (!canPlaceTracker(user, groupId) || (groupId !== null && !groups.has(groupId))) {
        fail(row, form.imei, new NamedError('group-unknown'));
        return [];
      }
      if (capacity === 0) {
        fail(row, form.imei, new NamedError('tracker-limit'));
        return [];
      }
      capacity -= 1;
      return [{ row, form: stored }];
    });
    const ids = await insertTrackers(
      tx,
      accountId,
      acceptedRows.map(({ form }) => form),
    );
    const registered = acceptedRows.map(({ form }) => form).filter(({ imei }) => ids.has(imei));
    if (registered.length > 0) {
      const devices = registered.map(({ trackerName, imei }) => ({ name: trackerName, imei }));
      await recordAudit(tx, user, call, {
        action: 'batchAddTrackers',
        target: auditTargetOf(devices),
        after: auditDevices(devices),
      });
    }
    return acceptedRows.flatMap(({ row, form }) => {
      const trackerId = ids.get(form.imei);
      if (trackerId !== undefined) return [{ row, trackerId }];
      fail(row, form.imei, new NamedError('imei-taken'));
      return [];
    });
  });
  return { added, failed: failed.toSorted((a, b) => a.row - b.row) };
}
