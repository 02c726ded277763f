import { createReadStream } from 'node:fs';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { recordAudit } from '../audit/record.ts';
import type { Db } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import type { Call } from '../http/call.ts';
import { transactionAs } from '../http/transaction-as.ts';
import type { Caller } from '../identity/caller.ts';
import type { TaskDefinition } from '../tasks/kinds.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import { TASK_TTL_MS } from '../tasks/task-rows.ts';

/** What a task that imports a sheet is about. */
export interface ImportSubject {
  /** Requester: the rows are stored only if they still have the right. */
  readonly userId: number;
  /** Id of the uploaded file, which is stored until the task ends, and its original name. */
  readonly stored: string;
  readonly fileName: string;
  /** Language of the failure sheet. */
  readonly language: Language;
  readonly timeZone: string;
  /** Address of the request, for the audit log. */
  readonly address: string;
}

/** Kinds of tasks that import a sheet; each has the name of its operation. */
type ImportKind =
  | 'batchCreateFlights'
  | 'batchCreatePeople'
  | 'importBdUsers'
  | 'importDevices'
  | 'importParticipants'
  | 'importPlanes';

/** What the definitions of all imports have in common. */
export const IMPORT_TASK = {
  // Everything is stored at the end, or nothing.
  cancellable: true,
  workload: 'large',
  limited: true,
  // Its uploaded file is deleted when it ends, and a failure is mostly one of the file.
  retryAccess: null,
  uploadOf: ({ stored }: ImportSubject) => stored,
} as const;

export interface ImportTaskDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/**
 * Adds the task that imports a sheet, together with the file that it reads. The kind is the audit action, too.
 *
 * @param more what the subject of the task has besides
 */
export async function addImportTask<More extends object>(
  { db, files, tasks }: ImportTaskDependencies,
  definition: TaskDefinition<ImportSubject & More, ImportKind>,
  { file, more }: { readonly file: UploadedFile; readonly more: More },
  caller: Caller,
  call: Call,
): Promise<number> {
  const { accountId, userId, language, timeZone } = caller;
  const fileName = file.name.slice(0, LIMITS.name);
  const written = await files.write(createReadStream(file.path));
  const stored = written.fileId;
  try {
    return await transactionAs(db, caller, call, async (tx) => {
      await tasks.requireQuota(tx, accountId, call.now);
      await files.record(tx, written, {
        accountId,
        kind: 'upload',
        userId,
        mediaType: 'application/octet-stream',
        name: fileName,
        expiresAt: call.now + TASK_TTL_MS,
      });
      const after = { fileName, bytes: written.bytes };
      await recordAudit(tx, caller, call, { action: definition.kind, target: fileName, after });
      return tasks.add(tx, {
        accountId,
        userId,
        definition,
        subject: { userId, stored, fileName, language, timeZone, address: call.address, ...more },
        total: 1,
        now: call.now,
      });
    });
  } catch (error) {
    await files.discard([stored]);
    throw error;
  }
}

/** Path of the uploaded file of a task. @throws NamedError `file-unknown` */
export async function uploadPathOf(files: Files, { stored }: ImportSubject): Promise<string> {
  const file = await files.find(stored);
  const path = file === null ? null : await files.pathOf(file);
  if (path === null) throw new NamedError('file-unknown');
  return path;
}
