import { readFileSync } from 'node:fs';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { FileFault, type FileFaultName } from '@wakeline/formats/file-fault';
import type { FileContent } from '@wakeline/formats/map-feature';
import { readMapFile } from '@wakeline/formats/read-map-file';
import { serveThread } from '../../../threads/thread-program.ts';
import { lineOf } from './import-area.ts';
import { type ImportChoice, type ImportForms, importForms } from './import-forms.ts';

/** A file of somebody's, and what is wanted of it. */
export interface MapFileWork {
  /** Where it lies. */
  readonly path: string;
  readonly choice: ImportChoice;
}

/** Some of the forms; at the end, how many things of the file became none. */
export type MapFileAnswer = { readonly forms: ImportForms } | { readonly left: number };

const FAULTS: Readonly<Record<FileFaultName, ErrorName>> = {
  type: 'gps-file-type',
  malformed: 'gps-file-malformed',
  coordinates: 'gps-file-coordinates',
  entities: 'gps-file-entities',
  expands: 'gps-file-expands',
  entries: 'gps-file-entries',
  points: 'gps-file-points',
  empty: 'gps-file-empty',
};

serveThread<MapFileWork, MapFileAnswer>(function* ({ path, choice }) {
  const { features, left } = contentOf(readFileSync(path));
  let found = 0;
  for (const forms of importForms(features, choice)) {
    found += forms.found.length;
    yield { forms };
  }
  yield { left: left + features.length - found };
});

/** @throws NamedError one of the `gps-file-...`, with the line where there is one */
function contentOf(bytes: Uint8Array): FileContent {
  const steps = readMapFile(bytes, {
    points: LIMITS.gpsFilePoints,
    linePoints: LIMITS.routePoints,
    unpackedBytes: LIMITS.gpsFileUnpackedBytes,
  });
  try {
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new NamedError(FAULTS[error.fault], lineOf(error.line));
  }
}
