import type { Language } from '@wakeline/contract/entities/user-config';
import type { OverviewFigures, OverviewRow } from '@wakeline/contract/reports/overview';
import {
  OVERVIEW_FIGURE_TEXTS,
  OVERVIEW_FIGURES,
  OVERVIEW_GROUPING_TEXTS,
} from '@wakeline/contract/reports/overview-texts';
import { APPLIED_SETTINGS } from '@wakeline/contract/reports/report-settings-texts';
import { countRecomputing } from '../../positions/late-positions.ts';
import { openReport, type ReportDefinition, type ReportPage } from '../../report-files/report-definition.ts';
import { readOverviewPages, readOverviewPeriod, readOverviewSum } from '../../reports/overview.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { overviewColumns } from './overview-columns.ts';
import { requireOverviewDays } from './overview-days.ts';
import { presentFigures, presentOverviewRow } from './present-overview.ts';
import { printedOverviewChart } from './printed-overview-chart.ts';

const TEXTS = {
  zh_CN: { grouping: '统计方式', recomputing: '正在重新统计的设备数' },
  en_US: { grouping: 'Rows', recomputing: 'Devices whose figures are being computed again' },
} as const satisfies Record<Language, object>;

/** The rows of the operation overview in the order of the table, with their sums. */
export const overviewReport: ReportDefinition<'overview'> = {
  async open(run, filter, order) {
    const { tx, reader, now } = run;
    const days = requireOverviewDays(filter, reader.timeZone);
    const period = await readOverviewPeriod(tx, reader, filter, days, now);
    const sums = presentFigures(await readOverviewSum(tx, reader, filter, period));
    const recomputing = await countRecomputing(tx, devicesOfReport(tx, reader, filter), days);
    const text = TEXTS[reader.language];
    const figures = OVERVIEW_FIGURE_TEXTS[reader.language];
    async function* pages(): AsyncGenerator<ReportPage<OverviewRow>> {
      for await (const rows of readOverviewPages(tx, reader, filter, period, order))
        yield { rows: rows.map(presentOverviewRow), total: rows[0]?.total ?? 0 };
    }
    return openReport<OverviewRow, OverviewFigures>({
      hasData: sums.devices > 0,
      columns: overviewColumns(filter.by),
      charts: async () => [await printedOverviewChart(run, filter, period)],
      pages,
      // The only row of a total is its sum.
      sums: filter.by === 'total' ? null : sums,
      description: {
        filter: [
          [text.grouping, OVERVIEW_GROUPING_TEXTS[reader.language][filter.by]],
          [text.recomputing, recomputing],
        ],
        settings: APPLIED_SETTINGS,
        thresholds: [],
        definitions: OVERVIEW_FIGURES.map((figure) => [figures[figure].name, figures[figure].definition]),
      },
    });
  },
};
