import type { Language } from '@wakeline/contract/entities/user-config';
import {
  exportMatchGiftsRecordExcel,
  type GiftRecordFilter,
} from '@wakeline/contract/live-events/gift-records';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportGiftRecordsSubject {
  readonly userId: number;
  readonly filter: GiftRecordFilter;
  readonly matchName: string;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportMatchGiftsRecordTask: TaskDefinition<ExportGiftRecordsSubject, 'exportMatchGiftsRecord'> =
  {
    kind: 'exportMatchGiftsRecord',
    name: ({ matchName, format }) => ({
      zh_CN: `导出礼物记录：${matchName}（.${format}）`,
      en_US: `Export gift records: ${matchName} (.${format})`,
    }),
    cancellable: true,
    workload: 'small',
    limited: true,
    retryAccess: () => exportMatchGiftsRecordExcel.access,
  };
