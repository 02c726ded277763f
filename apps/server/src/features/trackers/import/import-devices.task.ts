import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ImportDevicesOutcome {
  readonly added: number;
  readonly failed: number;
}

export interface ImportDevicesSubject {
  /** Requester: the devices are registered only if they still have the right. */
  readonly userId: number;
  /** Id of the uploaded file, which is stored until the task ends, and its original name. */
  readonly stored: string;
  readonly fileName: string;
  /** Language of the failure sheet. */
  readonly language: Language;
  readonly timeZone: string;
  /** Address of the request, for the audit log. */
  readonly address: string;
  /** Numbers of rows after the run. */
  readonly outcome?: ImportDevicesOutcome;
}

export const importDevicesTask: TaskDefinition<ImportDevicesSubject, 'importDevices'> = {
  kind: 'importDevices',
  name: ({ fileName, outcome }) => ({
    zh_CN: `导入设备（${fileName}）${outcome === undefined ? '' : `：已登记${outcome.added}台，失败${outcome.failed}行`}`,
    en_US: `Import devices (${fileName})${outcome === undefined ? '' : `: registered ${outcome.added}, failed ${outcome.failed}`}`,
  }),
  // Everything is stored at the end, or nothing.
  cancellable: true,
  workload: 'large',
  limited: true,
  // Its uploaded file is deleted when it ends, and a failure is mostly one of the file.
  retryAccess: null,
  uploadOf: ({ stored }) => stored,
};
