/** A participant in a file: of a start list, an entry list or a result list. */
export interface FileParticipant {
  /** In the file, from 1. */
  readonly line: number;
  readonly name: string;
  /** Empty if there is none, as all texts. */
  readonly club: string;
  /** Code of the IOC, such as CHN; null if there is none. */
  readonly nationality: string | null;
  readonly sex: 'M' | 'F' | null;
  readonly bib: string;
  readonly className: string;
  readonly courseName: string;
  /** Epoch milliseconds; null if there is none. */
  readonly startTime: number | null;
}

export interface StartListFile {
  readonly eventName: string;
  readonly participants: readonly FileParticipant[];
  /** Elements that were left out, with their number. */
  readonly ignored: readonly { readonly element: string; readonly count: number }[];
}

/**
 * Errors of a start list.
 *
 * - `type`: another kind of file; `version`: not IOF XML 3.0; `malformed`: damaged; `entities`: with a document type.
 * - `name`: a person without name; `time`: not a date with a time; `finish`: a finish before its start.
 * - `rows`: too many participants; `empty`: none.
 */
export type StartListErrorCode =
  | 'type'
  | 'version'
  | 'malformed'
  | 'entities'
  | 'name'
  | 'time'
  | 'finish'
  | 'rows'
  | 'empty';

/** A start list that cannot be read. */
export class StartListError extends Error {
  readonly code: StartListErrorCode;
  /** From 1; null for the entire file. */
  readonly line: number | null;

  constructor(code: StartListErrorCode, line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`);
    this.name = 'StartListError';
    this.code = code;
    this.line = line;
  }
}
