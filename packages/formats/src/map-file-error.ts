/** Errors of an imported file. */
export type MapFileErrorCode =
  | 'type'
  | 'malformed'
  | 'coordinates'
  | 'entities'
  | 'expands'
  | 'entries'
  | 'points'
  | 'empty';

/** A file that cannot be read. `line`: position of the error, from 1; null if the format has no lines. */
export class MapFileError extends Error {
  readonly code: MapFileErrorCode;
  readonly line: number | null;

  constructor(code: MapFileErrorCode, line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`);
    this.name = 'MapFileError';
    this.code = code;
    this.line = line;
  }
}
