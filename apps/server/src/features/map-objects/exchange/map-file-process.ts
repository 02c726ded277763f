import { readFileSync } from 'node:fs';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FileContent } from '@wakeline/formats/map-feature';
import { MapFileError, type MapFileErrorCode } from '@wakeline/formats/map-file-error';
import { readMapFile } from '@wakeline/formats/read-map-file';
import { serveProcess } from '../../../child-processes/process-program.ts';
import { lineDetails } from './import-area.ts';
import { createForms, type ImportChoice, type ImportForms } from './import-forms.ts';

/** Request to read an uploaded file. */
export interface MapFileRequest {
  /** Path of the file. */
  readonly path: string;
  readonly choice: ImportChoice;
}

/** A batch of forms; at the end, `left` is the number of features that were skipped. */
export type MapFileResult = { readonly forms: ImportForms } | { readonly left: number };

const ERROR_NAMES: Readonly<Record<MapFileErrorCode, ErrorName>> = {
  type: 'gps-file-type',
  malformed: 'gps-file-malformed',
  coordinates: 'gps-file-coordinates',
  entities: 'gps-file-entities',
  expands: 'gps-file-expands',
  entries: 'gps-file-entries',
  points: 'gps-file-points',
  empty: 'gps-file-empty',
};

serveProcess<MapFileRequest, MapFileResult>(function* ({ path, choice }) {
  const { features, skipped } = parseFile(readFileSync(path));
  let found = 0;
  for (const forms of createForms(features, choice)) {
    found += forms.found.length;
    yield { forms };
  }
  yield { left: skipped + features.length - found };
});

/** @throws NamedError one of the `gps-file-…` errors, with the line if known */
function parseFile(bytes: Uint8Array): FileContent {
  const steps = readMapFile(bytes, {
    points: LIMITS.gpsFilePoints,
    linePoints: LIMITS.routePoints,
    unpackedBytes: LIMITS.gpsFileUnpackedBytes,
  });
  try {
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
  } catch (error) {
    if (!(error instanceof MapFileError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], lineDetails(error.line));
  }
}
