/** What can be wrong with a file of somebody else's. */
export type MapFileErrorCode =
  | 'type'
  | 'malformed'
  | 'coordinates'
  | 'entities'
  | 'expands'
  | 'entries'
  | 'points'
  | 'empty';

/** A file that is not read. `line`: where, from 1; null where there are no lines. */
export class MapFileError extends Error {
  readonly code: MapFileErrorCode;
  readonly line: number | null;

  constructor(code: MapFileErrorCode, line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`);
    this.name = 'FileFault';
    this.code = code;
    this.line = line;
  }
}
