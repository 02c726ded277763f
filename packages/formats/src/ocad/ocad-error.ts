/** Errors of an OCAD file. */
export type OcadErrorCode =
  /** Not an OCAD file. */
  | 'type'
  /** Version 8 or older, whose format is another one. */
  | 'old'
  /** A version that this reader does not know. */
  | 'version'
  /** Positions or counts lead out of the file. */
  | 'malformed'
  | 'objects'
  | 'vertices'
  /** Hatches, dashes and patterns become more geometry than a map may have. */
  | 'expands'
  | 'empty';

/** A file that cannot be read. `version`: of the file, if it has one. */
export class OcadError extends Error {
  readonly code: OcadErrorCode;
  readonly version: number | null;

  constructor(code: OcadErrorCode, version: number | null = null) {
    super(version === null ? code : `${code}: version ${version}`);
    this.name = 'OcadError';
    this.code = code;
    this.version = version;
  }
}
