import { IMPORT_TASK, type ImportSubject } from '../../../sheet-import/import-task.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportPlanesOutcome {
  readonly added: number;
  readonly failed: number;
}

export interface ImportPlanesSubject extends ImportSubject {
  /** Numbers of rows after the run. */
  readonly outcome?: ImportPlanesOutcome;
}

export const importPlanesTask: TaskDefinition<ImportPlanesSubject, 'importPlanes'> = {
  ...IMPORT_TASK,
  kind: 'importPlanes',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入飞机（${fileName}）${outcome === undefined ? '' : `：新增${outcome.added}架，失败${outcome.failed}行`}`,
    en_US: `Import planes (${fileName})${outcome === undefined ? '' : `: added ${outcome.added}, failed ${outcome.failed}`}`,
  }),
};
