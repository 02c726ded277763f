import type { Makers } from './makers.ts';
import { type Rows, rowWithoutIds } from './row.ts';

/** Accounts of the tests have more devices than one list of positions covers. */
const NO_DEVICES = { startDay: '2026-06-01', endDay: '2026-06-01', keywords: 'no device' };

/** The rows of reports. */
export function reportRows({ createTracker }: Makers) {
  return {
    queryOperaOverview: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    queryOperaOverviewChart: rowWithoutIds(() => ({
      ...{ startDay: '2026-06-01', endDay: '2026-06-01', measure: 'mileage' as const },
    })),
    queryWarnData: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    queryWarnCount: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    exportWarnData: {
      ...rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
      expectedError: 'export-empty',
    },
    exportWarnCount: rowWithoutIds(() => ({
      startDay: '2026-06-01',
      endDay: '2026-06-01',
      by: 'hour' as const,
    })),
    queryLocationData: rowWithoutIds(() => NO_DEVICES),
    exportLocationData: {
      ...rowWithoutIds(() => NO_DEVICES),
      expectedError: 'export-empty',
    },
    queryStopData: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    exportOverSpeedRecord: {
      ...rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
      expectedError: 'export-empty',
    },
    exportFenceDataRecord: {
      ...rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
      expectedError: 'export-empty',
    },
    exportFenceDataSums: {
      ...rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
      expectedError: 'export-empty',
    },
    exportStopData: {
      ...rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
      expectedError: 'export-empty',
    },
    queryOverSpeedRecord: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    queryOverSpeedSums: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    queryFenceDataRecord: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    queryFenceDataSums: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
    exportOperaOverview: {
      payload: async (owner) => {
        await createTracker(owner);
        return { startDay: '2026-06-01', endDay: '2026-06-01' };
      },
      otherAccountError: null,
    },
  } satisfies Partial<Rows>;
}
