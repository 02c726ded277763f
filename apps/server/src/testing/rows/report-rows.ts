import { type Rows, rowWithoutIds } from './row.ts';

/** The rows of reports. */
export function reportRows() {
  return {
    queryOperaOverview: rowWithoutIds(() => ({ startDay: '2026-06-01', endDay: '2026-06-01' })),
  } satisfies Partial<Rows>;
}
