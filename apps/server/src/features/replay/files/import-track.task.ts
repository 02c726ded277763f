import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

/** Numbers of rows that were stored, existed already (`there`), and were refused. */
export interface ImportOutcome {
  readonly stored: number;
  readonly there: number;
  readonly refused: number;
}

export interface ImportTrackSubject {
  /** Requester: the import runs only if they still have the right. */
  readonly userId: number;
  readonly trackerId: number;
  readonly trackerName: string;
  /** Id of the uploaded file, which is stored until it has been read, and its original name. */
  readonly stored: string;
  readonly fileName: string;
  /** Outcome of the rows after the run. */
  readonly outcome?: ImportOutcome;
  readonly language: Language;
  readonly timeZone: string;
}

export const importTrackTask: TaskDefinition<ImportTrackSubject, 'importTrack'> = {
  kind: 'importTrack',
  name: ({ trackerName, fileName, outcome }) => ({
    zh_CN: `导入轨迹：${trackerName}（${fileName}）${outcome === undefined ? '' : outcomeText(outcome).zh_CN}`,
    en_US: `Import track: ${trackerName} (${fileName})${outcome === undefined ? '' : outcomeText(outcome).en_US}`,
  }),
  cancellable: true,
  workload: 'large',
  limited: true,
  // Its uploaded file is deleted when it ends, and a failure is mostly one of the file.
  retryAccess: null,
  uploadOf: ({ stored }) => stored,
};

/** Outcome of the rows, appended to the name of the task. */
function outcomeText({ stored, there, refused }: ImportOutcome): Readonly<Record<Language, string>> {
  return {
    zh_CN: `，导入${stored}行，重复${there}行，拒绝${refused}行`,
    en_US: `: imported ${stored}, duplicate ${there}, rejected ${refused}`,
  };
}
