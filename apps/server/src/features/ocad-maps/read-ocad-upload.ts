import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { OcadDetails } from '@wakeline/contract/ocad-maps/ocad-map';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { type ProcessBudget, runInProcess } from '../../child-processes/run-in-process.ts';
import type { OcadFileRequest } from './ocad-file-process.ts';

/** The largest accepted files take ten seconds on a slow processor. */
const BUDGET: ProcessBudget = { milliseconds: 60_000, megabytes: 1_024 };

/** Reads an uploaded file in a child process. @throws NamedError one of the `ocad-…` errors */
export async function readOcadUpload(file: UploadedFile): Promise<OcadDetails> {
  if (file.size > LIMITS.ocadBytes) throw new NamedError('ocad-too-large');
  const results = runInProcess<OcadFileRequest, OcadDetails>({
    program: new URL('./ocad-file-process.ts', import.meta.url),
    request: { path: file.path },
    budget: BUDGET,
    budgetError: 'ocad-costly',
  });
  for await (const details of results) return details;
  throw new Error('the process that reads an OCAD file has ended without a result');
}
