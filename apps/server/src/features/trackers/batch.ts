import { trackerForm } from '@wakeline/contract/entities/tracker';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { batchAddTrackers } from '@wakeline/contract/trackers';
import type { Db } from '../../db/database.ts';
import { sentenceOf } from '../../http/answer.ts';
import { readBySchema } from '../../http/payload.ts';
import { mayPlaceTracker, type TrackerUser } from './trackers.policy.ts';
import { groupsSeen, insertTrackers, roomFor, type TrackerForm } from './write.ts';

type BatchResult = ResultOf<typeof batchAddTrackers>;
type Row = { readonly row: number; readonly form: TrackerForm };

/** Registers the rows that can be; the others are answered with their reason, each judged on its own. */
export async function addBatch(
  db: Db,
  user: TrackerUser,
  rows: readonly Readonly<Record<string, unknown>>[],
  language: Language,
): Promise<BatchResult> {
  const { accountId } = user;
  const failed: BatchResult['failed'] = [];
  const fail = (row: number, imei: unknown, error: NamedError) => {
    const message = sentenceOf(error, language);
    failed.push({ row, imei: typeof imei === 'string' ? imei : '', error: error.errorName, message });
  };

  const read: Row[] = [];
  const imeis = new Set<string>();
  for (const [index, fields] of rows.entries()) {
    const row = index + 1;
    try {
      const form = readBySchema(trackerForm, fields, language);
      // The second of two equal rows fails as it would in a call of its own.
      if (imeis.has(form.imei)) throw new NamedError('imei-taken');
      imeis.add(form.imei);
      read.push({ row, form });
    } catch (error) {
      if (!(error instanceof NamedError)) throw error;
      fail(row, fields.imei, error);
    }
  }

  const added = await db.transaction().execute(async (tx) => {
    const groups = await groupsSeen(
      tx,
      user,
      read.map(({ form }) => form.groupId),
    );
    let room = await roomFor(tx, accountId);
    const fitting = read.filter(({ row, form }) => {
      const groupId = form.groupId ?? null;
      if (!mayPlaceTracker(user, groupId) || (groupId !== null && !groups.has(groupId))) {
        fail(row, form.imei, new NamedError('group-unknown'));
        return false;
      }
      if (room === 0) {
        fail(row, form.imei, new NamedError('tracker-limit'));
        return false;
      }
      room -= 1;
      return true;
    });
    const ids = await insertTrackers(
      tx,
      accountId,
      fitting.map(({ form }) => form),
    );
    return fitting.flatMap(({ row, form }) => {
      const trackerId = ids.get(form.imei);
      if (trackerId !== undefined) return [{ row, trackerId }];
      fail(row, form.imei, new NamedError('imei-taken'));
      return [];
    });
  });
  return { added, failed: failed.toSorted((a, b) => a.row - b.row) };
}
