import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { type ProcessBudget, runInProcess } from '../../../child-processes/run-in-process.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { StartListContent, StartListRequest } from './start-list-process.ts';

const PROGRAM = new URL('./start-list-process.ts', import.meta.url);

/** The largest accepted file takes about a second. */
const BUDGET: ProcessBudget = { milliseconds: 20_000, megabytes: 512 };

/** Reads an uploaded start, entry or result list in a child process. @throws NamedError for an error of the file */
export async function readStartListFile(
  { path, size }: UploadedFile,
  { language, timeZone }: Caller,
): Promise<StartListContent> {
  if (size > LIMITS.startListBytes) throw new NamedError('start-list-too-large');
  const results = runInProcess<StartListRequest, StartListContent>({
    program: PROGRAM,
    request: { path, language, timeZone },
    budget: BUDGET,
    budgetError: 'course-file-costly',
  });
  for await (const result of results) return result;
  throw new NamedError('internal');
}
