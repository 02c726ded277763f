import { createReadStream } from 'node:fs';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { readTrackFile } from '@wakeline/formats/tracks/read-track-file';
import { TrackFileError, type TrackFileErrorCode, type TrackRow } from '@wakeline/formats/tracks/track-row';
import { createLocalToUtc } from '@wakeline/formats/tracks/zone-time';
import { serveProcess } from '../../../child-processes/process-program.ts';
import { rebatch } from './rebatch.ts';

export interface TrackFileRequest {
  /** Path of the file. */
  readonly path: string;
  /** Zone of times that have none. */
  readonly timeZone: string;
  /** Rows per result message. */
  readonly batchSize: number;
}

/** First the number of rows, after the file was read completely without an error; then the rows. */
export type TrackFileResult = { readonly total: number } | { readonly rows: readonly TrackRow[] };

const ERROR_NAMES: Readonly<Record<TrackFileErrorCode, ErrorName>> = {
  type: 'track-file-type',
  malformed: 'track-file-malformed',
  cut: 'track-file-cut',
  empty: 'track-file-empty',
  entities: 'gps-file-entities',
  expands: 'gps-file-expands',
  entries: 'gps-file-entries',
  messages: 'track-file-messages',
};

serveProcess<TrackFileRequest, TrackFileResult>(async function* (request) {
  let total = 0;
  for await (const rows of readRows(request)) {
    total += rows.length;
    if (total > LIMITS.trackFileRows) throw new NamedError('gps-file-points');
  }
  yield { total };
  for await (const rows of rebatch(readRows(request), request.batchSize)) yield { rows };
});

/** @throws NamedError for an error of the file, possibly only at its end */
async function* readRows({ path, timeZone }: TrackFileRequest): AsyncGenerator<readonly TrackRow[]> {
  const content = createReadStream(path);
  const options = {
    localToUtc: createLocalToUtc(timeZone),
    unpackedBytes: LIMITS.trackFileUnpackedBytes,
    messages: LIMITS.trackFileMessages,
    yieldToEventLoop: async () => undefined,
  };
  try {
    yield* readTrackFile(content, options);
  } catch (error) {
    if (!(error instanceof TrackFileError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], error.line === null ? {} : { line: error.line });
  } finally {
    content.destroy();
  }
}
