import { IMPORT_TASK, type ImportSubject } from '../../../sheet-import/import-task.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportPeopleOutcome {
  readonly added: number;
  readonly failed: number;
}

export interface ImportPeopleSubject extends ImportSubject {
  /** Numbers of rows after the run. */
  readonly outcome?: ImportPeopleOutcome;
}

export const importPeopleTask: TaskDefinition<ImportPeopleSubject, 'batchCreatePeople'> = {
  ...IMPORT_TASK,
  kind: 'batchCreatePeople',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入人员（${fileName}）${outcome === undefined ? '' : `：新增${outcome.added}人，失败${outcome.failed}行`}`,
    en_US: `Import people (${fileName})${outcome === undefined ? '' : `: added ${outcome.added}, failed ${outcome.failed}`}`,
  }),
};
