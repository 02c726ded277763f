import { IMPORT_TASK, type ImportSubject } from '../../../sheet-import/import-task.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportBdUsersOutcome {
  readonly added: number;
  readonly changed: number;
  readonly failed: number;
}

export interface ImportBdUsersSubject extends ImportSubject {
  /** Numbers of rows after the run. */
  readonly outcome?: ImportBdUsersOutcome;
}

export const importBdUsersTask: TaskDefinition<ImportBdUsersSubject, 'importBdUsers'> = {
  ...IMPORT_TASK,
  kind: 'importBdUsers',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入通信账号（${fileName}）${outcome === undefined ? '' : `：新增${outcome.added}个，修改${outcome.changed}个，失败${outcome.failed}行`}`,
    en_US: `Import communication accounts (${fileName})${outcome === undefined ? '' : `: added ${outcome.added}, changed ${outcome.changed}, failed ${outcome.failed}`}`,
  }),
};
