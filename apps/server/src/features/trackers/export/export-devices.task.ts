import type { Language } from '@wakeline/contract/entities/user-config';
import type { DeviceFilter } from '@wakeline/contract/trackers/devices';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import { exportDeviceDtosByEobUser } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ExportDevicesSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly deviceFilter: DeviceFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportDevicesTask: TaskDefinition<ExportDevicesSubject, 'exportDevices'> = {
  kind: 'exportDevices',
  name: ({ format }) => ({ zh_CN: `导出设备（.${format}）`, en_US: `Export devices (.${format})` }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportDeviceDtosByEobUser.access,
};
