import { createReadStream } from 'node:fs';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { readTrackFile } from '@wakeline/formats/tracks/read-track-file';
import { TrackFileFault, type TrackFileFaultName, type TrackRow } from '@wakeline/formats/tracks/track-row';
import { localTimesOf } from '@wakeline/formats/tracks/zone-time';
import { serveThread } from '../../../threads/thread-program.ts';
import { inParts } from './in-parts.ts';

export interface TrackFileWork {
  /** Where the file lies. */
  readonly path: string;
  /** Of times without a zone. */
  readonly timeZone: string;
  /** Rows of an answer. */
  readonly atOnce: number;
}

/** How many rows the file has, once all of it has been read without a fault; then the rows. */
export type TrackFileAnswer = { readonly total: number } | { readonly rows: readonly TrackRow[] };

const FAULTS: Readonly<Record<TrackFileFaultName, ErrorName>> = {
  type: 'track-file-type',
  malformed: 'track-file-malformed',
  cut: 'track-file-cut',
  empty: 'track-file-empty',
  entities: 'gps-file-entities',
  expands: 'gps-file-expands',
  entries: 'gps-file-entries',
  messages: 'track-file-messages',
};

serveThread<TrackFileWork, TrackFileAnswer>(async function* (work) {
  let total = 0;
  for await (const rows of rowsOf(work)) {
    total += rows.length;
    if (total > LIMITS.trackFileRows) throw new NamedError('gps-file-points');
  }
  yield { total };
  for await (const rows of inParts(rowsOf(work), work.atOnce)) yield { rows };
});

/** @throws NamedError for what is wrong with the whole file, perhaps only at its end */
async function* rowsOf({ path, timeZone }: TrackFileWork): AsyncGenerator<readonly TrackRow[]> {
  const content = createReadStream(path);
  const options = {
    fromLocal: localTimesOf(timeZone),
    unpackedBytes: LIMITS.trackFileUnpackedBytes,
    messages: LIMITS.trackFileMessages,
    turn: async () => undefined,
  };
  try {
    yield* readTrackFile(content, options);
  } catch (error) {
    if (!(error instanceof TrackFileFault)) throw error;
    throw new NamedError(FAULTS[error.fault], error.line === null ? {} : { line: error.line });
  } finally {
    content.destroy();
  }
}
