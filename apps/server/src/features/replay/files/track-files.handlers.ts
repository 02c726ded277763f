import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { detectTrackKind, HEAD_BYTES } from '@wakeline/formats/tracks/track-kind';
import { recordAudit } from '../../../audit/record.ts';
import type { WrittenFile } from '../../../files/file-storage.ts';
import type { Files } from '../../../files/files.ts';
import type { Call } from '../../../http/call.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { PositionHistory } from '../../../positions/position-store.ts';
import { hasTrack } from '../../../positions/read-track.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { TASK_TTL_MS } from '../../../tasks/task-rows.ts';
import { trackerById } from '../../../trackers/in-scope.ts';
import { requireTrackers } from '../require-trackers.ts';
import { canImportTrack } from '../tracks.policy.ts';
import { checkTrackersWindow } from '../window.ts';
import { exportTrackTask } from './export-track.task.ts';
import { importTrackTask } from './import-track.task.ts';

type TrackFileOperation = 'exportTrack' | 'importTrack';

export interface TrackFileDependencies extends PositionHistory {
  readonly files: Files;
  readonly tasks: TaskQueue;
}

/** Import and export of tracks as files. */
export function trackFileHandlers({
  db,
  positions,
  files,
  tasks,
}: TrackFileDependencies): Pick<Handlers, TrackFileOperation> {
  async function readTrackerName(trackerId: number): Promise<string> {
    const row = await trackerById(db, trackerId).select('name').executeTakeFirst();
    if (row === undefined) throw new NamedError('tracker-unknown');
    return row.name;
  }

  /** Adds the task together with the file that it reads. */
  function addImport(
    { trackerId, trackerName, fileName }: TrackUpload,
    written: WrittenFile,
    caller: Caller,
    call: Call,
  ): Promise<number> {
    const { accountId, userId, language, timeZone } = caller;
    return transactionAs(db, caller, call, async (tx) => {
      await tasks.requireQuota(tx, accountId, call.now);
      await files.record(tx, written, {
        accountId,
        kind: 'upload',
        userId,
        mediaType: 'application/octet-stream',
        name: fileName,
        expiresAt: call.now + TASK_TTL_MS,
      });
      const after = { trackerId, fileName, bytes: written.bytes };
      await recordAudit(tx, caller, call, { action: 'importTrack', target: trackerName, after });
      const stored = written.fileId;
      return tasks.add(tx, {
        accountId,
        userId,
        definition: importTrackTask,
        subject: { userId, trackerId, trackerName, stored, fileName, language, timeZone },
        total: 1,
        now: call.now,
      });
    });
  }

  return {
    async exportTrack({ trackerIds, startTime, endTime, format, correction, name }, caller, call) {
      checkTrackersWindow(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      if (!(await hasTrack({ db, positions }, ids, { from: startTime, to: endTime, now: call.now })))
        throw new NamedError('track-none');
      const { accountId, userId, language, timeZone } = caller;
      const [only] = ids;
      const trackerName = only === undefined || ids.length > 1 ? '' : await readTrackerName(only);
      const selection = { userId, trackerIds: ids, trackerName, startTime, endTime, format, correction };
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportTrackTask,
          subject: { ...selection, name: name ?? '', language, timeZone },
          total: ids.length,
          now: call.now,
        });
      });
      return { taskProgressId };
    },

    async importTrack({ trackerId, file }, caller, call) {
      await requireTrackers(db, caller, [trackerId], canImportTrack);
      if (file.size > LIMITS.trackFileBytes) throw new NamedError('track-file-too-large');
      if (file.size === 0) throw new NamedError('track-file-empty');
      const head = await readHead(file.path);
      if (detectTrackKind(head) === null) throw new NamedError('track-file-type');
      const trackerName = await readTrackerName(trackerId);
      const fileName = file.name.slice(0, LIMITS.name);
      const written = await files.write(createReadStream(file.path));
      try {
        return {
          taskProgressId: await addImport({ trackerId, trackerName, fileName }, written, caller, call),
        };
      } catch (error) {
        await files.discard([written.fileId]);
        throw error;
      }
    },
  };
}

interface TrackUpload {
  readonly trackerId: number;
  readonly trackerName: string;
  readonly fileName: string;
}

/** Reads the first bytes of a file, which determine its kind. */
async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
