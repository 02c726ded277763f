/** What can be wrong with a file of somebody else's. */
export type FileFaultName =
  | 'type'
  | 'malformed'
  | 'coordinates'
  | 'entities'
  | 'expands'
  | 'entries'
  | 'points'
  | 'empty';

/** A file that is not read. `line`: where, from 1; null where there are no lines. */
export class FileFault extends Error {
  readonly fault: FileFaultName;
  readonly line: number | null;

  constructor(fault: FileFaultName, line: number | null = null) {
    super(line === null ? fault : `${fault} in line ${line}`);
    this.name = 'FileFault';
    this.fault = fault;
    this.line = line;
  }
}
