/** Statuses of results (IOF XML 3.0, `ResultStatus`) that Wakeline writes. */
export type FileStatus =
  | 'OK'
  | 'Active'
  | 'Inactive'
  | 'MissingPunch'
  | 'Disqualified'
  | 'DidNotFinish'
  | 'DidNotStart'
  | 'OverTime'
  | 'Cancelled';

export interface FileCourse {
  readonly name: string;
  /** Metres; null if it has none: a score course. */
  readonly length: number | null;
  /** Metres; null if unknown. */
  readonly climb: number | null;
  /** The number of controls. */
  readonly controls: number;
}

export interface FileSplit {
  readonly code: string;
  /** Seconds since the start; null: missing. */
  readonly time: number | null;
}

/** A person of a list. */
export interface FilePerson {
  /** Unique in the list. */
  readonly id: string;
  readonly name: string;
  /** Empty if there is none, as all texts. */
  readonly club: string;
  /** Code of the IOC, such as CHN. */
  readonly nationality: string | null;
  readonly sex: 'M' | 'F' | null;
  readonly bib: string;
  /** Epoch ms. */
  readonly startTime: number | null;
  /** If it is not that of the class, such as a variation. */
  readonly course: FileCourse | null;
}

export interface FileResult extends FilePerson {
  /** Epoch ms. */
  readonly finishTime: number | null;
  /** Seconds. */
  readonly time: number | null;
  readonly timeBehind: number | null;
  readonly position: number | null;
  readonly status: FileStatus;
  /** Of a score course. */
  readonly points: number | null;
  readonly splits: readonly FileSplit[];
}

export interface FileClass<Row> {
  /** Unique in the list: some programs do not read classes without one. */
  readonly id: string;
  readonly name: string;
  readonly course: FileCourse | null;
  readonly rows: Iterable<Row>;
}

export interface FileList<Row> {
  readonly eventName: string;
  /** `YYYY-MM-DD`; null if unknown. */
  readonly date: string | null;
  readonly classes: readonly FileClass<Row>[];
}
