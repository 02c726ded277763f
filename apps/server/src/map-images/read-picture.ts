import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { type ProcessBudget, runInProcess } from '../child-processes/run-in-process.ts';
import type { ReadPictureRequest, ReadPictureResult } from './read-picture-process.ts';

const PROGRAM = new URL('./read-picture-process.ts', import.meta.url);

/** 120 million pixels of PNG take some seconds; pixels are not JavaScript objects. */
const BUDGET: ProcessBudget = { milliseconds: 120_000, megabytes: 512 };

/** The file of a layer as an operation receives it. */
export interface LayerUpload {
  readonly picture: UploadedFile;
  readonly positionFile?: string | undefined;
  readonly coordinateSystem?: number | undefined;
}

/** One process at a time: a picture of 120 million pixels takes up to 500 MB in it. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Reads an uploaded picture in a child process. Nothing is stored.
 *
 * @throws NamedError one of `LAYER_FILE_ERRORS`
 */
export async function readUploadedPicture(upload: LayerUpload): Promise<ReadPictureResult> {
  if (upload.picture.size > LIMITS.layerBytes) throw new NamedError('layer-too-large');
  const result = queue.then(() => readInProcess(upload));
  queue = result.catch(() => undefined);
  return result;
}

async function readInProcess({
  picture,
  positionFile = '',
  coordinateSystem,
}: LayerUpload): Promise<ReadPictureResult> {
  const results = runInProcess<ReadPictureRequest, ReadPictureResult>({
    program: PROGRAM,
    request: {
      path: picture.path,
      positionFile: positionFile.trim() === '' ? null : positionFile,
      coordinateSystem: coordinateSystem ?? null,
    },
    budget: BUDGET,
    budgetError: 'layer-file-costly',
  });
  for await (const result of results) return result;
  throw new Error('the process has read no picture');
}
