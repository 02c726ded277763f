import { NamedError } from '@wakeline/contract/errors';
import type { MediaKind } from '@wakeline/domain/media/media';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { deleteMediaRows, readMediaPage } from '../../device-media/read-media.ts';
import { fileIdsOf } from '../../device-media/retention.ts';
import type { Files } from '../../files/files.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Scope } from '../../identity/scope.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { canDeleteMedia } from './media.policy.ts';
import { presentPhoto, presentRecording } from './present-media.ts';

interface MediaDependencies {
  readonly db: Db;
  readonly files: Pick<Files, 'photoAddressOf' | 'recordingAddressOf' | 'remove' | 'discard'>;
}

const DELETIONS = {
  photo: { action: 'deletePhotos', count: 'photos', what: 'photos', unknown: 'photo-unknown' },
  recording: {
    action: 'deleteRecordings',
    count: 'recordings',
    what: 'recordings',
    unknown: 'recording-unknown',
  },
} as const;

/** Lists and deletes the photos and recordings of the devices that a user can see. */
export function mediaHandlers({
  db,
  files,
}: MediaDependencies): Pick<
  Handlers,
  'queryPhotos' | 'deletePhotos' | 'queryRecordings' | 'deleteRecordings'
> {
  return {
    async queryPhotos({ trackerId, instructionId, pageIndex, pageSize }, caller, { now }) {
      await requireTracker(db, caller, trackerId);
      const filter = { kind: 'photo', trackerId, instructionId } as const;
      const { rows, total } = await readMediaPage(db, caller, filter, { pageIndex, pageSize, now });
      return {
        list: rows.map((row) => presentPhoto(row, files.photoAddressOf)),
        total,
        abilities: { remove: canDeleteMedia(caller, 'photo') },
      };
    },

    async deletePhotos({ trackerId, photoIds }, caller, call) {
      return { deleted: await remove(caller, call, { kind: 'photo', trackerId, mediaIds: photoIds }) };
    },

    async queryRecordings({ trackerId, recordingId, pageIndex, pageSize }, caller, { now }) {
      await requireTracker(db, caller, trackerId);
      const mediaIds = recordingId === undefined ? undefined : [recordingId];
      const filter = { kind: 'recording', trackerId, mediaIds } as const;
      const { rows, total } = await readMediaPage(db, caller, filter, { pageIndex, pageSize, now });
      return {
        list: rows.map((row) => presentRecording(row, files.recordingAddressOf)),
        total,
        abilities: { remove: canDeleteMedia(caller, 'recording') },
      };
    },

    async deleteRecordings({ trackerId, recordingIds }, caller, call) {
      return {
        deleted: await remove(caller, call, { kind: 'recording', trackerId, mediaIds: recordingIds }),
      };
    },
  };

  /** Returns the number of the deleted ones: all of them, or NamedError. */
  async function remove(
    caller: Caller,
    call: Call,
    media: { readonly kind: MediaKind; readonly trackerId: number; readonly mediaIds: readonly number[] },
  ): Promise<number> {
    const { action, count, what, unknown } = DELETIONS[media.kind];
    const rows = await transactionAs(db, caller, call, async (tx) => {
      const tracker = await requireTracker(tx, caller, media.trackerId);
      const deleted = await deleteMediaRows(tx, caller, media, call.now);
      if (deleted.length < new Set(media.mediaIds).size) throw new NamedError(unknown);
      await files.remove(tx, fileIdsOf(deleted));
      await recordAudit(tx, caller, call, {
        action,
        target: tracker.name,
        before: {
          [count]: deleted.length,
          takenTimes: deleted.map(({ taken_at }) => taken_at.toISOString()),
        },
      });
      const { accountId } = caller;
      await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
      return deleted;
    });
    await files.discard(fileIdsOf(rows));
    return rows.length;
  }
}

async function requireTracker(db: Db, scope: Scope, trackerId: number) {
  const tracker = await trackersInScope(db, scope)
    .where('tracker_id', '=', trackerId)
    .select('name')
    .executeTakeFirst();
  if (tracker === undefined) throw new NamedError('tracker-unknown');
  return tracker;
}
