import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

/** How many rows of a file with tracks were stored, were there before, and were refused. */
export interface ImportOutcome {
  readonly stored: number;
  readonly there: number;
  readonly refused: number;
}

export interface ImportTrackSubject {
  /** Who asked: it is done if they still may when it runs. */
  readonly userId: number;
  readonly trackerId: number;
  readonly trackerName: string;
  /** Of the uploaded file: where it is kept until it has been read, and how it was called. */
  readonly stored: string;
  readonly fileName: string;
  /** What became of its rows, when it has run. */
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
  limited: true,
  uploadOf: ({ stored }) => stored,
};

/** What became of a file's rows, behind what the task is about. */
function outcomeText({ stored, there, refused }: ImportOutcome): Readonly<Record<Language, string>> {
  return {
    zh_CN: `，导入${stored}行，重复${there}行，拒绝${refused}行`,
    en_US: `: imported ${stored}, duplicate ${there}, rejected ${refused}`,
  };
}
