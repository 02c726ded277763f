import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';

/** Errors of a row of a track file (one position, one line, one message). The rest of the file is read. */
export type RowError =
  | 'time-missing'
  | 'time-malformed'
  | 'place-missing'
  | 'place-malformed'
  | 'row-malformed'
  | 'checksum'
  | 'no-fix';

/** The optional values of a position. */
export type RowValue =
  | 'altitude'
  | 'speed'
  | 'course'
  | 'satellites'
  | 'accuracy'
  | 'battery'
  | 'gsm'
  | 'attributes';

/** A position of a file. */
export interface FixRow {
  /** Line of the file, or number of the message, from 1. */
  readonly row: number;
  readonly report: LocatedReport;
  /** Values that are present but cannot be parsed: the position is read without them. */
  readonly unread: readonly RowValue[];
}

/** A row that is not a valid position. */
export interface InvalidRow {
  readonly row: number;
  readonly error: RowError;
}

export type TrackRow = FixRow | InvalidRow;

/** Errors of a complete file. */
export type TrackFileErrorCode =
  | 'type'
  | 'malformed'
  | 'cut'
  | 'empty'
  | 'entities'
  | 'expands'
  | 'entries'
  | 'messages';

/** A track file that is not read at all. `line`: position of the error, from 1; null if the format has no lines. */
export class TrackFileError extends Error {
  readonly code: TrackFileErrorCode;
  readonly line: number | null;

  constructor(code: TrackFileErrorCode, line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`);
    this.name = 'TrackFileError';
    this.code = code;
    this.line = line;
  }
}
