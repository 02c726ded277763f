import { readFile } from 'node:fs/promises';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { FileFault, type FileFaultName } from '@wakeline/formats/file-fault';
import type { FileContent } from '@wakeline/formats/map-feature';
import { readMapFile } from '@wakeline/formats/read-map-file';
import { inTurns } from '../../in-turns.ts';

const FAULTS: Readonly<Record<FileFaultName, ErrorName>> = {
  type: 'gps-file-type',
  malformed: 'gps-file-malformed',
  coordinates: 'gps-file-coordinates',
  entities: 'gps-file-entities',
  expands: 'gps-file-expands',
  points: 'gps-file-points',
  empty: 'gps-file-empty',
};

/**
 * What is in a file that somebody sent. Devices and consoles are served between its pieces.
 *
 * @throws NamedError one of the `gps-file-...`, with the line where there is one
 */
export async function readUpload(file: UploadedFile): Promise<FileContent> {
  if (file.size > LIMITS.gpsFileBytes) throw new NamedError('gps-file-too-large');
  const steps = readMapFile(await readFile(file.path), {
    points: LIMITS.gpsFilePoints,
    linePoints: LIMITS.routePoints,
    unpackedBytes: LIMITS.gpsFileUnpackedBytes,
  });
  try {
    return await inTurns(steps);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new NamedError(FAULTS[error.fault], lineOf(error.line));
  }
}

/** What a refusal says of where: nothing where there are no lines. */
export function lineOf(line: number | null): Readonly<Record<string, number>> {
  return line === null ? {} : { line };
}
