import { IMPORT_TASK, type ImportSubject } from '../../../sheet-import/import-task.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportParticipantsSubject extends ImportSubject {
  readonly matchId: number;
  /** Numbers of rows after the run. */
  readonly outcome?: { readonly added: number; readonly failed: number };
}

export const importParticipantsTask: TaskDefinition<ImportParticipantsSubject, 'importParticipants'> = {
  ...IMPORT_TASK,
  kind: 'importParticipants',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入参赛者（${fileName}）${outcome === undefined ? '' : `：新增${outcome.added}人，失败${outcome.failed}行`}`,
    en_US: `Import participants (${fileName})${outcome === undefined ? '' : `: added ${outcome.added}, failed ${outcome.failed}`}`,
  }),
};
