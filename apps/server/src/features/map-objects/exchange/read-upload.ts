import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { type ProcessBudget, runInProcess } from '../../../child-processes/run-in-process.ts';
import { emptyForms, type ImportChoice, type ImportForms } from './import-forms.ts';
import type { MapFileRequest, MapFileResult } from './map-file-process.ts';

const PROGRAM = new URL('./map-file-process.ts', import.meta.url);

/** The largest accepted files take a few seconds on a slow processor, and 100 MB. */
const BUDGET: ProcessBudget = { milliseconds: 30_000, megabytes: 256 };

/** Objects of a file; `left` is the number of features that were skipped. */
export interface UploadContent {
  readonly forms: ImportForms;
  readonly left: number;
}

/**
 * Reads an uploaded file in a child process.
 *
 * @throws NamedError one of the `gps-file-…` errors, or the error of an area, with the line if known
 */
export async function readUpload(file: UploadedFile, choice: ImportChoice): Promise<UploadContent> {
  if (file.size > LIMITS.gpsFileBytes) throw new NamedError('gps-file-too-large');
  const results = runInProcess<MapFileRequest, MapFileResult>({
    program: PROGRAM,
    request: { path: file.path, choice },
    budget: BUDGET,
    budgetError: 'gps-file-costly',
  });
  const forms = emptyForms();
  let left = 0;
  for await (const result of results) {
    if ('left' in result) left = result.left;
    else appendForms(forms, result.forms);
  }
  return { forms, left };
}

function appendForms(forms: ImportForms, more: ImportForms): void {
  forms.fences.push(...more.fences);
  forms.labelPoints.push(...more.labelPoints);
  forms.routes.push(...more.routes);
  forms.found.push(...more.found);
}
