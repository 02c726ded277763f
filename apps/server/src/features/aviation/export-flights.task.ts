import { exportFlightsExcel, type FlightFilter } from '@wakeline/contract/aviation/flights';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface ExportFlightsSubject {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: FlightFilter;
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export const exportFlightsTask: TaskDefinition<ExportFlightsSubject, 'exportFlights'> = {
  kind: 'exportFlights',
  name: ({ format }) => ({ zh_CN: `导出航班（.${format}）`, en_US: `Export flights (.${format})` }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportFlightsExcel.access,
};
