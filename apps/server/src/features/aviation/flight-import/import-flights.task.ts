import { IMPORT_TASK, type ImportSubject } from '../../../sheet-import/import-task.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportFlightsOutcome {
  readonly added: number;
  readonly failed: number;
}

export interface ImportFlightsSubject extends ImportSubject {
  /** Numbers of rows after the run. */
  readonly outcome?: ImportFlightsOutcome;
}

export const importFlightsTask: TaskDefinition<ImportFlightsSubject, 'batchCreateFlights'> = {
  ...IMPORT_TASK,
  kind: 'batchCreateFlights',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入航班（${fileName}）${outcome === undefined ? '' : `：新增${outcome.added}个，失败${outcome.failed}行`}`,
    en_US: `Import flights (${fileName})${outcome === undefined ? '' : `: added ${outcome.added}, failed ${outcome.failed}`}`,
  }),
};
