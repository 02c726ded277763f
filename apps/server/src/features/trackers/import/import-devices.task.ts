import { IMPORT_TASK, type ImportSubject } from '../../../sheet-import/import-task.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportDevicesOutcome {
  readonly added: number;
  readonly failed: number;
}

export interface ImportDevicesSubject extends ImportSubject {
  /** Numbers of rows after the run. */
  readonly outcome?: ImportDevicesOutcome;
}

export const importDevicesTask: TaskDefinition<ImportDevicesSubject, 'importDevices'> = {
  ...IMPORT_TASK,
  kind: 'importDevices',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入设备（${fileName}）${outcome === undefined ? '' : `：已登记${outcome.added}台，失败${outcome.failed}行`}`,
    en_US: `Import devices (${fileName})${outcome === undefined ? '' : `: registered ${outcome.added}, failed ${outcome.failed}`}`,
  }),
};
