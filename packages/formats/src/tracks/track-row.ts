import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';

/** What can be wrong with a row of a file with tracks: one position, one line, one message. The rest of the file is read. */
export type RowError =
  | 'time-missing'
  | 'time-malformed'
  | 'place-missing'
  | 'place-malformed'
  | 'row-malformed'
  | 'checksum'
  | 'no-fix';

/** A value that is read where it is there and can be understood. */
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
  /** Values that are there and cannot be understood: the position is read without them. */
  readonly unread: readonly RowValue[];
}

/** What would be a position and is none. */
export interface InvalidRow {
  readonly row: number;
  readonly error: RowError;
}

export type TrackRow = FixRow | InvalidRow;

/** Why a whole file is not read. */
export type TrackFileErrorCode =
  | 'type'
  | 'malformed'
  | 'cut'
  | 'empty'
  | 'entities'
  | 'expands'
  | 'entries'
  | 'messages';

/** A file with tracks that is not read, nothing of it. `line`: where, from 1; null where there are no lines. */
export class TrackFileError extends Error {
  readonly code: TrackFileErrorCode;
  readonly line: number | null;

  constructor(code: TrackFileErrorCode, line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`);
    this.name = 'TrackFileFault';
    this.code = code;
    this.line = line;
  }
}
