import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { HEAD_BYTES, trackKindOf } from '@wakeline/formats/tracks/track-kind';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import type { Written } from '../../../files/folder.ts';
import type { Call } from '../../../http/call.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import { hasTrack } from '../../../positions/read-track.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { TASK_LIFE_MS } from '../../../tasks/task-rows.ts';
import { trackerById } from '../../../trackers/in-scope.ts';
import { requireTrackers } from '../require-trackers.ts';
import { mayImportTrack } from '../tracks.policy.ts';
import { checkWindowOf } from '../window.ts';
import { exportTrackTask } from './export-track.task.ts';
import { importTrackTask } from './import-track.task.ts';

type Done = 'exportTrack' | 'importTrack';

export interface TrackFileParts {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: TaskQueue;
}

/** Files with tracks, in and out. */
export function trackFileHandlers({ db, files, tasks }: TrackFileParts): Pick<Handlers, Done> {
  async function nameOf(trackerId: number): Promise<string> {
    const row = await trackerById(db, trackerId).select('name').executeTakeFirst();
    if (row === undefined) throw new NamedError('tracker-unknown');
    return row.name;
  }

  /** The task, and the file that it reads: neither is there without the other. */
  function addImport(
    { trackerId, trackerName, fileName }: Upload,
    written: Written,
    caller: Caller,
    call: Call,
  ): Promise<number> {
    const { accountId, userId, language, timeZone } = caller;
    return transactionAs(db, caller, call, async (tx) => {
      await tasks.requireRoom(tx, accountId, call.now);
      await files.record(tx, written, {
        accountId,
        kind: 'upload',
        userId,
        mediaType: 'application/octet-stream',
        name: fileName,
        expiresAt: call.now + TASK_LIFE_MS,
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
      checkWindowOf(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      if (!(await hasTrack(db, ids, { from: startTime, to: endTime }))) throw new NamedError('track-none');
      const { accountId, userId, language, timeZone } = caller;
      const [only] = ids;
      const trackerName = only === undefined || ids.length > 1 ? '' : await nameOf(only);
      const asked = { userId, trackerIds: ids, trackerName, startTime, endTime, format, correction };
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireRoom(tx, accountId, call.now);
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportTrackTask,
          subject: { ...asked, name: name ?? '', language, timeZone },
          total: ids.length,
          now: call.now,
        });
      });
      return { taskProgressId };
    },

    async importTrack({ trackerId, file }, caller, call) {
      await requireTrackers(db, caller, [trackerId], mayImportTrack);
      if (file.size > LIMITS.trackFileBytes) throw new NamedError('track-file-too-large');
      if (file.size === 0) throw new NamedError('track-file-empty');
      const head = await readHead(file.path);
      if (trackKindOf(head) === null) throw new NamedError('track-file-type');
      const trackerName = await nameOf(trackerId);
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

interface Upload {
  readonly trackerId: number;
  readonly trackerName: string;
  readonly fileName: string;
}

/** The first bytes of a file, by which its kind is known. */
async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
